package io.keelson.engine.config;

/// What the plan that takes an object over may do to it. Once the object is recorded this means
/// nothing.
///
/// @rule R-PUL-45
public enum ImportLimit {
  /// Whatever its declaration requires.
  ANY,
  /// It may be updated, not replaced.
  IN_PLACE,
  /// It has to be as it is declared.
  NOTHING
}
