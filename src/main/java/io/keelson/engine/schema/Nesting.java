package io.keelson.engine.schema;

/// How nested objects are held.
public enum Nesting {
  /// One object, or null.
  SINGLE,
  /// One object that is always there. Blocks only.
  GROUP,
  LIST,
  SET,
  MAP
}
