package io.keelson.operator.state;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Puts nodes into JSON trees.
final class Pointers {
  private Pointers() {}

  /// @throws IllegalArgumentException if the tree has no such place
  static void set(JsonNode tree, JsonPointer pointer, JsonNode node) {
    var last = pointer.last();
    switch (tree.at(pointer.head())) {
      case ObjectNode object -> object.set(last.getMatchingProperty(), node);
      case ArrayNode array -> array.set(last.getMatchingIndex(), node);
      default -> throw new IllegalArgumentException("the stored state has no " + pointer);
    }
  }
}
