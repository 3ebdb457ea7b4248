package io.keelson.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// `deploy/grafana/dashboard.json`.
record Dashboard(JsonNode content) {
  /// A query of a panel, as Grafana sends it to Prometheus.
  record Query(String panel, String expression) {
    @Override
    public String toString() {
      return panel + ": " + expression;
    }
  }

  static Dashboard read() {
    try {
      return new Dashboard(
          new JsonMapper().readTree(Path.of("deploy/grafana/dashboard.json").toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<JsonNode> panels() {
    return stream(content.path("panels")).toList();
  }

  List<Query> queries() {
    return panels().stream()
        .flatMap(panel ->
            stream(panel.path("targets"))
                .map(target ->
                    new Query(panel.path("title").asText(), sent(target.path("expr").asText()))))
        .toList();
  }

  private static String sent(String expression) {
    return expression
        .replaceAll("\\$__(rate_interval|interval|range)", "10s")
        .replace("$namespace", ".*");
  }

  private static Stream<JsonNode> stream(JsonNode nodes) {
    return StreamSupport.stream(nodes.spliterator(), false);
  }
}
