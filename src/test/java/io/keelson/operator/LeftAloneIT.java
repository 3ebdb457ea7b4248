package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Objects that are not destroyed when they go, and Resources that are not enabled, as people see
/// them through kubectl.
@ExtendWith(OnControlPlane.class)
final class LeftAloneIT {
  private static final String SHOP =
      Rights.to("get, create, patch, delete", "configmaps")
          + """
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec:
            settle: 1s
            removalGrace: 1s
            variables: [{name: lit, value: true}]
            outputs: [{name: lamp, value: "${terraform_data.lamp == null ? 'none' : terraform_data.lamp.output}"}]
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: lamp}
          spec: {stack: shop, type: terraform_data, enabled: "${variable.lit}", config: {input: bright}}
          """;

  private static String settings(String name) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: settings}
    spec:
      stack: shop
      type: kubernetes_object
      lifecycle: {destroy: false}
      config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {color: red}}}
    """
        .formatted(name);
  }

  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace);
    kubectl.apply(SHOP + "---\n" + settings("settings"));
    kubectl.awaitReady("shop");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  @Tag("R-PD-8")
  void replacedThenUndeclaredObject_existsOnAndItsRecordGoes() {
    kubectl.apply(settings("other"));
    approve("./+ kubernetes_object.settings");
    kubectl.awaitReady("shop");
    assertThat(records()).contains("kubernetes_object.settings").hasSize(2);

    kubectl.namespace().delete("resource settings");
    approve(". kubernetes_object.settings");
    kubectl.awaitReady("shop");

    assertThat(records()).containsExactly("terraform_data.lamp");
    assertThat(colorOf("settings")).isEqualTo("red");
    assertThat(colorOf("other")).isEqualTo("red");
  }

  @Test
  @Tag("R-PD-8")
  void objectOfADeletedStack_existsOnAlthoughNothingDeclaresItAnyMore() {
    kubectl.namespace().beginDeleteAll("stack,resource");

    approve(". kubernetes_object.settings");

    kubectl.namespace().awaitGone("stack/shop");
    assertThat(colorOf("settings")).isEqualTo("red");
  }

  @Test
  @Tag("R-VAL-12")
  void resourceThatIsNotEnabled_isNullAndComesBack() {
    light(false);
    approve("- terraform_data.lamp");
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("stack shop", ".status.outputs.lamp")).isEqualTo("none");

    light(true);
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("stack shop", ".status.outputs.lamp")).isEqualTo("bright"));
  }

  private void light(boolean lit) {
    kubectl.merge(
        "stack shop",
        "{\"spec\":{\"variables\":[{\"name\":\"lit\",\"value\":%s}]}}".formatted(lit));
  }

  /// Whatever is destructive waits for a person.
  private void approve(String line) {
    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, ".spec.text")).contains(line);
    kubectl.approve(plan);
    kubectl.awaitPhase(plan, "Applied");
  }

  private List<String> records() {
    return List.of(kubectl.get("resourceinstances", ".items[*].spec.address").split(" "));
  }

  private String colorOf(String configMap) {
    return kubectl.get("configmap " + configMap, ".data.color");
  }
}
