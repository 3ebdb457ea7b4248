package io.keelson.operator;

import static io.keelson.operator.CloudShop.SHOP;
import static io.keelson.operator.CloudShop.thing;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Command;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// What an operator tells Prometheus that has planned and applied something with a provider.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@ResourceLock(CloudShop.ALONE)
@Order(OnControlPlane.EARLY)
final class MetricsIT {
  private static final String PROVIDER = "keelson.dev/test/keelsontest";

  @TempDir private Path world;
  private TestNamespace namespace;
  private CloudShop shop;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    shop = new CloudShop(own, world);
  }

  @AfterEach
  void stop() {
    shop.close();
  }

  @Test
  void metrics_tellOfThePlanThatWaitsAndOfWhatWasDone() {
    shop.kubectl.apply(SHOP + thing("one"));
    shop.kubectl.awaitReady("shop");
    namespace.delete("resource web");
    shop.kubectl.merge("stack shop", "{\"spec\":{\"outputs\":null}}");
    shop.kubectl.awaitPlan("shop");
    namespace.eventually(
        () -> assertThat(shop.metrics().sum("keelson_plans_waiting")).isEqualTo(1));

    var metrics = shop.metrics();
    var own = namespace.name();
    assertThat(metrics.sum("controller_runtime_reconcile_total", "result", "success")).isPositive();
    assertThat(
            metrics.sum("controller_runtime_reconcile_time_seconds_count", "controller", "stack"))
        .isPositive();
    assertThat(metrics.sum("controller_runtime_reconcile_total", "controller", "provider"))
        .isPositive();
    assertThat(metrics.samples()).anyMatch(each -> each.name().equals("workqueue_depth"));
    assertThat(metrics.sum("workqueue_queue_duration_seconds_count", "name", "planning"))
        .isPositive();
    assertThat(metrics.sum("rest_client_requests_total", "code", "200", "method", "GET"))
        .isPositive();
    assertThat(metrics.sum("rest_client_request_duration_seconds_count", "verb", "GET"))
        .isPositive();
    assertThat(metrics.samples())
        .anyMatch(each -> each.name().equals("rest_client_request_retries_total"));
    assertThat(metrics.sum("leader_election_master_status", "name", "keelson-leader")).isOne();
    assertThat(metrics.sum("keelson_lease_transitions_total")).isOne();
    assertThat(metrics.sum("keelson_plan_duration_seconds_count", "result", "success"))
        .isPositive();
    assertThat(metrics.sum("keelson_apply_duration_seconds_count", "result", "success"))
        .isPositive();
    assertThat(metrics.sum("keelson_change_to_ready_seconds_count", "result", "success"))
        .isPositive();
    assertThat(metrics.sum("keelson_changes_total", "action", "create", "result", "done")).isOne();
    assertThat(metrics.sum("keelson_changes_total")).isOne();
    assertThat(
            metrics.sum(
                "keelson_provider_requests_total",
                "provider",
                PROVIDER,
                "method",
                "apply",
                "code",
                "OK"))
        .isOne();
    assertThat(
            metrics.sum(
                "keelson_provider_request_duration_seconds_count",
                "provider",
                PROVIDER,
                "method",
                "apply"))
        .isOne();
    assertThat(metrics.sum("keelson_provider_processes", "provider", PROVIDER)).isPositive();
    assertThat(
            metrics.sum(
                "keelson_provider_process_starts_total", "provider", PROVIDER, "reason", "needed"))
        .isPositive();
    assertThat(metrics.sum("keelson_stacks", "namespace", own, "reason", "AwaitingApproval"))
        .isOne();
    assertThat(metrics.sum("keelson_instances", "namespace", own)).isOne();
    assertThat(metrics.sum("keelson_state_bytes", "namespace", own)).isPositive();
    assertThat(metrics.sum("keelson_drifted_instances", "namespace", own)).isZero();
    assertThat(metrics.sum("keelson_plan_waiting_oldest_timestamp_seconds", "namespace", own))
        .isBetween(1e9, 1e10);
    assertThat(metrics.sum("keelson_watches", "purpose", "Stack")).isOne();
    assertThat(metrics.sum("keelson_watch_last_event_timestamp_seconds", "purpose", "Stack"))
        .isBetween(1e9, 1e10);
    assertThat(metrics.samples())
        .anyMatch(each -> each.name().equals("keelson_watch_restarts_total"));
    assertThat(metrics.sum("keelson_watches_lost")).isZero();
    assertThat(metrics.sum("keelson_build_info", "version", "development")).isOne();
    assertThatNothingIsNamed(metrics);
    assertThatPromtoolAgrees(metrics);
  }

  private static void assertThatNothingIsNamed(ScrapedMetrics metrics) {
    var said =
        metrics.samples().stream()
            .flatMap(each -> each.labels().entrySet().stream())
            .filter(label -> !label.getKey().equals("namespace"))
            .map(label -> label.getValue())
            .collect(Collectors.toSet());
    assertThat(said).allSatisfy(each -> assertThat(each).doesNotContain("shop", "web", "canary"));
  }

  private static void assertThatPromtoolAgrees(ScrapedMetrics metrics) {
    var folder = Command.of("dev/prometheus", "path").run().orThrow().out().strip();
    var checked =
        Command.of(folder + "/promtool", "check", "metrics").reading(metrics.text()).run();
    assertThat(checked.exitCode()).as(checked.out() + checked.err()).isZero();
  }
}
