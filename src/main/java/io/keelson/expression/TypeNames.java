package io.keelson.expression;

import io.keelson.engine.value.Type;

/// Types in words, for messages.
final class TypeNames {
  private TypeNames() {}

  static String of(Type type) {
    return switch (type) {
      case Type.Primitive primitive -> "a " + primitive;
      case Type.Dynamic _ -> "a value of any type";
      case Type.ListOf _ -> "a list";
      case Type.SetOf _ -> "a set";
      case Type.MapOf _ -> "a map";
      case Type.TupleOf _ -> "a list";
      case Type.ObjectOf _ -> "an object";
    };
  }
}
