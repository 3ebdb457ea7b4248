package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The new object of a replacement turns out to have the name of the old one, which is still there.
@ExtendWith(OnControlPlane.class)
final class ReplacementInTheWayIT {
  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        approval: {mode: Automatic}
        variables: [{name: revision, type: string, value: "REVISION"}]
      ---
      # Made anew with each revision, so that its output is not known while planning.
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: suffix}
      spec:
        stack: shop
        type: terraform_data
        config: {input: same, triggers_replace: "${variable.revision}"}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: settings}
      spec:
        stack: shop
        type: kubernetes_object
        lifecycle: {createBeforeDestroy: FIRST}
        config:
          manifest:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "settings-${terraform_data.suffix.output}"}
            immutable: true
            data: {revision: "${variable.revision}"}
      """;

  private static String revision(String revision, boolean createBeforeDestroy) {
    return STACK.replace("REVISION", revision).replace("FIRST", "" + createBeforeDestroy);
  }

  @Test
  @Tag("R-CBD-1")
  void optionThatIsTakenAway_asTheMessageSays_letsTheOldObjectGoFirst(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    kubectl.apply(Rights.to("get, create, patch, delete", "configmaps"));
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(revision("1", true));
      kubectl.awaitReady("shop");
      var uid = kubectl.get("configmap settings-same", ".metadata.uid");

      kubectl.apply(revision("2", true));
      kubectl.awaitReason("resource settings", "InvalidConfiguration");
      assertThat(kubectl.message("resource settings"))
          .contains("would have the name of the old one", "take that option away");
      assertThat(kubectl.get("configmap settings-same", ".metadata.uid")).isEqualTo(uid);

      kubectl.apply(revision("2", false));
      kubectl.awaitReady("shop");
      assertThat(kubectl.get("configmap settings-same", ".data.revision")).isEqualTo("2");
    }
  }
}
