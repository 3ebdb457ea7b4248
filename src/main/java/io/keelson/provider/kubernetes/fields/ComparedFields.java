package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.apiserver.Json;
import java.util.List;

/// The fields tree by which a manifest and a live object are compared: ours, and that of others
/// where we have set nothing, or only that there is nothing, such as an empty list. For the API
/// server gives such a list to whoever puts the first item into it.
///
/// It tells what can be set entry by entry, where an apply leaves alone what others have added,
/// from what can only be set as a whole, such as a selector, where it does not.
final class ComparedFields {
  private static final String FIELD = "f:";

  private ComparedFields() {}

  /// @param ours a missing node if we own nothing, as of an object that is imported
  /// @param others at least one that owns something, or else there is nothing to tell
  /// @return with [OwnedFields#THEIRS] where others have what can only be set as a whole
  static JsonNode of(JsonNode ours, List<JsonNode> others) {
    var theirs = Json.object();
    for (var each : others) merge(theirs, each);
    if (!(ours instanceof ObjectNode own)) return theirs.isEmpty() ? Json.MISSING : entries(theirs);
    var all = own.deepCopy();
    add(all, theirs);
    return all;
  }

  private static void merge(ObjectNode all, JsonNode more) {
    for (var field : more.properties()) {
      var name = field.getKey();
      merge(
          all.get(name) instanceof ObjectNode same ? same : all.putObject(name), field.getValue());
    }
  }

  private static void add(ObjectNode ours, ObjectNode theirs) {
    for (var field : theirs.properties()) {
      var name = field.getKey();
      var own = ours.get(name);
      var others = (ObjectNode) field.getValue();
      if (own instanceof ObjectNode parts && !parts.isEmpty()) add(parts, others);
      // Items of others in a list of ours are no concern of ours.
      else if (own == null ? name.startsWith(FIELD) : !others.isEmpty())
        ours.set(name, others.isEmpty() ? OwnedFields.THEIRS : entries(others));
    }
  }

  private static ObjectNode entries(ObjectNode others) {
    var entries = Json.object();
    for (var field : others.properties()) {
      var name = field.getKey();
      var parts = (ObjectNode) field.getValue();
      if (!parts.isEmpty()) entries.set(name, entries(parts));
      else if (!name.startsWith(FIELD)) entries.putObject(name);
      else entries.set(name, OwnedFields.THEIRS);
    }
    return entries;
  }
}
