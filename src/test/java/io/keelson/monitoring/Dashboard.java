package io.keelson.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// `deploy/grafana/dashboard.json`.
public record Dashboard(JsonNode content) {
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");

  /// A query of a panel, as Grafana sends it to Prometheus.
  ///
  /// @param instant whether it asks for what is now, not for a time
  public record Query(String panel, String expression, boolean instant) {
    @Override
    public String toString() {
      return panel + ": " + expression;
    }
  }

  public static Dashboard read() {
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

  /// The queries with all namespaces chosen.
  public List<Query> queries() {
    return queries(namespace().path("allValue").asText());
  }

  /// @param chosen what stands for the namespaces that the reader has chosen
  public List<Query> queries(String chosen) {
    return panels().stream()
        .flatMap(panel ->
            stream(panel.path("targets"))
                .map(target ->
                    new Query(
                        panel.path("title").asText(),
                        sent(target.path("expr").asText(), chosen),
                        target.path("instant").asBoolean())))
        .toList();
  }

  private static String sent(String expression, String chosen) {
    return expression
        .replaceAll("\\$__(rate_interval|interval|range)", "10s")
        .replace("$namespace", chosen);
  }

  /// The namespaces that a reader may choose from.
  public List<String> namespaces(Prometheus prometheus) {
    var query = LABEL_VALUES.matcher(namespace().path("query").asText());
    if (!query.matches()) throw new AssertionError("not a query for labels: " + namespace());
    return prometheus.labelValues(query.group(1), query.group(2));
  }

  private JsonNode namespace() {
    return stream(content.at("/templating/list"))
        .filter(each -> each.path("name").asText().equals("namespace"))
        .findFirst()
        .orElseThrow();
  }

  private static Stream<JsonNode> stream(JsonNode nodes) {
    return StreamSupport.stream(nodes.spliterator(), false);
  }
}
