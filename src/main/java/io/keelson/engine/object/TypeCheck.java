package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// Finds where a value does not have its type.
final class TypeCheck {
  private TypeCheck() {}

  /// The first place where the value does not fit.
  ///
  /// @param reason names types, never values, nor attributes
  record Misfit(AttributePath path, String reason) {}

  static Optional<Misfit> misfit(Value value, Type type, AttributePath path) {
    if (fits(value.type(), type)) return Optional.empty();
    return switch (value) {
      case Sequence sequence -> sequence(sequence, type, path);
      case Mapping mapping -> mapping(mapping, type, path);
      default -> misfit(value.type(), type, path);
    };
  }

  /// Whether every value of the type `actual` has the type `declared`.
  static boolean fits(Type actual, Type declared) {
    if (declared == Types.DYNAMIC || actual.equals(declared)) return true;
    // Only a null or an unknown has no type: it may still be of any.
    if (actual == Types.DYNAMIC) return true;
    return switch (declared) {
      case Type.ListOf(var element) ->
          actual instanceof Type.ListOf(var mine) && fits(mine, element);
      case Type.SetOf(var element) -> actual instanceof Type.SetOf(var mine) && fits(mine, element);
      case Type.MapOf(var element) -> actual instanceof Type.MapOf(var mine) && fits(mine, element);
      case Type.TupleOf(var elements) ->
          actual instanceof Type.TupleOf(var mine) && fitsAll(mine, elements);
      case Type.ObjectOf object -> actual instanceof Type.ObjectOf mine && fits(mine, object);
      case Type.Primitive _, Type.Dynamic _ -> false;
    };
  }

  private static boolean fits(Type.ObjectOf actual, Type.ObjectOf declared) {
    if (actual.size() != declared.size()) return false;
    for (int i = 0; i < actual.size(); i++)
      if (!actual.name(i).equals(declared.name(i)) || !fits(actual.type(i), declared.type(i)))
        return false;
    return true;
  }

  private static boolean fitsAll(List<Type> actual, List<Type> declared) {
    if (actual.size() != declared.size()) return false;
    for (int i = 0; i < actual.size(); i++) if (!fits(actual.get(i), declared.get(i))) return false;
    return true;
  }

  private static Optional<Misfit> sequence(Sequence sequence, Type type, AttributePath path) {
    if (type instanceof Type.TupleOf(var elements) && sequence.type() instanceof Type.TupleOf)
      for (int i = 0; i < sequence.size() && sequence.size() == elements.size(); i++) {
        var inside = misfit(sequence.get(i), elements.get(i), path.index(i));
        if (inside.isPresent()) return inside;
      }
    if (type instanceof Type.ListOf(var element) && sequence.type() instanceof Type.ListOf)
      for (int i = 0; i < sequence.size(); i++) {
        var inside = misfit(sequence.get(i), element, path.index(i));
        if (inside.isPresent()) return inside;
      }
    return misfit(sequence.type(), type, path);
  }

  private static Optional<Misfit> mapping(Mapping mapping, Type type, AttributePath path) {
    if (type instanceof Type.ObjectOf object && mapping.isObject()) {
      for (int i = 0; i < object.size(); i++) {
        var value = mapping.get(object.name(i));
        if (value == null) return missing(path.attribute(object.name(i)));
        var inside = misfit(value, object.type(i), path.attribute(object.name(i)));
        if (inside.isPresent()) return inside;
      }
      for (String key : mapping.keys())
        if (!object.has(key))
          return Optional.of(new Misfit(path.attribute(key), "the schema has no such attribute"));
    }
    if (type instanceof Type.MapOf(var element) && !mapping.isObject())
      for (String key : mapping.keys()) {
        var inside = misfit(mapping.attribute(key), element, path.key(key));
        if (inside.isPresent()) return inside;
      }
    return misfit(mapping.type(), type, path);
  }

  private static Optional<Misfit> missing(AttributePath path) {
    return Optional.of(new Misfit(path, "the attribute is missing"));
  }

  private static Optional<Misfit> misfit(Type actual, Type type, AttributePath path) {
    return Optional.of(new Misfit(path, difference(actual, type)));
  }

  /// What is wrong about a type, without names that the value may have brought.
  static String difference(Type actual, Type expected) {
    return actual.outline().equals(expected.outline())
        ? "the parts of this " + actual.outline() + " have other names or types than expected"
        : "it is of type " + actual.outline() + " instead of " + expected.outline();
  }
}
