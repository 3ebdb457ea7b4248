package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// CustomResourceDefinitions of the operator are deleted by mistake while it runs.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@Order(OnControlPlane.EARLY)
final class OwnDefinitionsIT {
  private static final String STACK =
      Rights.to("get, create, patch, delete", "configmaps")
          + """
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: demo}
          spec: {settle: 1s, removalGrace: 1s, interval: 2s, approval: {mode: Automatic}}
          """;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    operator = OperatorUnderTest.in(own);
    kubectl.apply(STACK + map("one"));
    kubectl.awaitReady("demo");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private static String map(String value) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: a}
    spec:
      stack: demo
      type: kubernetes_object
      config:
        manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {value: %s}}
    """
        .formatted(value);
  }

  @Test
  void definitionThatIsMissing_isNamed_andUsedWhenItIsThereAgain() {
    namespace.kubectl("delete", "crd", "plans.keelson.dev", "runs.keelson.dev").orThrow();
    kubectl.apply(map("two"));
    namespace.eventually(() ->
        assertThat(kubectl.message("stack demo"))
            .contains("/apis/keelson.dev/v1alpha1/", "Install its CustomResourceDefinition"));

    namespace.kubectl("apply", "-f", "crds").orThrow();

    namespace.eventually(
        () -> assertThat(kubectl.get("configmap a", ".data.value")).isEqualTo("two"));
    kubectl.awaitReady("demo");
  }
}
