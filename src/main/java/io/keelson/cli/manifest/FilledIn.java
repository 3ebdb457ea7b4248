package io.keelson.cli.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// What the API server makes of an object before it keeps it, by the schema of its CRD: a null that
/// may not be there counts as left out, and what is left out gets its default, as far as what it
/// stands in is there.
final class FilledIn {
  private FilledIn() {}

  /// @param schema a structural schema
  /// @param value fits the schema, and is changed
  static void fillIn(JsonNode schema, JsonNode value) {
    if (value.isArray()) for (JsonNode element : value) fillIn(schema.path("items"), element);
    if (!(value instanceof ObjectNode object)) return;
    object
        .properties()
        .removeIf(each -> each.getValue().isNull() && !mayBeNull(inside(schema, each.getKey())));
    for (var each : schema.path("properties").properties())
      if (each.getValue().has("default") && !object.has(each.getKey()))
        object.set(each.getKey(), each.getValue().get("default").deepCopy());
    for (var each : object.properties()) fillIn(inside(schema, each.getKey()), each.getValue());
  }

  /// Where there is no schema, everything may be.
  private static boolean mayBeNull(JsonNode schema) {
    return !schema.isObject() || schema.path("nullable").asBoolean();
  }

  private static JsonNode inside(JsonNode schema, String name) {
    var known = schema.path("properties").path(name);
    return known.isMissingNode() ? schema.path("additionalProperties") : known;
  }
}
