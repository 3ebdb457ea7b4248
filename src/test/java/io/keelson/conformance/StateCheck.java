package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.Difference.Aspect;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Mapping;
import io.keelson.json.JsonStateCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Compares the state after a step with the one that the scenario expects, object by object.
final class StateCheck {
  private static final List<String> ATTRIBUTES =
      List.of("id", "input", "output", "triggers_replace");

  private final ObjectSymbols symbols;
  private final JsonStateCodec codec;
  private final Differences differences;

  StateCheck(ObjectSymbols symbols, JsonStateCodec codec, Differences differences) {
    this.symbols = symbols;
    this.codec = codec;
    this.differences = differences;
  }

  /// An object is told by its address and its identity, not by its role: that is compared.
  private record Key(String address, String id) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byAddress = address.compareTo(other.address);
      return byAddress != 0 ? byAddress : id.compareTo(other.id);
    }
  }

  private record Stored(ObjectState object, String role) {}

  void compare(JsonNode expected, StackState state) {
    var wanted = new TreeMap<Key, JsonNode>();
    expected.forEach(object ->
        wanted.put(new Key(object.get("addr").textValue(), object.get("id").textValue()), object));
    var stored = stored(state);
    var all = new TreeSet<>(wanted.keySet());
    all.addAll(stored.keySet());
    for (Key key : all) {
      var object = stored.get(key);
      if (!wanted.containsKey(key))
        differences.add(
            Aspect.OBJECT, key.address(), key.id(), Difference.ABSENT, Difference.PRESENT);
      else if (object == null)
        differences.add(
            Aspect.OBJECT, key.address(), key.id(), Difference.PRESENT, Difference.ABSENT);
      else object(key, wanted.get(key), object);
    }
  }

  private SortedMap<Key, Stored> stored(StackState state) {
    var stored = new TreeMap<Key, Stored>();
    state
        .instances()
        .forEach((at, instance) -> {
          instance
              .current()
              .ifPresent(object -> stored.put(key(at, object), new Stored(object, "current")));
          for (ObjectState object : instance.deposed().values())
            stored.put(key(at, object), new Stored(object, "deposed"));
          if (instance.open().isPresent())
            differences.add(
                Aspect.OPEN_OPERATION,
                ScenarioAddress.of(at),
                "",
                Difference.ABSENT,
                Difference.PRESENT);
        });
    return stored;
  }

  private Key key(InstanceAddress at, ObjectState object) {
    return new Key(ScenarioAddress.of(at), symbols.id(Surgery.decode(codec, object)));
  }

  private void object(Key key, JsonNode expected, Stored stored) {
    var value = (Mapping) Surgery.decode(codec, stored.object());
    differences.compare(
        Aspect.ROLE,
        key.address(),
        key.id(),
        expected.path("deposed").asBoolean() ? "deposed" : "current",
        stored.role());
    for (String name : ATTRIBUTES)
      if (!symbols.same(value.attribute(name), expected.path(name)))
        differences.add(
            Aspect.VALUE,
            key.address(),
            key.id() + "." + name,
            expected.path(name),
            symbols.shown(value.attribute(name)));
    differences.compare(
        Aspect.TAINTED,
        key.address(),
        key.id(),
        expected.path("tainted").asBoolean(false),
        stored.object().tainted());
    differences.compare(
        Aspect.CREATE_BEFORE_DESTROY,
        key.address(),
        key.id(),
        expected.path("cbd").asBoolean(false),
        stored.object().flags().createBeforeDestroy());
    dependencies(key, expected, stored.object());
    expected
        .path("types")
        .properties()
        .forEach(entry ->
            differences.compare(
                Aspect.TYPE,
                key.address(),
                key.id() + "." + entry.getKey(),
                entry.getValue().toString(),
                ObjectSymbols.typeText(value.attribute(entry.getKey()).type())));
  }

  private void dependencies(Key key, JsonNode expected, ObjectState object) {
    var wanted = new ArrayList<String>();
    expected.path("deps").forEach(each -> wanted.add(key.id() + " on " + each.textValue()));
    var stored = new ArrayList<String>();
    for (Dependency dependency : object.dependencies())
      stored.add(key.id() + " on " + ScenarioAddress.of(dependency.resource()));
    differences.compareSets(Aspect.DEPENDENCY, key.address(), wanted, stored);
  }
}
