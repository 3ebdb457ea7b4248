package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// An autoscaler changes the replicas of a Deployment, which the Stack ignores. Releases go on as
/// if it did not.
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

  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    this.namespace = namespace;
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace);
    kubectl.apply(RIGHTS);
    release("Automatic", "nginx:1");
    kubectl.awaitReady("shop");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private void release(String approval, String image) {
    kubectl.apply(SHOP.replace("APPROVAL", approval).replace("IMAGE", image));
  }

  private void scale(int replicas) {
    namespace.kubectl("scale", "deployment/web", "--replicas=" + replicas).orThrow();
  }

  private JsonNode awaitImage(String image) {
    return namespace.await(
        "deployment.apps web",
        image,
        found -> found.at("/spec/template/spec/containers/0/image").asText().equals(image));
  }

  @Test
  void anotherImage_isReleasedWithoutAPerson_andTheReplicasStayWithTheAutoscaler() {
    scale(5);
    release("Automatic", "nginx:2");

    var web = awaitImage("nginx:2");

    assertThat(web.at("/spec/replicas").asInt()).isEqualTo(5);
    assertThat(kubectl.managers("deployment web", "/f:spec/f:replicas"))
        .noneMatch(manager -> manager.startsWith("keelson"));
    kubectl.awaitReady("shop");

    scale(3);
    release("Automatic", "nginx:3");
    assertThat(awaitImage("nginx:3").at("/spec/replicas").asInt()).isEqualTo(3);
  }

  @Test
  void approval_lastsWhileItIsScaledOnAndOn() {
    release("Manual", "nginx:2");
    var plan = kubectl.awaitPlan("shop");

    scale(5);
    awaitReplicasSeen(5);
    scale(4);
    awaitReplicasSeen(4);
    kubectl.approve(plan);

    assertThat(awaitImage("nginx:2").at("/spec/replicas").asInt()).isEqualTo(4);
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isNotEqualTo("Superseded");
  }

  private void awaitReplicasSeen(int replicas) {
    namespace.awaitAll(
        "resourceinstances",
        replicas + " replicas",
        found ->
            found.stream().anyMatch(each -> each.toString().contains("\"replicas\":" + replicas)));
  }
}
