package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// In which layers objects are deleted here: what needs nothing that is deleted is in the lowest
/// one, and goes last. Components have no layer: who needs one needs what is in it.
///
/// @param state the records before that
record Layers(JsonNode state) {
  /// From 1.
  int of(String resource) {
    return of(resource, new TreeSet<>());
  }

  /// @param way what needs it, so that a circle ends
  private int of(String resource, SortedSet<String> way) {
    if (way.contains(resource)) return 0;
    var further = new TreeSet<>(way);
    further.add(resource);
    int below = needed(resource).mapToInt(each -> of(each, further)).max().orElse(0);
    return below + (isDeleted(Before.record(state, resource)) ? 1 : 0);
  }

  private Stream<String> needed(String resource) {
    var needed = new TreeSet<String>();
    var record = Before.record(state, resource);
    record.path("dependencies").forEach(each -> needed.add(each.asText()));
    if (record.has("deletedWith")) needed.add(record.path("deletedWith").asText());
    if (!isObject(record))
      for (JsonNode each : state)
        if (each.path("parent").asText().equals(resource))
          needed.add(each.path("resource").asText());
    return needed.stream();
  }

  private static boolean isObject(JsonNode record) {
    return record.has("provider");
  }

  /// What is only forgotten has no layer.
  private static boolean isDeleted(JsonNode record) {
    return isObject(record)
        && !record.has("deletedWith")
        && !record.path("retainOnDelete").asBoolean(false)
        && !record.path("external").asBoolean(false);
  }
}
