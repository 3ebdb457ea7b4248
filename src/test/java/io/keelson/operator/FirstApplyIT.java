package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the status of a Stack tells while its first apply lasts.
@ExtendWith(OnControlPlane.class)
final class FirstApplyIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: tag}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: disk}
      spec:
        stack: shop
        type: kubernetes_object
        config:
          manifest:
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: disk}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
          wait: {for: Ready}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: user}
      spec: {stack: shop, type: terraform_data, config: {input: "${kubernetes_object.disk.id}"}}
      """;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    this.namespace = namespace;
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace);
    kubectl.apply(Rights.to("get, create, patch, delete", "persistentvolumeclaims"));
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private void awaitDisk() {
    namespace.await("pvc disk", "it", claim -> !claim.isMissingNode());
  }

  @Test
  void waitThatIsDeclaredNoMore_endsAtOnceAndTheObjectStays() {
    kubectl.apply(SHOP);
    awaitDisk();
    var uid = kubectl.get("pvc disk", ".metadata.uid");

    kubectl.apply(SHOP.replace("wait: {for: Ready}", "wait: {for: Exists}"));

    kubectl.awaitReady("shop");
    assertThat(kubectl.get("pvc disk", ".metadata.uid")).isEqualTo(uid);
  }

  @Test
  void stackThatIsDeletedDuringAWait_doesNotWaitForItsEnd() {
    kubectl.apply(
        SHOP.replace("mode: Automatic}", "mode: Automatic}, deletion: {approval: Automatic}"));
    awaitDisk();

    namespace.beginDelete("stack shop");

    namespace.await("pvc disk", "its end", claim -> claim.at("/metadata").has("deletionTimestamp"));
    namespace.merge("pvc disk", "{\"metadata\":{\"finalizers\":null}}");
    namespace.awaitGone("stack shop");
  }

  @Test
  void columnsAndMessage_sayHowFarItIsAndWhatItWaitsFor() {
    kubectl.apply(SHOP);
    kubectl.awaitReason("stack shop", "Applying");
    assertThat(kubectl.get("stack shop", ".status.resources")).isEqualTo("0/3");
    assertThat(kubectl.get("stack shop", ".status.drifted")).isEqualTo("0");

    namespace.eventually(() ->
        assertThat(kubectl.message("stack shop"))
            .contains("1 of 3 operations is over.")
            .contains("kubernetes_object.disk is being created since ")
            .contains(": its phase is Pending."));

    namespace.mergeStatus("pvc disk", "{\"status\":{\"phase\":\"Bound\"}}");
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("stack shop", ".status.resources")).isEqualTo("3/3");
  }
}
