package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.apiserver.Json;
import java.util.Optional;

/// What a manager has applied in another version of an object's kind. For each change the API
/// server converts the object into that version, and changes nothing where it cannot: where the
/// object has a field by now that the version does not know, such as by a default of the new one.
public final class FormerVersion {
  private static final String VERSION = "apiVersion";
  private static final String FIELDS = "fieldsV1";
  private static final String FIELD = "f:";

  private FormerVersion() {}

  /// The `managedFields` in which the manager holds the same fields in the version in which the
  /// object was read, as far as it has them there; empty if it holds none in another one.
  public static Optional<JsonNode> renewed(LiveObject live, String manager) {
    var version = live.json().path(VERSION).asText();
    var all = Json.object().putArray("managedFields");
    boolean changed = false;
    for (var entry : live.json().path("metadata").path("managedFields")) {
      all.add(entry.deepCopy());
      if (!LiveObject.isApplied(entry, manager) || entry.path(VERSION).asText().equals(version))
        continue;
      var renewed = (ObjectNode) all.get(all.size() - 1);
      renewed.put(VERSION, version).set(FIELDS, there(entry.path(FIELDS), live.json()));
      changed = true;
    }
    return changed ? Optional.of((JsonNode) all) : Optional.empty();
  }

  /// Items of lists are not looked at: a list that is there may have others by now.
  private static JsonNode there(JsonNode fields, JsonNode value) {
    if (!value.isObject()) return fields;
    var there = Json.object();
    for (var field : fields.properties()) {
      var name = field.getKey();
      if (!name.startsWith(FIELD)) there.set(name, field.getValue());
      else if (value.has(name.substring(FIELD.length())))
        there.set(name, there(field.getValue(), value.get(name.substring(FIELD.length()))));
    }
    return there;
  }
}
