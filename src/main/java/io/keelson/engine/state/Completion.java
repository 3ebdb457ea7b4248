package io.keelson.engine.state;

/// What a provider tells about the making of an object that exists.
///
/// @rule R-PUL-20
public enum Completion {
  /// The provider tells nothing, because its protocol cannot say it.
  UNTOLD,
  FINISHED,
  UNFINISHED
}
