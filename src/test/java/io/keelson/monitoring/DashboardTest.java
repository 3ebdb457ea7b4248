package io.keelson.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.Rectangle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What Grafana and readers ask of the dashboard.
final class DashboardTest {
  private static final Dashboard DASHBOARD = Dashboard.read();
  private static final int WIDTH = 24;
  private static final Pattern METRIC =
      Pattern.compile("\\b(keelson|controller_runtime|workqueue|rest_client|leader_election)_\\w+");

  static List<JsonNode> panels() {
    return DASHBOARD.panels();
  }

  @Test
  void dashboard_isFoundByItsUid_andLetsTheReaderChooseTheDataSource() {
    assertThat(DASHBOARD.content().path("uid").asText()).isEqualTo("keelson");
    assertThat(DASHBOARD.content().at("/templating/list").findValuesAsText("name"))
        .containsExactly("datasource", "namespace");
    assertThat(DASHBOARD.content().findValues("datasource"))
        .isNotEmpty()
        .allMatch(each -> each.path("uid").asText().equals("$datasource"));
  }

  @Test
  void panels_haveIdsOfTheirOwn_andNoneLiesOnAnother() {
    assertThat(panels()).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
    var places = panels().stream().map(DashboardTest::place).toList();
    assertThat(places).allMatch(each -> each.x >= 0 && each.x + each.width <= WIDTH);
    for (int i = 0; i < places.size(); i++)
      for (int j = 0; j < i; j++)
        assertThat(places.get(i).intersects(places.get(j)))
            .as("%s on %s", panels().get(i).path("title"), panels().get(j).path("title"))
            .isFalse();
  }

  private static Rectangle place(JsonNode panel) {
    var at = panel.path("gridPos");
    return new Rectangle(
        at.path("x").asInt(), at.path("y").asInt(), at.path("w").asInt(), at.path("h").asInt());
  }

  @ParameterizedTest
  @MethodSource("panels")
  void panel_saysWhatItShows(JsonNode panel) {
    assertThat(panel.path("title").asText()).isNotBlank();
    if (panel.path("type").asText().equals("row")) return;
    assertThat(panel.path("description").asText()).endsWith(".");
    assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
    assertThat(panel.path("targets")).isNotEmpty();
    assertThat(panel.findValuesAsText("refId")).doesNotHaveDuplicates();
    if (panel.path("type").asText().equals("timeseries"))
      assertThat(panel.findValuesAsText("legendFormat")).doesNotContain("");
  }

  /// Of alerts and dashboard; histograms are described without their suffixes.
  @Test
  void everyMetricThatIsUsed_isDescribed() throws IOException {
    var page = Files.readString(Path.of("docs/metrics.md"));
    var used = new TreeSet<String>();
    Stream.concat(
            DASHBOARD.queries().stream().map(Dashboard.Query::expression),
            Alert.all().stream().map(Alert::expression))
        .flatMap(expression -> METRIC.matcher(expression).results())
        .forEach(found -> used.add(found.group().replaceFirst("_(bucket|count|sum)$", "")));
    assertThat(used)
        .hasSizeGreaterThan(20)
        .allMatch(metric -> page.contains("| `" + metric + "` |"));
  }
}
