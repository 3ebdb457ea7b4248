package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The chart in the hands of real Helm. There is no kubelet: where Helm waits for Pods, the test
/// says what a kubelet would.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane(once = true)
final class HelmIT {
  private static final String CHART = "helm/keelson";
  private static final String OURS = "app.kubernetes.io/name=keelson";
  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 7s}
      """;

  private static final String RUNNING =
      """
      {"status": {"observedGeneration": GENERATION, "replicas": PODS, "updatedReplicas": PODS,
        "readyReplicas": PODS, "availableReplicas": PODS,
        "conditions": [
          {"type": "Progressing", "status": "True", "reason": "NewReplicaSetAvailable"},
          {"type": "Available", "status": "True"}]}}
      """;

  @TempDir private Path folder;

  private TestNamespace namespace;
  private TestNamespace system;
  private HelmProgram helm;

  @BeforeEach
  void begin(TestNamespace own) {
    namespace = own;
    system = new TestNamespace(own.controlPlane(), Installation.NAMESPACE);
    helm = HelmProgram.of(4, own.controlPlane());
  }

  @AfterEach
  void removeEverything(ControlPlane controlPlane) {
    for (String release : helm.succeed("list", "--short").lines().toList())
      helm.succeed("uninstall", release);
    // Helm leaves the Pods of its tests.
    system.kubectl("delete", "pods", "--all", "--now").orThrow();
    controlPlane.kubectl("delete", "crds", "-l", OURS, "--wait=false").orThrow();
    namespace.eventually(() -> assertThat(remindedOf(controlPlane)).isEmpty());
  }

  /// The CRDs that are left. An API server that was about to serve a kind anew when its CRD was
  /// deleted goes on with that after minutes, or when the CRD is changed.
  private static String remindedOf(ControlPlane controlPlane) {
    var reminder = "reminder=" + System.nanoTime();
    controlPlane.kubectl("annotate", "crds", "-l", OURS, "--overwrite", reminder);
    return controlPlane.kubectl("get", "crds", "-l", OURS, "-o", "name").orThrow().out();
  }

  @Test
  void installation_isWaitedForAndTested() {
    var installing =
        helm.begin("install", "keelson", CHART, "--create-namespace", "--wait", "--timeout", "3m");
    kubeletStartsTheDeployment(1);
    assertThat(installing.join().orThrow().out())
        .contains("STATUS: deployed", "Keelson runs in namespace keelson-system");

    var testing = helm.begin("test", "keelson", "--timeout", "3m");
    var pod = system.await("pod keelson-test", "it", found -> !found.isMissingNode());
    assertThat(pod.at("/spec/containers/0/args").toString())
        .isEqualTo("[\"ready\",\"keelson-metrics.keelson-system:8080\"]");
    assertThat(pod.at("/spec/volumes").toString()).doesNotContain("token");
    // The Service and the Deployment do not take it for an operator.
    assertThat(pod.at("/metadata/labels"))
        .isNotEqualTo(system.get("service keelson-metrics").at("/spec/selector"));
    assertThat(pod.at("/metadata/labels/app.kubernetes.io~1name").asText())
        .isEqualTo("keelson-test");
    system.mergeStatus("pod keelson-test", "{\"status\": {\"phase\": \"Succeeded\"}}");
    assertThat(testing.join().orThrow().out()).contains("Succeeded");
  }

  @Test
  void testOfAnOperatorThatIsNotReady_fails() {
    install(helm, CHART);
    var testing = helm.begin("test", "keelson", "--timeout", "3m");
    system.await("pod keelson-test", "it", found -> !found.isMissingNode());
    system.mergeStatus("pod keelson-test", "{\"status\": {\"phase\": \"Failed\"}}");
    assertThat(testing.join().exitCode()).isEqualTo(1);
  }

  @Test
  void upgradeAndRollback_bringWhatTheirChartSays_andKeepState() throws IOException {
    var earlier = EarlierChart.in(folder.resolve("earlier")).toString();
    install(helm, earlier);
    assertThat(version()).isEqualTo(EarlierChart.VERSION);
    assertThat(namespace.applyAs("admin", STACK).err())
        .contains("unknown field \"spec." + EarlierChart.UNKNOWN_FIELD);

    var upgrading =
        helm.begin("upgrade", "keelson", CHART, "--set", "replicas=2", "--wait", "--timeout", "3m");
    system.await("deployment keelson", "2 replicas", each -> replicas(each) == 2);
    kubeletStartsTheDeployment(2);
    upgrading.join().orThrow();
    assertThat(version()).isEqualTo("0.1.0");
    assertThat(system.exists("poddisruptionbudget keelson")).isTrue();
    assertThat(system.exists("configmap " + EarlierChart.FORMER_CONFIG_MAP)).isFalse();
    namespace.apply(STACK);

    helm.succeed("rollback", "keelson", "1");
    assertThat(version()).isEqualTo(EarlierChart.VERSION);
    assertThat(replicas(system.get("deployment keelson"))).isEqualTo(1);
    assertThat(system.exists("poddisruptionbudget keelson")).isFalse();
    assertThat(system.exists("configmap " + EarlierChart.FORMER_CONFIG_MAP)).isTrue();
    assertThat(namespace.exists("stack shop")).isTrue();
  }

  @Test
  void uninstall_keepsState_whichTheNextReleaseTakesOver() {
    install(helm, CHART);
    namespace.apply(STACK);
    assertThat(helm.succeed("uninstall", "keelson"))
        .contains("kept due to the resource policy", "stacks.keelson.dev");
    assertThat(system.exists("deployment keelson")).isFalse();
    assertThat(namespace.get("clusterrole keelson-operator").isMissingNode()).isTrue();
    assertThat(namespace.get("stack shop").at("/spec/settle").asText()).isEqualTo("7s");

    assertThat(helm.run("install", "other", CHART).err()).contains("invalid ownership metadata");
    helm.succeed("install", "other", CHART, "--take-ownership");
    assertThat(system.exists("deployment keelson")).isTrue();
    assertThat(namespace.exists("stack shop")).isTrue();
  }

  @Test
  void releaseOfHelm3_isUpgradedBy3AndThenBy4(ControlPlane controlPlane) throws IOException {
    var helm3 = HelmProgram.of(3, controlPlane);
    var earlier = EarlierChart.in(folder.resolve("earlier")).toString();
    install(helm3, earlier, "--set", "replicas=null");
    helm3.succeed("upgrade", "keelson", CHART, "--reuse-values");
    assertThat(version()).isEqualTo("0.1.0");
    system.kubectl("scale", "deployment", "keelson", "--replicas=3").orThrow();

    // Who scales owns the replicas, and the chart says nothing of them.
    helm.succeed(
        "upgrade", "keelson", CHART, "--reuse-values", "--set", "hold=true", "--server-side=true");
    var deployment = system.get("deployment keelson");
    assertThat(replicas(deployment)).isEqualTo(3);
    assertThat(deployment.toString()).contains("\"--hold\"");
    assertThat(helm3.run("install", "again", CHART, "--set", "replicas=0").err())
        .contains("replicas: Must be greater than or equal to 1");
  }

  /// Helm does not wait for CRDs that are templates.
  private void install(HelmProgram helm, String chart, String... options) {
    helm.with("install", "keelson", chart, "--create-namespace").succeed(options);
    namespace.awaitServed("stacks.keelson.dev");
  }

  private String version() {
    return system
        .get("deployment keelson")
        .at("/metadata/labels/app.kubernetes.io~1version")
        .asText();
  }

  private static int replicas(JsonNode deployment) {
    return deployment.at("/spec/replicas").asInt();
  }

  private void kubeletStartsTheDeployment(int replicas) {
    var found = system.await("deployment keelson", "it", each -> !each.isMissingNode());
    system.mergeStatus(
        "deployment keelson",
        RUNNING
            .replace("GENERATION", found.at("/metadata/generation").asText())
            .replace("PODS", String.valueOf(replicas)));
  }
}
