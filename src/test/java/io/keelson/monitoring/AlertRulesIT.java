package io.keelson.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The alerts as promtool sees them: when each fires and ends, to the minute, over made-up series.
final class AlertRulesIT {
  private static final Path STORIES = Path.of("src/test/resources/prometheus/alerts.yaml");

  @Test
  void rules_areSuchThatPrometheusTakesThem() {
    var checked = Promtool.run("check", "rules", "--lint=all", Alert.RULES.toString());
    assertThat(checked.exitCode()).as(checked.out() + checked.err()).isZero();
    assertThat(checked.out()).contains(Alert.all().size() + " rules found");
  }

  @Test
  void eachAlert_firesAndEndsInItsTime() throws IOException {
    var tested = Promtool.run("test", "rules", STORIES.toString());
    assertThat(tested.exitCode()).as(tested.out() + tested.err()).isZero();
    var stories = Files.readString(STORIES);
    assertThat(Alert.all()).allMatch(alert -> stories.contains(alert.name()));
  }
}
