package io.keelson.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import java.util.ArrayList;

/// A plan of which only the JSON is at hand, in a line for each change and one for the counts.
final class PlanLines {
  private PlanLines() {}

  /// @param plan what [io.keelson.json.PlanJson] writes
  static String of(JsonNode plan) {
    var text = new StringBuilder();
    for (JsonNode change : plan.path("changes")) {
      text.append("%3s %s".formatted(sign(change), change.path("address").asText()));
      if (change.has("deposedKey"))
        text.append(" (deposed ").append(change.get("deposedKey").asText()).append(')');
      if (change.has("reasonText")) text.append("  # ").append(change.get("reasonText").asText());
      text.append('\n');
    }
    if (!text.isEmpty()) text.append('\n');
    for (JsonNode component : plan.path("components")) {
      if (!component.has("previousVersion")) continue;
      text.append(
          "%s: %s %s -> %s\n"
              .formatted(
                  component.path("address").asText(),
                  component.path("definition").asText(),
                  component.path("previousVersion").asText(),
                  component.path("version").asText()));
    }
    for (JsonNode deferred : plan.path("deferred"))
      text.append(
          "left to a later plan: %s  # %s\n"
              .formatted(deferred.path("address").asText(), deferred.path("causeText").asText()));
    if (!plan.path("deferred").isEmpty()) text.append('\n');
    var counts = new ArrayList<String>();
    for (PlanNumber each : PlanNumber.CHANGES) {
      int count = plan.path("counts").path(each.word()).asInt();
      if (count > 0) counts.add(each.told(count));
    }
    var sum = counts.isEmpty() ? "no changes of objects" : String.join(", ", counts);
    return text.append("Plan: ").append(sum).append(".\n").toString();
  }

  private static String sign(JsonNode change) {
    return switch (change.path("action").asText()) {
      case "create", "recreate" -> "+";
      case "update" -> "~";
      case "destroy-then-create" -> "-/+";
      case "create-then-destroy" -> "+/-";
      case "forget-then-create" -> "./+";
      case "delete" -> "-";
      case "forget" -> ".";
      case "read" -> "<=";
      default -> " ";
    };
  }
}
