package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a Resource says about its replacements, through the operator.
@ExtendWith(OnControlPlane.class)
final class ReplaceOptionsIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 1s}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: network}
      spec:
        stack: shop
        type: terraform_data
        config: {triggers_replace: CIDR}
        lifecycle: {deleteBeforeReplace: true}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: server}
      spec:
        stack: shop
        type: terraform_data
        config: {triggers_replace: "${terraform_data.network.id}"}
        lifecycle: {FIRST: true}
      """;

  private static final String OFFICE =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: office}
      spec: {settle: 0s}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk}
      spec:
        stack: office
        type: terraform_data
        config: {input: {wood: WOOD, feet: FEET}}
        lifecycle: {replaceOnChanges: [input.*.kind], ignoreChanges: ["input.feet[*]"]}
      """;

  @Test
  @Tag("R-PUL-6")
  void contraryOrders_areToldOnStackAndResourcesUntilOneIsTakenBack(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(SHOP.replace("CIDR", "a").replace("FIRST", "createBeforeDestroy"));
      kubectl.awaitReady("shop");
      var before = ids(kubectl);

      kubectl.apply(SHOP.replace("CIDR", "b").replace("FIRST", "createBeforeDestroy"));
      kubectl.awaitReason("stack shop", "ReplaceOrderConflict");
      kubectl.awaitReason("resource network", "ReplaceOrderConflict");
      kubectl.awaitReason("resource server", "ReplaceOrderConflict");
      assertThat(kubectl.message("stack shop"))
          .contains("terraform_data.network", "deleteBeforeReplace", "createBeforeDestroy");
      assertThat(ids(kubectl)).isEqualTo(before);

      kubectl.apply(SHOP.replace("CIDR", "b").replace("FIRST", "deleteBeforeReplace"));
      var plan = kubectl.awaitPlan("shop");
      assertThat(kubectl.get("plan " + plan, ".spec.changes[*].action"))
          .isEqualTo("destroy-then-create destroy-then-create");
      kubectl.approve(plan);
      kubectl.awaitReady("shop");
      assertThat(ids(kubectl)).isNotEqualTo(before);
    }
  }

  @Test
  @Tag("R-PUL-10")
  @Tag("R-PUL-16")
  void namedAttribute_replacesAndIgnoredElementsDoNot(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(office("{kind: oak}", "[a, b]"));
      kubectl.awaitReady("office");
      var before = ids(kubectl);

      kubectl.apply(office("{kind: ash}", "[c, d]"));
      var plan = kubectl.awaitPlan("office");
      assertThat(kubectl.get("plan " + plan, ".spec.changes[0].action"))
          .isEqualTo("destroy-then-create");
      assertThat(kubectl.get("plan " + plan, ".spec.changes[0].replacePaths"))
          .isEqualTo("[\"input.wood.kind\"]");
      kubectl.approve(plan);
      kubectl.awaitReady("office");
      assertThat(ids(kubectl)).isNotEqualTo(before);
    }
  }

  private static String office(String wood, String feet) {
    return OFFICE.replace("WOOD", wood).replace("FEET", feet);
  }

  private static String ids(Kubectl kubectl) {
    return kubectl.get("resourceinstances", ".items[*].status.state.id");
  }
}
