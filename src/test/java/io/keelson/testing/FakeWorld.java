package io.keelson.testing;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// The objects that really exist, as far as a [FakeProvider] is concerned. Outlives providers and
/// crashes.
public final class FakeWorld {
  /// One real object.
  ///
  /// @param operation the call that made it; empty if it was there before
  public record Thing(InstanceAddress at, String id, Mapping value, String operation) {
    String key() {
      return key(at.resource().type(), id);
    }

    static String key(String type, String id) {
      return type + " " + id;
    }

    /// The object with another value of one attribute.
    public Thing with(String attribute, Value changed) {
      var values = value.mapValues((name, each) -> name.equals(attribute) ? changed : each);
      return new Thing(at, id, values, operation);
    }
  }

  private final Map<String, Thing> things = new ConcurrentHashMap<>();
  private final Map<InstanceAddress, Integer> made = new ConcurrentHashMap<>();

  /// An id that no object had before: the first object made at `server.web` is `web#1`, the first
  /// one at `component.shop.server.web` is `component.shop.web#1`.
  String newId(InstanceAddress at) {
    var component = at.component().toString();
    return (component.isEmpty() ? "" : component + ".")
        + at.resource().name()
        + at.key().own()
        + "#"
        + made.merge(at, 1, Integer::sum);
  }

  public void put(Thing thing) {
    things.put(thing.key(), thing);
  }

  public void remove(String type, String id) {
    things.remove(Thing.key(type, id));
  }

  public Optional<Thing> find(String type, String id) {
    return Optional.ofNullable(things.get(Thing.key(type, id)));
  }

  /// What the call of this operation made.
  public Optional<Thing> madeBy(String operation) {
    return things.values().stream().filter(each -> each.operation().equals(operation)).findFirst();
  }

  /// Everything that exists, by type and id.
  public SortedMap<String, Thing> things() {
    return new TreeMap<>(things);
  }
}
