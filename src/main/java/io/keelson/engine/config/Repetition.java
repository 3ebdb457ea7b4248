package io.keelson.engine.config;

import java.util.List;

/// How many instances a resource has.
///
/// @rule R-VAL-12
public sealed interface Repetition {
  /// One, without a key.
  record Single() implements Repetition {}

  /// As many as a whole number says, with index keys.
  record Count(Expression number) implements Repetition {}

  /// One without a key, or none.
  record Enabled(Expression condition) implements Repetition {}

  /// One for each element of a map, object or set of strings.
  record ForEach(Expression collection) implements Repetition {}

  default List<Reference> references() {
    return switch (this) {
      case Single _ -> List.of();
      case Count(var number) -> number.references();
      case Enabled(var condition) -> condition.references();
      case ForEach(var collection) -> collection.references();
    };
  }
}
