package io.keelson.engine.schema;

import io.keelson.engine.value.Type;

/// What a type's schema says about one attribute.
///
/// @param sensitive whether its value is never shown
/// @param writeOnly whether its value is handed to the provider but never stored (R-WO-1)
public record Attribute(Shape shape, Presence presence, boolean sensitive, boolean writeOnly) {

  public static Attribute of(Type type, Presence presence) {
    return new Attribute(new Shape.Plain(type), presence, false, false);
  }

  public Attribute asSensitive() {
    return new Attribute(shape, presence, true, writeOnly);
  }

  public Type type() {
    return shape.type();
  }
}
