package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;

/// Where something is not as it is written.
///
/// @param at the way to it, such as `properties.list.0`; empty for the whole
record Difference(String at, JsonNode expected, JsonNode actual) {
  /// Whether it is the same value, and secret where it is not so written.
  boolean isOfSecrecy() {
    var output = actual.path("$output");
    return actual.path("$secret").equals(expected)
        || output.path("secret").asBoolean(false) && output.path("value").equals(expected)
        || at.endsWith(".$output.secret") && expected.isMissingNode() && actual.asBoolean(false);
  }

  @Override
  public String toString() {
    return (at.isEmpty() ? "" : at + ": ")
        + "expected "
        + shown(expected)
        + ", was "
        + shown(actual);
  }

  private static String shown(JsonNode json) {
    return json.isMissingNode() ? "nothing" : json.toString();
  }
}
