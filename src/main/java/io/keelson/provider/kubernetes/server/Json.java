package io.keelson.provider.kubernetes.server;

import com.fasterxml.jackson.core.JsonProcessingException;
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

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /// @throws JsonProcessingException if the text is no JSON
  public static JsonNode parse(String text) throws JsonProcessingException {
    return MAPPER.readTree(text);
  }

  public static String text(JsonNode tree) {
    return tree.toString();
  }

  /// @param tree from the API server, whose numbers fit into 64 bits
  public static Value value(JsonNode tree) {
    try {
      return JsonValues.read(tree);
    } catch (JsonValues.NotAValue e) {
      throw new IllegalStateException("the API server sent what it cannot store", e);
    }
  }
}
