package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The operator is killed between the intent of an import and its result: the object is taken over
/// once, under the same approval, and stays the one that it was.
@Tag("soak")
@ExtendWith(OnControlPlane.class)
final class ImportInterruptedIT {
  private static final Duration CALL = Duration.ofSeconds(8);

  private static final String SHOP =
      Rights.to("get, create, patch, delete", "configmaps")
          + """
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec: {settle: 0s, approval: {mode: Manual}}
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: settings}
          spec:
            stack: shop
            type: kubernetes_object
            import: {id: ConfigMap/settings}
            config:
              manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {color: green}}
          """;

  private static final String RED =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: settings}
      data: {color: red}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  /// @param color what the object has when the operator is killed: red before the call, green after
  @ParameterizedTest
  @ValueSource(strings = {"red", "green"})
  void killedInTheMiddle_takesTheObjectOverOnce(String color, TestNamespace namespace)
      throws Exception {
    var kubectl = new Kubectl(namespace);
    var records = new Records(namespace);
    Installation.withAdmission(namespace);
    kubectl.apply(RED);
    var uid = kubectl.get("configmap settings", ".metadata.uid");
    try (var history = new ConfigMapHistory(namespace)) {
      try (var _ = OperatorProcess.start(namespace, CALL, folder.resolve("operator.log"))) {
        kubectl.apply(SHOP);
        kubectl.approve(kubectl.awaitPlan("shop"));
        namespace.eventually(() -> {
          assertThat(records.begun()).containsExactly("kubernetes_object.settings");
          assertThat(kubectl.get("configmap settings", ".data.color")).isEqualTo(color);
        });
      }
      assertThat(records.open()).as("killed before the result").hasSize(1);

      try (var _ = OperatorUnderTest.in(namespace)) {
        kubectl.awaitReady("shop");
      }

      assertThat(kubectl.get("configmap settings", ".data.color")).isEqualTo("green");
      assertThat(kubectl.get("configmap settings", ".metadata.uid")).isEqualTo(uid);
      assertThat(history.times()).containsOnly(Map.entry("settings", 1));
    }
    assertThat(records.ids()).containsOnly(Map.entry("kubernetes_object.settings", uid));
    assertThat(records.remarkable()).isEmpty();
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");
    assertThat(kubectl.get("planapprovals", ".items[*].metadata.name").split(" ", -1)).hasSize(1);
  }
}
