package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;

/// Calls of providers, as a scenario has them.
public final class RecordedCalls {
  private RecordedCalls() {}

  /// Those of one method about one resource, in their order.
  ///
  /// @param calls of an operation, or of a preview
  /// @param resource its title
  public static Stream<JsonNode> about(JsonNode calls, String method, String resource) {
    return calls
        .valueStream()
        .filter(each -> each.path("call").asText().equals(method))
        .filter(each -> each.path("resource").asText().equals(resource));
  }
}
