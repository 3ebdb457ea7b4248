package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Somebody deletes a managed object, and a finalizer holds it for a while.
@ExtendWith(OnControlPlane.class)
final class DyingObjectIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        interval: 1s
        approval: {mode: Automatic}
        variables: [{name: color, type: string, value: COLOR}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: paint}
      spec:
        stack: shop
        type: kubernetes_object
        config:
          manifest:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: paint}
            data: {color: "${variable.color}"}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: user}
      spec:
        stack: shop
        type: terraform_data
        config: {input: "${kubernetes_object.paint.object.data.color}"}
      """;

  @Test
  void objectThatIsBeingDeleted_isNotUpToDateNorUpdatedAndIsMadeAgainOnceItIsGone(
      TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    kubectl.apply(Rights.to("get, create, patch, delete", "configmaps"));
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(SHOP.replace("COLOR", "red"));
      kubectl.awaitReady("shop");
      var uid = kubectl.get("configmap paint", ".metadata.uid");
      namespace.merge("configmap paint", "{\"metadata\":{\"finalizers\":[\"example.com/hold\"]}}");
      namespace.beginDelete("configmap paint");

      kubectl.awaitReason("stack shop", "PlanFailed");
      assertThat(kubectl.message("stack shop"))
          .contains("kubernetes_object.paint", "is being deleted", "example.com/hold");

      kubectl.apply(SHOP.replace("COLOR", "blue"));
      kubectl.awaitReason("resource paint", "PlanFailed");
      assertThat(kubectl.get("configmap paint", ".data.color")).isEqualTo("red");

      namespace.merge("configmap paint", "{\"metadata\":{\"finalizers\":null}}");
      kubectl.approve(kubectl.awaitPlan("shop"));
      kubectl.awaitReady("shop");
      assertThat(kubectl.get("configmap paint", ".data.color")).isEqualTo("blue");
      assertThat(kubectl.get("configmap paint", ".metadata.uid")).isNotEqualTo(uid);
    }
  }
}
