package io.keelson.expression.value;

import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;

/// Types in words, for messages.
public final class TypeNames {
  private TypeNames() {}

  public static String of(Value value) {
    if (value.isNull()) return "null";
    return of(value.type());
  }

  public static String of(Type type) {
    if (Capsule.isCapsule(type)) return Capsule.describe(type);
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
