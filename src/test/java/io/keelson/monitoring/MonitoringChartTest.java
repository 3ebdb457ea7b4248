package io.keelson.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Holds what the chart has of alerts and dashboard, and the PrometheusRule for those who use no
/// chart, to `deploy/`; `-Dprometheus.update=true` rewrites them.
final class MonitoringChartTest {
  private static final Pattern DOCUMENT = Pattern.compile("(?m)^---\\n");
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Path RULE = Path.of("deploy/prometheus/prometheusrule.yaml");

  @ParameterizedTest
  @CsvSource({
    "deploy/prometheus/rules.yaml, helm/keelson/files/rules.yaml",
    "deploy/grafana/dashboard.json, helm/keelson/files/dashboard.json",
  })
  void fileOfTheChart_isTheSame(Path original, Path copy) throws IOException {
    assertWritten(copy, Files.readString(original));
  }

  @Test
  void prometheusRule_isRenderedFromTheChart() throws IOException {
    var rendered = render("PrometheusRule", chart -> chart.set("prometheusRule.enabled", true));
    assertWritten(RULE, rendered);
    assertThat(YAML.readTree(rendered).path("spec")).isEqualTo(YAML.readTree(Alert.RULES.toFile()));
  }

  @Test
  void labelsAndAddressOfRunbooks_areThoseOfTheValues() throws IOException {
    var rendered =
        render(
            "PrometheusRule",
            chart ->
                chart
                    .set("prometheusRule.enabled", true)
                    .set("prometheusRule.labels.release", "monitoring")
                    .set("prometheusRule.runbooks", "https://example.org/runbooks/"));
    var rule = YAML.readTree(rendered);
    assertThat(rule.at("/metadata/labels/release").asText()).isEqualTo("monitoring");
    var runbooks = rule.findValuesAsText("runbook_url");
    assertThat(runbooks)
        .hasSameSizeAs(Alert.all())
        .contains("https://example.org/runbooks/KeelsonNoLeader.md")
        .allMatch(each -> each.startsWith("https://example.org/runbooks/"));
  }

  @Test
  void dashboard_isInAConfigMapThatGrafanaFinds() throws IOException {
    var rendered =
        render(
            "ConfigMap",
            chart ->
                chart
                    .set("dashboard.enabled", true)
                    .set("dashboard.annotations.grafana_folder", "Keelson"));
    var map = YAML.readTree(rendered);
    assertThat(map.at("/metadata/labels/grafana_dashboard").asText()).isEqualTo("1");
    assertThat(map.at("/metadata/annotations/grafana_folder").asText()).isEqualTo("Keelson");
    assertThat(YAML.readTree(map.at("/data/keelson.json").asText()))
        .isEqualTo(Dashboard.read().content());
  }

  @Test
  void withoutBeingAskedFor_nothingIsRendered() {
    assertThat(render("PrometheusRule", UnaryOperator.identity())).isEmpty();
    assertThat(render("ConfigMap", UnaryOperator.identity())).isEmpty();
  }

  /// The documents of a kind that have something to do with monitoring.
  private static String render(String kind, UnaryOperator<TemplateCommand> settings) {
    var chart =
        new Helm(Path.of("helm/keelson"))
            .template()
            .withName("keelson")
            .withNamespace("keelson-system")
            .withKubeVersion("v1.31.0");
    return DOCUMENT
        .splitAsStream(settings.apply(chart).call())
        .filter(document -> document.contains("\nkind: " + kind + "\n"))
        .reduce("", String::concat);
  }

  private static void assertWritten(Path file, String expected) throws IOException {
    if (Boolean.getBoolean("prometheus.update")) Files.writeString(file, expected);
    assertThat(Files.readString(file))
        .as("%s; rewrite it with -Dtest=MonitoringChartTest -Dprometheus.update=true", file)
        .isEqualTo(expected);
  }
}
