package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// An autoscaler changes the replicas of a Deployment, which the Stack ignores, while a release
/// waits for a person. `CasesIT` has the one that does not.
@ExtendWith(OnControlPlane.class)
@Tag("R-IGN-7")
final class AutoscaledIT {
  private static final String RIGHTS =
      Rights.to("get, create, patch, delete", "deployments").replace("[\"\"]", "[apps]");

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        interval: 1s
        driftPolicy: {mode: Report}
        approval: {mode: APPROVAL}
        variables: [{name: image, type: string, value: IMAGE}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: web}
      spec:
        stack: shop
        type: kubernetes_object
        lifecycle: {ignoreChanges: [manifest.spec.replicas]}
        config:
          manifest:
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: main, image: "${variable.image}"}]}
      """;

  private static String release(String approval, String image) {
    return SHOP.replace("APPROVAL", approval).replace("IMAGE", image);
  }

  @Test
  void approval_lastsWhileItIsScaledOnAndOn(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    kubectl.apply(RIGHTS);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(release("Automatic", "nginx:1"));
      kubectl.awaitReady("shop");
      kubectl.apply(release("Manual", "nginx:2"));
      var plan = kubectl.awaitPlan("shop");

      scale(namespace, 5);
      scale(namespace, 4);
      kubectl.approve(plan);

      var web =
          namespace.await(
              "deployment.apps web",
              "the new image",
              found -> found.toString().contains("nginx:2"));
      assertThat(web.at("/spec/replicas").asInt()).isEqualTo(4);
      assertThat(kubectl.get("plan " + plan, ".status.phase")).isNotEqualTo("Superseded");
    }
  }

  /// Until the Stack has read it.
  private static void scale(TestNamespace namespace, int replicas) {
    namespace.kubectl("scale", "deployment/web", "--replicas=" + replicas).orThrow();
    namespace.awaitAll(
        "resourceinstances",
        replicas + " replicas",
        found ->
            found.stream().anyMatch(each -> each.toString().contains("\"replicas\":" + replicas)));
  }
}
