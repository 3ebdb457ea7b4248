package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What is declared counts, whether it can be planned or not.
@ExtendWith(OnControlPlane.class)
final class CountsIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: fine}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: pair}
      spec:
        stack: shop
        type: terraform_data
        forEach: ${toSet(["a", "b"])}
        config: {input: "${each.key}"}
        lifecycle:
          preconditions: [{condition: '${each.key == "a"}', errorMessage: only a}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: user}
      spec: {stack: shop, type: terraform_data, config: {input: '${terraform_data.pair["a"].id}'}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: typo}
      spec: {stack: shop, type: terraform_data, config: {inptu: x}}
      """;

  @Test
  void whatCannotBePlanned_isDeclaredAllTheSame(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(SHOP);

      namespace.eventually(
          () -> assertThat(kubectl.get("stack shop", ".status.resources")).isEqualTo("2/5"));
      assertThat(kubectl.get("stack shop", ".status.counts.declared")).isEqualTo("5");
      assertThat(kubectl.get("stack shop", ".status.conditions[?(@.type==\"Planned\")].status"))
          .isEqualTo("False");
      assertThat(instances(kubectl, "fine")).isEqualTo("1/1");
      assertThat(instances(kubectl, "pair")).isEqualTo("1/2");
      assertThat(instances(kubectl, "user")).isEqualTo("0/1");
      assertThat(instances(kubectl, "typo")).isEqualTo("0/1");
    }
  }

  private static String instances(Kubectl kubectl, String resource) {
    return kubectl.get("resource " + resource, ".status.instances");
  }
}
