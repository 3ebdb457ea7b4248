package io.keelson.engine.value;

/// The types that have no parts, by their names.
public final class Types {
  public static final Type STRING = Type.Primitive.STRING;
  public static final Type NUMBER = Type.Primitive.NUMBER;
  public static final Type BOOL = Type.Primitive.BOOL;
  public static final Type DYNAMIC = Type.Dynamic.DYNAMIC;

  private Types() {}
}
