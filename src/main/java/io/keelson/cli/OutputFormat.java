package io.keelson.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.PlanPicture;

/// How a plan is printed.
enum OutputFormat {
  text,
  json,
  dot,
  mermaid;

  /// @param plan what [io.keelson.json.PlanJson] writes
  /// @param text the same for people
  String of(JsonNode plan, String text) {
    return switch (this) {
      case text -> PlanColours.onTerminals(text);
      case json -> plan.toPrettyString() + "\n";
      case dot -> new PlanPicture(plan).dot();
      case mermaid -> new PlanPicture(plan).mermaid();
    };
  }
}
