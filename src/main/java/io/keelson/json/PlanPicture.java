package io.keelson.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/// The order of a plan as a picture: an arrow leads from each operation to those that wait for it.
///
/// @param plan what [PlanJson] writes
public record PlanPicture(JsonNode plan) {
  /// The colors that the node of an operation is drawn in.
  private record NodeStyle(String fill, String line) {}

  private static final Map<String, NodeStyle> STYLES =
      Map.of(
          "create", new NodeStyle("#dff5e1", "#2da44e"),
          "import", new NodeStyle("#dff5e1", "#2da44e"),
          "update", new NodeStyle("#fff8c5", "#bf8700"),
          "delete", new NodeStyle("#ffe2e0", "#cf222e"),
          "forget", new NodeStyle("#f0f0f0", "#6e7781"),
          "read", new NodeStyle("#ddf4ff", "#0969da"),
          "check", new NodeStyle("#f0f0f0", "#6e7781"));

  /// For Graphviz.
  public String dot() {
    var text = new StringBuilder("digraph plan {\n  rankdir = \"TB\"\n");
    text.append("  node [shape = \"box\", style = \"rounded,filled\"]\n");
    for (JsonNode operation : plan.path("order")) {
      var name = quoted(operation.path("operation").asText());
      var style = STYLES.get(operation.path("kind").asText());
      text.append("  ").append(name);
      text.append(
          style == null
              ? " [shape = \"point\"]\n"
              : " [fillcolor = \"%s\", color = \"%s\"]\n".formatted(style.fill(), style.line()));
    }
    for (JsonNode operation : plan.path("order"))
      for (JsonNode first : operation.path("waitsFor"))
        text.append("  ")
            .append(quoted(first.asText()))
            .append(" -> ")
            .append(quoted(operation.path("operation").asText()))
            .append('\n');
    return text.append("}\n").toString();
  }

  private static String quoted(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /// For Markdown pages that draw Mermaid.
  public String mermaid() {
    var ids = new HashMap<String, String>();
    var text = new StringBuilder("flowchart TB\n");
    for (JsonNode operation : plan.path("order")) {
      var name = operation.path("operation").asText();
      var kind = operation.path("kind").asText();
      var id = "n" + ids.size();
      ids.put(name, id);
      text.append("  ").append(id);
      text.append(
          STYLES.containsKey(kind)
              ? "[\"%s\"]:::%s%n".formatted(escaped(name), kind + "Step")
              : "(( ))\n");
    }
    for (JsonNode operation : plan.path("order"))
      for (JsonNode first : operation.path("waitsFor"))
        text.append(
            "  %s --> %s%n"
                .formatted(ids.get(first.asText()), ids.get(operation.path("operation").asText())));
    var kinds = new HashSet<String>();
    for (JsonNode operation : plan.path("order")) kinds.add(operation.path("kind").asText());
    STYLES.entrySet().stream()
        .filter(each -> kinds.contains(each.getKey()))
        .sorted(Map.Entry.comparingByKey())
        .forEach(each ->
            text.append(
                "  classDef %sStep fill:%s,stroke:%s,color:#1f2328%n"
                    .formatted(each.getKey(), each.getValue().fill(), each.getValue().line())));
    return text.toString();
  }

  private static String escaped(String name) {
    return name.replace("&", "#amp;").replace("\"", "#quot;").replace("<", "#lt;");
  }
}
