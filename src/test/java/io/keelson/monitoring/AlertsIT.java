package io.keelson.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// All alerts in a real Prometheus, over an operator that is played.
final class AlertsIT {
  @Test
  void everyAlert_firesAndEnds(@TempDir Path folder) throws IOException {
    var all = Alert.all().stream().map(Alert::name).toList();
    try (var operator = new PlayedMetrics("quiet.txt");
        var prometheus = Prometheus.over(operator.address(), folder)) {
      Awaitility.await().untilAsserted(() -> assertThat(prometheus.firing()).isEmpty());

      operator.play("loud.txt");
      Awaitility.await()
          .untilAsserted(
              () -> assertThat(prometheus.firing()).containsExactlyInAnyOrderElementsOf(all));

      operator.play("quiet.txt");
      Awaitility.await().untilAsserted(() -> assertThat(prometheus.firing()).isEmpty());
    }
  }
}
