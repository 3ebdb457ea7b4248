package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Components that name a program, as the API server takes and shows them.
@ExtendWith(OnControlPlane.class)
@Tag("R-PRG-20")
final class ComponentProgramIT {
  private static final String PROGRAM =
      "program: {providerConfigRef: {name: parts}, type: 'site:index:WebApp'}";

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, removalGrace: 0s}
      """;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    operator = OperatorUnderTest.in(own);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private static String component(String... fields) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Component
    metadata: {name: web}
    spec: {stack: shop, %s}
    """
        .formatted(String.join(", ", fields));
  }

  @Test
  void componentWithAProgram_isWaitingForItsProviderAndForNoDefinition() {
    kubectl.apply(STACK);
    kubectl.apply(component(PROGRAM));

    kubectl.awaitReason("component web", "InvalidConfiguration");
    assertThat(kubectl.message("component web")).contains("There is no ProviderConfig 'parts'");
    assertThat(kubectl.get("component web", ".status.address")).isEqualTo("component.web");
    assertThat(namespace.kubectl("get", "component", "web").orThrow().out())
        .contains("DEFINITION")
        .contains("site:index:WebApp");
  }

  @Test
  void nameOfADefinition_standsInItsColumnAsEver() {
    kubectl.apply(component("definition: {name: web-app, version: \"~> 1.4\"}"));

    assertThat(namespace.kubectl("get", "component", "web").orThrow().out())
        .containsPattern("(?m)^web +shop +web-app ");
  }

  @Test
  void definitionBesideAProgram_orNeither_isRefusedByTheApiServer() {
    var rule = "spec.definition and spec.program exclude each other";

    assertThatThrownBy(() -> namespace.apply(component(PROGRAM, "definition: {name: web-app}")))
        .hasMessageContaining(rule);
    assertThatThrownBy(() -> namespace.apply(component("inputs: {}"))).hasMessageContaining(rule);
  }
}
