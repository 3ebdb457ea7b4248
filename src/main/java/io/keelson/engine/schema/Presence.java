package io.keelson.engine.schema;

/// Who gives an attribute its value.
public enum Presence {
  /// The user must.
  REQUIRED,
  /// The user may; else it is null.
  OPTIONAL,
  /// The user may; else the provider does.
  OPTIONAL_COMPUTED,
  /// Only the provider does.
  COMPUTED;

  public boolean computed() {
    return this == OPTIONAL_COMPUTED || this == COMPUTED;
  }

  /// Whether the user may set it.
  public boolean configurable() {
    return this != COMPUTED;
  }
}
