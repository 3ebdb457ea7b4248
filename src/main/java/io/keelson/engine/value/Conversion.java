package io.keelson.engine.value;

import io.keelson.engine.address.AttributePath;

/// What became of converting a value to a type.
public sealed interface Conversion {
  /// The value in its new type.
  record Converted(Value value) implements Conversion {}

  /// The value does not fit.
  ///
  /// @param path where in the value
  /// @param reason such as "a string is needed, but this is a list"; never holds a value
  record NotConvertible(AttributePath path, String reason) implements Conversion {}
}
