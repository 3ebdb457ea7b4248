package io.keelson.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

/// One of the alerts of `deploy/prometheus/rules.yaml`.
record Alert(String name, String expression, JsonNode labels, JsonNode annotations) {
  static final Path RULES = Path.of("deploy/prometheus/rules.yaml");

  /// In the order of the file.
  static List<Alert> all() {
    try {
      var rules = new YAMLMapper().readTree(RULES.toFile()).at("/groups/0/rules");
      return StreamSupport.stream(rules.spliterator(), false).map(Alert::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Alert of(JsonNode rule) {
    return new Alert(
        rule.path("alert").asText(),
        rule.path("expr").asText(),
        rule.path("labels"),
        rule.path("annotations"));
  }

  /// Where it says that its page is.
  Path runbook() {
    return Path.of(annotations.path("runbook_url").asText());
  }

  @Override
  public String toString() {
    return name;
  }
}
