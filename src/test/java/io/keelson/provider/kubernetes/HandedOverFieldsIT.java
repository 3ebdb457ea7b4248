package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.config;
import static io.keelson.provider.kubernetes.ManagedInstance.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A field that others have taken over is theirs as soon as it is declared no more.
@ExtendWith(OnControlPlane.class)
final class HandedOverFieldsIT {
  private static final String DEPLOYMENT =
      """
      manifest:
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec:
          replicas: 4
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: main, image: nginx}]}
      """;

  private static final String WITHOUT_REPLICAS = DEPLOYMENT.replace("    replicas: 4\n", "");

  private TestNamespace namespace;
  private ManagedInstance instance;

  @BeforeEach
  void use(TestNamespace own) {
    namespace = own;
    instance = new ManagedInstance(own.client(), own.name(), "kubernetes_object.a");
    instance.applied(DEPLOYMENT);
  }

  private int replicas() {
    return namespace.get("deployment.apps web").at("/spec/replicas").asInt();
  }

  private void assertHandedOver(int replicas) {
    assertThat(instance.planned(config(WITHOUT_REPLICAS)).warnings()).isEmpty();
    instance.applied(WITHOUT_REPLICAS);

    assertThat(replicas()).isEqualTo(replicas);
    instance.refreshed();
    assertThat(instance.isNoOp(WITHOUT_REPLICAS)).isTrue();
  }

  @Test
  void replicasThatSomebodyScales_areHisWhenTheyAreDeclaredNoMore() {
    namespace.kubectl("scale", "deployment", "web", "--replicas=6").orThrow();
    instance.refreshed();

    assertHandedOver(6);
  }

  /// Who scales by a subresource does so on, whether or not what is declared has caught up.
  @Test
  void replicasThatBothHaveSet_areHisWhenTheyAreDeclaredNoMore() {
    namespace.kubectl("scale", "deployment", "web", "--replicas=6").orThrow();
    instance.refreshed();
    instance.applied(DEPLOYMENT.replace("replicas: 4", "replicas: 6"));

    assertHandedOver(6);
  }

  @Test
  void fieldThatSomebodyHasChanged_isHisWhenItIsDeclaredNoMore() {
    namespace.merge("deployment.apps web", "{\"spec\":{\"replicas\":7}}");
    instance.refreshed();

    assertHandedOver(7);
  }

  @Test
  void fieldThatOthersSetToTheSame_isToldToStay() {
    namespace
        .applyAs(
            "admin",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec: {replicas: 4}
            """,
            "--server-side")
        .orThrow();
    instance.refreshed();

    assertThat(problems(instance.apply(config(WITHOUT_REPLICAS))))
        .extracting(Diagnostic::summary)
        .containsExactly("A field was not removed");
    assertThat(replicas()).isEqualTo(4);
  }
}
