package io.keelson.engine.schema;

import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;

/// The types of nested objects in their collections.
final class NestedTypes {
  private NestedTypes() {}

  /// A collection of objects with a dynamic part cannot promise one element type, so it holds any.
  static Type held(Nesting nesting, Type.ObjectOf object) {
    boolean dynamic = object.hasDynamic();
    return switch (nesting) {
      case SINGLE, GROUP -> object;
      case LIST -> dynamic ? Types.DYNAMIC : Type.list(object);
      case SET -> Type.set(object);
      case MAP -> dynamic ? Types.DYNAMIC : Type.map(object);
    };
  }
}
