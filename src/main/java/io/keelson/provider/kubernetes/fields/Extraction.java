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
    var others = live.others(manager).stream().map(LiveObject.Managed::fields).toList();
    boolean owns = !fields.isEmpty();
    var object =
        owns && pick(live.json(), fields, others) instanceof ObjectNode picked
            ? picked
            : Json.object();
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

  /// @param others what other managers own at the same place
  private static JsonNode pick(JsonNode live, JsonNode fields, List<JsonNode> others) {
    boolean whole = isWhole(fields, others);
    return switch (live) {
      case ObjectNode object when !whole -> pick(object, fields, others);
      case ArrayNode array when !whole -> pick(array, fields, others);
      default -> live;
    };
  }

  /// An empty list is one whole as well as a list that can only be set as such. Others cannot have
  /// entries of the latter: what is there by now are theirs.
  private static boolean isWhole(JsonNode fields, List<JsonNode> others) {
    return fields.isEmpty() && others.stream().allMatch(JsonNode::isEmpty);
  }

  private static JsonNode pick(ObjectNode live, JsonNode fields, List<JsonNode> others) {
    var picked = Json.object();
    for (var field : fields.properties()) {
      if (!field.getKey().startsWith("f:")) continue;
      var name = field.getKey().substring(2);
      if (live.has(name))
        picked.set(name, pick(live.get(name), field.getValue(), under(field.getKey(), others)));
    }
    return picked;
  }

  private static JsonNode pick(ArrayNode live, JsonNode fields, List<JsonNode> others) {
    var picked = JsonNodeFactory.instance.arrayNode();
    for (var item : live)
      for (var owned : OwnedFields.items(fields))
        if (owned.names(item))
          picked.add(pick(item, fields.path(owned.field()), under(owned.field(), others)));
    return picked;
  }

  private static List<JsonNode> under(String field, List<JsonNode> trees) {
    return trees.stream().map(tree -> tree.path(field)).toList();
  }
}
