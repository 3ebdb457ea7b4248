package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// The objects that really exist, and those that did.
final class PulumiWorld {
  private final Map<String, Thing> things = new ConcurrentHashMap<>();
  private final Map<String, Integer> made = new ConcurrentHashMap<>();

  /// One real object.
  ///
  /// @param number which object of its address it is, from 1; 0 if nobody manages it
  /// @param updates how often it was updated
  /// @param value its attributes
  /// @param exists false once it is deleted, or has vanished
  record Thing(int number, int updates, Mapping inputs, Mapping value, boolean exists) {
    Thing updated(Mapping newInputs, Mapping newValue) {
      return new Thing(number, updates + 1, newInputs, newValue, exists);
    }

    private Thing gone() {
      return new Thing(number, updates, inputs, value, false);
    }

    /// Changed by somebody else.
    private Thing drifted(Map<String, Value> changes) {
      return new Thing(number, updates, with(inputs, changes), with(value, changes), exists);
    }

    private static Mapping with(Mapping object, Map<String, Value> changes) {
      return object.mapValues((name, each) -> changes.getOrDefault(name, each));
    }
  }

  private static String key(String type, String id) {
    return type + " " + id;
  }

  /// The number of the next object of an address.
  int nextNumber(InstanceAddress at) {
    return made.merge(PulumiNames.of(at), 1, Integer::sum);
  }

  void put(String type, String id, Thing thing) {
    things.put(key(type, id), thing);
  }

  /// An object that exists or did.
  Optional<Thing> remembered(String type, String id) {
    return Optional.ofNullable(things.get(key(type, id)));
  }

  Optional<Thing> existing(String type, String id) {
    return remembered(type, id).filter(Thing::exists);
  }

  void remove(String type, String id) {
    things.computeIfPresent(key(type, id), (_, thing) -> thing.gone());
  }

  void drift(String type, String id, JsonNode set) {
    var changes = new TreeMap<String, Value>();
    set.properties()
        .forEach(each -> changes.put(each.getKey(), PulumiValues.read(each.getValue())));
    things.computeIfPresent(key(type, id), (_, thing) -> thing.drifted(changes));
  }

  /// An object that nobody manages.
  void create(PulumiType type, String name, String id, JsonNode inputs) {
    var given = new TreeMap<String, Value>();
    inputs
        .properties()
        .forEach(each -> given.put(each.getKey(), PulumiValues.read(each.getValue())));
    var checked = type.checked(Value.object(given));
    var value = new TreeMap<>(checked.entries());
    for (String output : type.computed().keySet())
      value.put(output, type.made(name + "@" + id, output, 0, 0));
    value.put("id", Value.text(id));
    put(type.name(), id, new Thing(0, 0, checked, Value.object(value), true));
  }
}
