package io.keelson.operator.state;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// JSON trees in which every number keeps its digits.
final class RecordJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      // An answer of a provider must be readable again, however long it is.
                      StreamReadConstraints.builder()
                          .maxNumberLength(5_000)
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false);

  private RecordJson() {}

  /// @throws IllegalArgumentException if the text is not JSON; the message does not quote it, as it
  ///   may be secret
  static JsonNode read(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the stored text is not JSON");
    }
  }

  static String write(JsonNode tree) {
    try {
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }

  /// Puts a node into a tree.
  ///
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
