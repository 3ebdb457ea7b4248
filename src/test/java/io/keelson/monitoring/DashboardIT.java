package io.keelson.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The dashboard's queries in a real Prometheus, over an operator that is played.
final class DashboardIT {
  @Test
  void everyQuery_isOne_andReturnsData(@TempDir Path folder) throws IOException {
    try (var operator = new PlayedMetrics("quiet.txt");
        var prometheus = Prometheus.over(operator.address(), folder)) {
      for (var query : Dashboard.read().queries()) {
        assertThat(prometheus.format(query.expression()).path("status").asText())
            .as("%s", query)
            .isEqualTo("success");
        // A rate takes two scrapes.
        Awaitility.await()
            .untilAsserted(() ->
                assertThat(prometheus.query(query.expression()).at("/data/result"))
                    .as("%s", query)
                    .isNotEmpty());
      }
    }
  }
}
