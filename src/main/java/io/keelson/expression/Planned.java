package io.keelson.expression;

import io.keelson.engine.config.Reference;
import io.keelson.engine.value.Type;
import java.util.Optional;

/// A planned piece of an expression.
///
/// @param type as far as it can be told before evaluation
/// @param reference what the piece denotes, if it is a chain that starts at a reference
record Planned(Node node, Type type, Optional<Reference> reference) {
  static Planned computed(Node node, Type type) {
    return new Planned(node, type, Optional.empty());
  }
}
