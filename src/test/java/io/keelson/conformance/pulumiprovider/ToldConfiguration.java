package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.ExactJson;
import java.util.List;

/// What findings about configurations tell: the request that only one side makes, and on the other
/// side the list of its requests, as texts.
public final class ToldConfiguration {
  private ToldConfiguration() {}

  /// The arguments of a request, or of the first one of a list; missing if there is none.
  public static JsonNode arguments(JsonNode told) {
    var request = read(told);
    return (request.isArray() ? request.path(0) : request).path("args");
  }

  /// The arguments of each request on one side.
  public static List<JsonNode> all(JsonNode told) {
    var requests = read(told);
    return requests.isArray()
        ? requests.valueStream().map(each -> each.path("args")).toList()
        : List.of(requests.path("args"));
  }

  /// Whether it is the request that only this side makes.
  public static boolean isLone(JsonNode told) {
    return read(told).isObject();
  }

  private static JsonNode read(JsonNode told) {
    try {
      return ExactJson.JSON.readTree(told.asText());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
