package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A Stack that is deleted while some of its objects are protected.
@ExtendWith(OnControlPlane.class)
final class ProtectedDeletionIT {
  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, approval: {mode: Automatic}, deletion: {approval: Automatic}}
      """;

  private static final String RESOURCE =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: NAME}
      spec: {stack: shop, type: terraform_data, lifecycle: {preventDestroy: PREVENTED}}
      """;

  private static String resource(String name, boolean prevented) {
    return RESOURCE.replace("NAME", name).replace("PREVENTED", String.valueOf(prevented));
  }

  /// The Resource of one is there, and that of the other went with the Stack.
  @Test
  @Tag("R-PD-2")
  void stackGoes_onceNothingThatIsDeclaredProtectsItsObjects(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(STACK + resource("there", true) + resource("gone", true));
      kubectl.awaitReady("shop");
      namespace.beginDelete("stack shop");
      namespace.delete("resource gone");
      kubectl.awaitReason("stack shop", "PreventDestroy");
      assertThat(kubectl.message("stack shop")).contains("Declare it without the option");

      kubectl.apply(resource("there", false) + resource("gone", false));

      namespace.awaitGone("stack shop");
      assertThat(new Records(namespace).all()).isEmpty();
    }
  }
}
