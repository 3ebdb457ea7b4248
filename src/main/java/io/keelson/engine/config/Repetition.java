package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
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

  /// This repetition of a component's body, where the component is used.
  default Repetition within(ComponentPath path) {
    return switch (this) {
      case Single _ -> this;
      case Count(var number) -> new Count(PlacedExpression.of(number, path));
      case Enabled(var condition) -> new Enabled(PlacedExpression.of(condition, path));
      case ForEach(var collection) -> new ForEach(PlacedExpression.of(collection, path));
    };
  }

  default List<Reference> references() {
    return switch (this) {
      case Single _ -> List.of();
      case Count(var number) -> number.references();
      case Enabled(var condition) -> condition.references();
      case ForEach(var collection) -> collection.references();
    };
  }
}
