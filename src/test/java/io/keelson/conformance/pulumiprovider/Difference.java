package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;

/// Where something is not as it is written.
///
/// @param at the way to it, such as `properties.list.0`; empty for the whole
public record Difference(String at, JsonNode expected, JsonNode actual) {
  /// Whether it is the same value, and secret where it is not so written.
  public boolean isOfSecrecy() {
    var output = actual.path("$output");
    return actual.path("$secret").equals(expected)
        || output.path("secret").asBoolean(false) && output.path("value").equals(expected)
        || at.endsWith(".$output.secret") && expected.isMissingNode() && actual.asBoolean(false);
  }

  /// Whether it is of the object that there was: inputs of a new one are checked without it.
  boolean isOfOldObject() {
    return at.startsWith("olds.");
  }

  /// Whether some of it was not known yet.
  boolean isUnknownHere() {
    return actual.findValue("$unknown") != null;
  }

  /// The second word of the way, which is a field's: `list` of `inputs.list.0`; empty without one.
  public String field() {
    var way = at.split("\\.", -1);
    return way.length < 2 ? "" : way[1];
  }

  /// What fields hold on the same way, without its first word: `list.0` of `inputs.list.0`.
  public JsonNode within(JsonNode fields) {
    return fields.at(at.contains(".") ? at.substring(at.indexOf('.')).replace('.', '/') : "");
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
