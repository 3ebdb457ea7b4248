package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.ExactJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// How findings tell what a provider is configured with.
final class Configurations {
  private Configurations() {}

  /// The arguments of each of the configurations on one side, in plain text.
  static List<JsonNode> arguments(JsonNode side) {
    var json = read(side.asText());
    var all = new ArrayList<JsonNode>();
    if (json.isArray()) json.forEach(each -> all.add(Before.plain(each.path("args"))));
    else all.add(Before.plain(json.path("args")));
    return Collections.unmodifiableList(all);
  }

  private static JsonNode read(String text) {
    try {
      return ExactJson.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
