package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A Stack that was stored while the kinds of a later version were installed: one of its words is
/// none that this operator knows.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
final class UnknownWordIT {
  private static final String POLICY =
      "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/deletion/properties/policy/enum";

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, deletion: {policy: POLICY, approval: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: web}
      spec: {stack: shop, type: terraform_data, config: {input: WEB}}
      """;

  @Test
  void deletionPolicyThatThisVersionDoesNotKnow_isNeverTakenForDestroy(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(SHOP.replace("POLICY", "Destroy").replace("WEB", "one"));
      kubectl.awaitReady("shop");
      var record = kubectl.get("resourceinstances", ".items[*].metadata.uid");

      patchKind(namespace, "{\"op\": \"add\", \"path\": \"%s/-\", \"value\": \"Keep\"}");
      namespace.eventually(
          () -> kubectl.apply(SHOP.replace("POLICY", "Keep").replace("WEB", "two")));
      patchKind(
          namespace,
          "{\"op\": \"replace\", \"path\": \"%s\", \"value\": [\"Destroy\", \"Orphan\"]}");

      kubectl.awaitReason("stack shop", "InvalidConfiguration");
      assertThat(kubectl.message("stack shop"))
          .startsWith("spec.deletion.policy holds a word")
          .contains("It knows Destroy, Orphan.");
      assertThat(kubectl.get("stack shop", ".status.plan")).isEmpty();

      namespace.beginDelete("stack shop");
      namespace.eventually(() ->
          assertThat(kubectl.get("stack shop", ".status.observedGeneration"))
              .isEqualTo(kubectl.get("stack shop", ".metadata.generation")));
      assertThat(kubectl.reason("stack shop")).isEqualTo("InvalidConfiguration");

      kubectl.merge("stack shop", "{\"spec\": {\"deletion\": {\"policy\": \"Orphan\"}}}");
      namespace.awaitGone("stack/shop");
      assertThat(kubectl.get("resourceinstances", ".items[*].metadata.uid")).isEqualTo(record);
      assertThat(kubectl.get("resourceinstances", ".items[*].status.state.output.value"))
          .isEqualTo("one");
    }
  }

  private static void patchKind(TestNamespace namespace, String operation) {
    namespace
        .kubectl(
            "patch",
            "customresourcedefinition",
            "stacks.keelson.dev",
            "--type=json",
            "-p",
            "[" + operation.formatted(POLICY) + "]")
        .orThrow();
  }
}
