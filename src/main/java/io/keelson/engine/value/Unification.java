package io.keelson.engine.value;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Finds the one type that values of several types can all be converted to, as for the elements of
/// a list or the arms of a conditional.
public final class Unification {
  /// The results so far: parts of types may be the same part many times over.
  private final Map<List<Type>, Optional<Type>> found = new HashMap<>();

  private Unification() {}

  /// The common type; dynamic for no types or if one is dynamic; empty if there is none.
  public static Optional<Type> unify(List<Type> types) {
    return new Unification().common(types);
  }

  private Optional<Type> common(List<Type> types) {
    if (types.isEmpty()) return Optional.of(Types.DYNAMIC);
    Type first = types.getFirst();
    if (types.stream().allMatch(first::equals)) return Optional.of(first);
    var solid = types.stream().filter(type -> type != Types.DYNAMIC).toList();
    if (solid.size() < types.size())
      return common(solid).map(type -> solid.isEmpty() ? Types.DYNAMIC : type);
    if (all(types, Type.Primitive.class)) return primitives(types);
    var known = found.get(types);
    if (known != null) return known;
    var common = compounds(types);
    found.put(List.copyOf(types), common);
    return common;
  }

  private Optional<Type> compounds(List<Type> types) {
    if (all(types, Type.ObjectOf.class)) return objects(types);
    if (all(types, Type.TupleOf.class)) return tuples(types);
    if (all(types, Type.MapOf.class, Type.ObjectOf.class)) return elements(types).map(Type::map);
    if (all(types, Type.SetOf.class)) return elements(types).map(Type::set);
    if (all(types, Type.ListOf.class, Type.SetOf.class, Type.TupleOf.class))
      return elements(types).map(Type::list);
    return Optional.empty();
  }

  private static boolean all(List<Type> types, Class<?>... kinds) {
    return types.stream()
        .allMatch(type -> Stream.of(kinds).anyMatch(kind -> kind.isInstance(type)));
  }

  /// Numbers and bools convert to strings, but not to each other.
  private static Optional<Type> primitives(List<Type> types) {
    return types.contains(Types.STRING) ? Optional.of(Types.STRING) : Optional.empty();
  }

  private Optional<Type> objects(List<Type> types) {
    var names = ((Type.ObjectOf) types.getFirst()).names();
    if (!types.stream().allMatch(type -> ((Type.ObjectOf) type).names().equals(names)))
      return elements(types).map(Type::map);
    var unified = new TreeMap<String, Type>();
    for (int i = 0; i < names.size(); i++) {
      int position = i;
      var attribute =
          common(types.stream().map(type -> ((Type.ObjectOf) type).type(position)).toList());
      if (attribute.isEmpty()) return Optional.empty();
      unified.put(names.get(i), attribute.get());
    }
    return Optional.of(Type.object(unified));
  }

  private Optional<Type> tuples(List<Type> types) {
    int size = ((Type.TupleOf) types.getFirst()).elements().size();
    if (!types.stream().allMatch(type -> ((Type.TupleOf) type).elements().size() == size))
      return elements(types).map(Type::list);
    var unified = new ArrayList<Type>(size);
    for (int i = 0; i < size; i++) {
      int position = i;
      var element =
          common(
              types.stream().map(type -> ((Type.TupleOf) type).elements().get(position)).toList());
      if (element.isEmpty()) return Optional.empty();
      unified.add(element.get());
    }
    return Optional.of(Type.tuple(unified));
  }

  /// The common type of everything inside collections, tuples and objects.
  private Optional<Type> elements(List<Type> types) {
    var inside = new ArrayList<Type>();
    for (Type type : types) {
      switch (type) {
        case Type.ListOf(var element) -> inside.add(element);
        case Type.SetOf(var element) -> inside.add(element);
        case Type.MapOf(var element) -> inside.add(element);
        case Type.TupleOf(var elements) -> inside.addAll(elements);
        case Type.ObjectOf object -> inside.addAll(object.attributes().values());
        case Type.Primitive _, Type.Dynamic _ -> throw new IllegalStateException("no elements");
      }
    }
    return common(inside);
  }
}
