package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.apiserver.Json;
import io.keelson.apiserver.ObjectKey;
import java.util.List;

/// Reads back from a live object the manifest that a field manager applied: the fields it owns, as
/// the API server spells them.
public final class Extraction {
  private Extraction() {}

  /// @param key as the manifest wrote it, with or without a namespace
  public static ObjectNode manifest(ObjectKey key, LiveObject live, String manager) {
    var fields = live.fieldsOf(manager);
    boolean owns = !fields.isEmpty();
    var object =
        owns && pick(live.json(), fields) instanceof ObjectNode picked ? picked : Json.object();
    object.put("apiVersion", key.apiVersion()).put("kind", key.kind());
    var metadata =
        object.get("metadata") instanceof ObjectNode given ? given : object.putObject("metadata");
    metadata.put("name", key.name());
    if (!key.namespace().isEmpty()) metadata.put("namespace", key.namespace());
    if (metadata.get("annotations") instanceof ObjectNode annotations) {
      annotations.remove(List.of(LiveObject.OWNER, LiveObject.OPERATION));
      if (annotations.isEmpty()) metadata.remove("annotations");
    }
    return object;
  }

  private static JsonNode pick(JsonNode live, JsonNode fields) {
    return switch (live) {
      case ObjectNode object when !isWhole(fields) -> pick(object, fields);
      case ArrayNode array when !isWhole(fields) -> pick(array, fields);
      default -> live;
    };
  }

  private static boolean isWhole(JsonNode fields) {
    return fields.isEmpty();
  }

  private static JsonNode pick(ObjectNode live, JsonNode fields) {
    var picked = Json.object();
    for (var field : fields.properties()) {
      if (!field.getKey().startsWith("f:")) continue;
      var name = field.getKey().substring(2);
      if (live.has(name)) picked.set(name, pick(live.get(name), field.getValue()));
    }
    return picked;
  }

  private static JsonNode pick(ArrayNode live, JsonNode fields) {
    var picked = JsonNodeFactory.instance.arrayNode();
    for (var item : live)
      for (var owned : OwnedFields.items(fields))
        if (owned.names(item)) picked.add(pick(item, fields.path(owned.field())));
    return picked;
  }
}
