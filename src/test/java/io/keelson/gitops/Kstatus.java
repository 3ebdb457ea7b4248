package io.keelson.gitops;

import com.fasterxml.jackson.databind.JsonNode;

/// What kstatus says of an object of a kind that it does not know, as `kubectl wait`-like tools,
/// `helm --wait` and Flux without expressions see it.
final class Kstatus {
  private Kstatus() {}

  static String of(JsonNode object) {
    if (object.path("metadata").has("deletionTimestamp")) return "Terminating";
    var status = object.path("status");
    if (!status.isObject()) return status.isMissingNode() ? "Current" : "Error";
    if (isStale(object)) return "InProgress";
    if (!status.path("conditions").isMissingNode() && !status.path("conditions").isArray())
      return "Error";
    if (has(status, "Reconciling", "True")) return "InProgress";
    if (has(status, "Stalled", "True")) return "Failed";
    boolean unready = has(status, "Ready", "False") || has(status, "Ready", "Unknown");
    return unready ? "InProgress" : "Current";
  }

  /// Whether the status is about an earlier generation; not if it does not say.
  static boolean isStale(JsonNode object) {
    var observed = object.path("status").path("observedGeneration");
    return observed.isNumber()
        && observed.asLong() != object.path("metadata").path("generation").asLong();
  }

  private static boolean has(JsonNode status, String type, String value) {
    for (JsonNode condition : status.path("conditions"))
      if (condition.path("type").asText().equals(type))
        return condition.path("status").asText().equals(value);
    return false;
  }
}
