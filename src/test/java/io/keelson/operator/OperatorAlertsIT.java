package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.monitoring.Prometheus;
import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Alerts of a real Prometheus about what a real operator says: metrics, labels and reasons are
/// those that the rules ask for.
@ExtendWith(OnControlPlane.class)
final class OperatorAlertsIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, interval: 1s, approval: {mode: Manual}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: sign}
      spec:
        stack: shop
        type: kubernetes_object
        config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: sign}, data: {says: open}}}
      """;

  private static final String WATCHED = "keelson_watches{purpose=\"Resource\"} == 1";

  private static final String YARD =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: yard}
      spec: {settle: 0s}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: gate}
      spec: {stack: yard, type: terraform_data, config: {%s: open}}
      """;

  @Test
  void planThatWaits_driftAndMistake_fireUntilTheyAreDealtWith(
      TestNamespace namespace, @TempDir Path folder) throws IOException {
    var kubectl = new Kubectl(namespace);
    try (var operator = OperatorUnderTest.in(namespace);
        var prometheus = Prometheus.over(operator.address(), folder)) {
      kubectl.apply(Rights.to("get, create, patch, delete", "configmaps"));
      kubectl.apply(YARD.formatted("inputt"));
      kubectl.apply(SHOP);
      awaitFiring(prometheus, "KeelsonPlanWaits", "KeelsonStackFailed");

      kubectl.approve(kubectl.awaitPlan("shop"));
      kubectl.awaitReady("shop");
      kubectl.apply(YARD.formatted("input"));
      awaitFiring(prometheus);

      namespace.merge("configmap sign", "{\"data\":{\"says\":\"closed\"}}");
      awaitFiring(prometheus, "KeelsonDriftUnresolved", "KeelsonPlanWaits");

      kubectl.approve(kubectl.awaitPlan("shop"));
      awaitFiring(prometheus);
    }
  }

  /// The client asks for it again and again without a word to anybody.
  @Test
  void watchThatIsRefused_firesUntilItIsLetThrough(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    try (var operator = OperatorBehindProxy.start(namespace);
        var prometheus = Prometheus.over(operator.operator().address(), folder)) {
      Awaitility.await()
          .untilAsserted(
              () -> assertThat(prometheus.query(WATCHED).at("/data/result")).isNotEmpty());
      awaitFiring(prometheus);

      var watches = "/resources\\?.*watch=true";
      operator.proxy().inject("GET", watches, FaultyProxy.ALWAYS, new Fault.Answer(403));
      operator.proxy().dropWatches();
      awaitFiring(prometheus, "KeelsonWatchLost");

      operator.proxy().heal();
      awaitFiring(prometheus);
      assertThat(prometheus.query(WATCHED).at("/data/result")).isNotEmpty();
    }
  }

  /// And no others.
  private static void awaitFiring(Prometheus prometheus, String... alerts) {
    Awaitility.await()
        .untilAsserted(() -> assertThat(prometheus.firing()).containsExactlyInAnyOrder(alerts));
  }
}
