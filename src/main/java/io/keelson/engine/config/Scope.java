package io.keelson.engine.config;

import io.keelson.engine.value.Evaluated;
import java.util.Optional;

/// Where references get their values: instances planned or applied so far, variables, locals,
/// `each` and `count`.
public interface Scope {
  /// Gives no name a value: for what has been found to name nothing.
  Scope WITHOUT_NAMES =
      root -> {
        throw new IllegalStateException("not checked: " + root);
      };

  /// The value of a root. A resource is an object; with `count` a tuple of objects in index order;
  /// with `forEach` an object of objects by key.
  ///
  /// Asked only for roots the expression's checker let pass. Fails where the root's own value could
  /// not be made, such as a local whose expression failed.
  ///
  /// @rule R-UNK-8
  Evaluated resolve(Root root);

  /// Asked before each expression of a tree: an evaluation that nobody waits for any more ends
  /// here.
  ///
  /// @throws java.util.concurrent.CancellationException if it is to end
  default void goOn() {}

  /// Asked for each value that an expression has made, before it is kept.
  ///
  /// @param characters about as many as it takes when it is written down
  /// @return why it may not be kept; empty if it may
  default Optional<String> objection(long characters) {
    return Optional.empty();
  }
}
