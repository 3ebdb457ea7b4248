package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// An operator that is to work for a namespace that is not there.
@ExtendWith(OnControlPlane.class)
final class MissingNamespaceIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop, namespace: NAMESPACE}
      spec: {settle: 0s, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: thing, namespace: NAMESPACE}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      """;

  @Test
  void namespaceThatIsNotThere_isNamed_keepsNothingElseBack_andIsServedWhenItIsMade(
      TestNamespace namespace) {
    var later = namespace.name() + "-later";
    try (var operator = OperatorUnderTest.alsoFor(later, namespace)) {
      namespace.eventually(() ->
          assertThat(operator.readiness()).startsWith("ok, but").contains(": " + later + ";"));
      namespace.apply(SHOP.replace("NAMESPACE", namespace.name()));
      new Kubectl(namespace).awaitReady("shop");

      namespace.apply("{apiVersion: v1, kind: Namespace, metadata: {name: " + later + "}}");
      namespace.apply(SHOP.replace("NAMESPACE", later));

      namespace.eventually(() -> assertThat(operator.readiness()).isEqualTo("ok\n"));
      namespace.eventually(() -> assertThat(operator.metrics().sum("keelson_stacks")).isEqualTo(2));
    }
  }
}
