package io.keelson.engine.state;

/// What a provider tells about the making of an object that exists.
///
/// @rule R-PUL-20
public enum Completion {
  /// Nothing: its protocol has no word for it.
  UNTOLD,
  FINISHED,
  UNFINISHED
}
