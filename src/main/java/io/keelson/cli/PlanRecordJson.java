package io.keelson.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// What a Plan of the cluster tells programs: which changes, what they come to, and what became of
/// the proposal. It has neither values nor an order; those are in what `keelson plan -o json`
/// writes.
final class PlanRecordJson {
  private static final List<String> PROPOSED =
      List.of(
          "stack",
          "digest",
          "counts",
          "changes",
          "changesOmitted",
          "components",
          "deferred",
          "deferredOmitted",
          "deviations");
  private static final List<String> BECAME =
      List.of("phase", "message", "decision", "completed", "failed", "diagnostics");

  private PlanRecordJson() {}

  /// @param plan the object as the API server has it
  static ObjectNode of(JsonNode plan) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("kind", "PlanRecord");
    copy(plan.path("metadata"), List.of("name", "namespace"), json);
    copy(plan.path("spec"), PROPOSED, json);
    copy(plan.path("status"), BECAME, json);
    copy(plan.path("spec"), List.of("text", "textTruncated"), json);
    return json;
  }

  private static void copy(JsonNode from, List<String> names, ObjectNode into) {
    for (String name : names) if (from.hasNonNull(name)) into.set(name, from.get(name));
  }
}
