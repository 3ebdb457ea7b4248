package io.keelson.engine.config;

/// What becomes of an object whose creation failed, although the object exists.
///
/// @rule R-PUL-20
public enum PartialCreate {
  /// It is tainted, and replaced.
  REPLACE,
  /// It is kept, and an update finishes it.
  UPDATE
}
