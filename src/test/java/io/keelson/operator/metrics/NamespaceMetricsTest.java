package io.keelson.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.trace.Traces;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NamespaceMetricsTest {
  private final OperatorMetrics metrics = new OperatorMetrics(Traces.NONE);
  private final List<StackFacts> stacks = new ArrayList<>();

  NamespaceMetricsTest() {
    metrics.namespaces().of(() -> List.copyOf(stacks));
  }

  private static StackFacts stack(String namespace, String reason, long since) {
    var time = since == 0 ? Optional.<Instant>empty() : Optional.of(Instant.ofEpochSecond(since));
    var instances =
        List.of(
            new InstanceFacts.One("Ready", 60, since != 0, time),
            new InstanceFacts.One("Ready", 40, false, Optional.empty()));
    return new StackFacts(namespace, reason, InstanceFacts.of(instances), time);
  }

  @Test
  void stacksOfANamespace_areAddedUp() {
    stacks.add(stack("team", "UpToDate", 0));
    stacks.add(stack("team", "AwaitingApproval", 2000));
    stacks.add(stack("team", "AwaitingApproval", 1000));
    stacks.add(stack("other", "UpToDate", 0));

    assertThat(metrics.text())
        .contains("keelson_stacks{namespace=\"team\",reason=\"AwaitingApproval\"} 2.0")
        .contains("keelson_stacks{namespace=\"other\",reason=\"UpToDate\"} 1.0")
        .contains("keelson_instances{namespace=\"team\",status=\"Ready\"} 6.0")
        .contains("keelson_state_bytes{namespace=\"team\"} 300.0")
        .contains("keelson_drifted_instances{namespace=\"team\"} 2.0")
        .contains("keelson_plans_waiting{namespace=\"other\"} 0.0")
        .contains("keelson_plan_waiting_oldest_timestamp_seconds{namespace=\"team\"} 1000.0")
        .contains("keelson_drift_oldest_timestamp_seconds{namespace=\"team\"} 1000.0")
        .doesNotContain("timestamp_seconds{namespace=\"other\"}");
  }

  @Test
  void nothingIsLeft_ofANamespaceThatIsGone() {
    stacks.add(stack("team", "UpToDate", 0));
    assertThat(metrics.text()).contains("namespace=\"team\"");

    stacks.clear();

    assertThat(metrics.text()).doesNotContain("namespace=");
  }

  @Test
  void tenThousandStacks_makeAFewSeries() {
    for (int at = 0; at < 10_000; at++) stacks.add(stack("team" + at % 3, "UpToDate", 0));

    assertThat(metrics.text().lines().filter(line -> line.startsWith("keelson_stacks{")))
        .hasSize(3);
  }
}
