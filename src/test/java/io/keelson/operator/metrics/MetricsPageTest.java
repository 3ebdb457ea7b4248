package io.keelson.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.monitoring.MetricsPage;
import io.keelson.monitoring.MetricsPage.Metric;
import io.keelson.operator.metrics.PlanMetrics.Readiness;
import io.keelson.operator.trace.Traces;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Compares `docs/metrics.md` with the metrics that there are.
final class MetricsPageTest {
  private static final Pattern TYPE = Pattern.compile("^# TYPE (\\w+) (\\w+)$", Pattern.MULTILINE);
  private static final Pattern LABELS =
      Pattern.compile("^(\\w+?)(_bucket)?\\{(.*)} ", Pattern.MULTILINE);
  private static final Pattern NAME = Pattern.compile("(\\w+)=\"");

  @Test
  void page_namesEveryMetricWithItsTypeAndLabels() {
    assertThat(MetricsPage.read()).isEqualTo(found(withEverything()));
  }

  private static SortedMap<String, Metric> found(String text) {
    var labels = new TreeMap<String, TreeSet<String>>();
    LABELS
        .matcher(text)
        .results()
        .forEach(line -> {
          var names = labels.computeIfAbsent(line.group(1), _ -> new TreeSet<>());
          NAME.matcher(line.group(3)).results().forEach(name -> names.add(name.group(1)));
          names.remove("le");
        });
    var all = new TreeMap<String, Metric>();
    TYPE.matcher(text)
        .results()
        .forEach(type -> {
          if (!type.group(1).matches("(jvm|process|system)_.*"))
            all.put(
                type.group(1),
                new Metric(type.group(2), labels.getOrDefault(type.group(1), new TreeSet<>())));
        });
    return all;
  }

  /// Metrics are shown from their first sample on.
  private static String withEverything() {
    try (var metrics = new OperatorMetrics(Traces.NONE)) {
      metrics.lease().lease("keelson-leader", () -> true);
      metrics.queues().depth("planning", () -> 1);
      metrics.queues().waits("planning").accept(1);
      metrics
          .requests()
          .afterConnectionFailure(RequestMetricsTest.request("GET"), new IOException());
      metrics.plans().ready(Readiness.SUCCESS, 1);
      var _ =
          metrics
              .providers()
              .measured(StubProvider.answering(List.of()))
              .validate("thing", StubProvider.NOTHING);
      metrics.processes().started("example.com/a/b", "needed");
      metrics.watches().purpose("Stack").restarted();
      metrics.watches().purpose("Stack").event();
      metrics
          .namespaces()
          .of(() ->
              List.of(
                  new StackFacts(
                      "team",
                      "AwaitingApproval",
                      InstanceFacts.of(
                          List.of(
                              new InstanceFacts.One(
                                  "Ready", 10, true, Optional.of(Instant.EPOCH)))),
                      Optional.of(Instant.EPOCH))));
      return metrics.text();
    }
  }
}
