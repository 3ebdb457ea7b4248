package io.keelson.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues.NotAValue;

/// One document of YAML, as tests write values down.
public final class LiteralYaml {
  private static final ObjectMapper TREES =
      ExactJson.JSON.copyWith(
          YAMLFactory.builder()
              .streamReadConstraints(ExactJson.JSON.getFactory().streamReadConstraints())
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .build());

  private LiteralYaml() {}

  /// An empty document is null.
  public static Value value(String yaml) throws NotAValue {
    return JsonValues.read(tree(yaml));
  }

  public static JsonNode tree(String yaml) throws NotAValue {
    try {
      return TREES.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new NotAValue(AttributePath.ROOT, e.getOriginalMessage());
    }
  }
}
