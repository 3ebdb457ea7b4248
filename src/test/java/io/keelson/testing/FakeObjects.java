package io.keelson.testing;

import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The objects of a world as the types of a [FakeProvider] show them, and what is done to them.
///
/// @param types all types by their names
record FakeObjects(FakeWorld world, SortedMap<String, FakeType> types) {
  FakeType type(String type) {
    return Optional.ofNullable(types.get(type)).orElseThrow();
  }

  static String id(Value object) {
    return object instanceof Mapping mapping && mapping.get("id") instanceof Value.Text text
        ? text.text()
        : "";
  }

  static Mapping with(Mapping object, SortedMap<String, Value> different) {
    return object.mapValues((name, value) -> different.getOrDefault(name, value));
  }

  static Mapping known(Mapping object) {
    return object.mapValues(
        (_, value) -> value.whollyKnown() ? value : Value.nothing(value.type()));
  }

  /// An import finds the object; what it is like, reading tells.
  static Mapping onlyId(Mapping object) {
    return object.mapValues(
        (name, value) -> name.equals("id") ? value : Value.nothing(value.type()));
  }

  /// An object of another type as this one shows it.
  static Mapping as(FakeType type, Mapping other) {
    var values = new TreeMap<String, Value>();
    type.schema()
        .type()
        .attributes()
        .forEach((name, each) -> {
          var value = other.get(name);
          boolean fits = value != null && value.type().equals(each);
          values.put(name, fits ? value : Value.nothing(each));
        });
    return Value.object(values);
  }

  /// The real object, also if it was made as a type that this one takes over.
  Optional<FakeWorld.Thing> thing(String name, String id) {
    var type = type(name);
    var former =
        type.takesOver().stream()
            .flatMap(other -> world.find(other, id).stream())
            .findFirst()
            .map(each ->
                new FakeWorld.Thing(each.at(), id, as(type, each.value()), each.operation()));
    return world.find(name, id).or(() -> former);
  }

  private void remove(String name, String id) {
    world.remove(name, id);
    type(name).takesOver().forEach(other -> world.remove(other, id));
  }

  Value done(ApplyRequest request) {
    if (!request.isDestroy()) return done(request, new TreeMap<>());
    remove(request.type(), id(request.prior()));
    return request.planned();
  }

  /// Does the work, with these attributes unlike what was planned. A destruction then leaves its
  /// object behind, changed like this.
  Value done(ApplyRequest request, SortedMap<String, Value> different) {
    var base = (Mapping) (request.isDestroy() ? request.prior() : request.planned());
    String id = request.isCreate() ? world.newId(request.at()) : id(request.prior());
    var object =
        with(
            base.mapValues((name, value) -> value.isUnknown() ? made(name, value, id) : value),
            different);
    type(request.type()).takesOver().forEach(other -> world.remove(other, id));
    world.put(
        new FakeWorld.Thing(
            request.at(), id, known(object), request.isCreate() ? request.operation() : ""));
    return object;
  }

  private static Value made(String name, Value unknown, String id) {
    if (name.equals("id")) return Value.text(id);
    return unknown.type() == Types.STRING
        ? Value.text(name + " of " + id)
        : Value.nothing(unknown.type());
  }
}
