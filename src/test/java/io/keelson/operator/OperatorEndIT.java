package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.CloudWorld;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// The operator is asked to end, as for every new version of it, while a provider makes something:
/// nobody is asked afterwards what became of that.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
final class OperatorEndIT {
  private static final String MANIFESTS =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Provider
      metadata: {name: NAMESPACE}
      spec:
        source: keelson.dev/test/keelsontest
        version: 2.0.0
        sources: [{directory: {path: "MIRROR"}}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: ProviderConfig
      metadata: {name: cloud}
      spec:
        providerRef: {name: NAMESPACE}
        config: {world: "WORLD", account: shop}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, providerConfigs: [cloud]}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: web}
      spec: {stack: shop, type: keelsontest_thing, config: {name: web}}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private CloudWorld cloud;

  @BeforeEach
  void declare(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    cloud = new CloudWorld(folder.resolve("world"));
    Installation.withAdmission(own);
    kubectl.apply(
        MANIFESTS
            .replace("NAMESPACE", namespace.name())
            .replace("MIRROR", TestProviders.mirror().toString())
            .replace("WORLD", cloud.folder().toString()));
  }

  @AfterEach
  void letTheProviderGo() {
    ProviderFixture.giveUp(namespace, namespace.name());
  }

  private void awaitMaking() {
    namespace.eventually(() -> assertThat(cloud.effects()).containsExactly("create web"));
  }

  @Test
  void createThatRuns_comesToItsEndAndIsRecorded() throws IOException {
    cloud.order(
        "slow", "{\"on\": \"create\", \"when\": \"after\", \"do\": \"delay\", \"delay\": \"5s\"}");
    try (var operator =
        OperatorProcess.start(
            namespace,
            folder.resolve("operator.log"),
            Map.of(),
            "--lease-namespace=" + namespace.name(),
            "--provider-folder=" + folder.resolve("p"))) {
      awaitMaking();
      operator.end();
    }

    assertThat(records.open()).isEmpty();
    assertThat(records.all())
        .singleElement()
        .satisfies(
            each -> assertThat(Objects.requireNonNull(each.getStatus()).phase).isEqualTo("Ready"));
  }

  @Test
  void createThatTakesTooLong_isStoppedAndStaysOpenIfItsAnswerDoesNotTell() {
    cloud.order("long", "{\"on\": \"create\", \"when\": \"after\", \"do\": \"hold\"}");
    try (var _ = OperatorUnderTest.impatient(namespace)) {
      awaitMaking();
    }

    assertThat(cloud.journal(line -> line.path("outcome").asText().equals("error")))
        .contains("ApplyResourceChange web");
    assertThat(cloud.objects()).hasSize(1);
    assertThat(records.open()).containsExactly("keelsontest_thing.web");
  }
}
