package io.keelson.apiserver;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;

/// What the API server sends and gets, as trees.
public final class Json {
  public static final JsonNode MISSING = MissingNode.getInstance();

  // The API server takes 10,000 levels.
  private static final StreamReadConstraints AS_DEEP_AS_THERE_IS =
      StreamReadConstraints.builder().maxNestingDepth(20_000).build();

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(JsonFactory.builder().streamReadConstraints(AS_DEEP_AS_THERE_IS).build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /// As deep as values may be; see [DeepParts] for the rest.
  ///
  /// @throws JsonProcessingException if the text is no JSON
  public static JsonNode parse(String text) throws JsonProcessingException {
    return DeepParts.replaced(MAPPER.readTree(text));
  }

  public static String text(JsonNode tree) {
    return tree.toString();
  }

  /// @param tree as [#parse] gives it, from the API server, whose numbers fit into 64 bits
  public static Value value(JsonNode tree) {
    try {
      return JsonValues.read(tree);
    } catch (JsonValues.NotAValue e) {
      throw new IllegalStateException("the API server sent what it cannot store", e);
    }
  }
}
