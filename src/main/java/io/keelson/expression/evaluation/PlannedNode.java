package io.keelson.expression.evaluation;

import io.keelson.engine.config.Reference;
import io.keelson.engine.value.Type;
import java.util.Optional;

/// A planned piece of an expression.
///
/// @param type as far as it can be told before evaluation
/// @param reference what the piece denotes, if it is a chain that starts at a reference
/// @param start where such a chain starts in the declared string
public record PlannedNode(Node node, Type type, Optional<Reference> reference, int start) {
  public PlannedNode(Node node, Type type, Optional<Reference> reference) {
    this(node, type, reference, 0);
  }

  public static PlannedNode computed(Node node, Type type) {
    return new PlannedNode(node, type, Optional.empty());
  }
}
