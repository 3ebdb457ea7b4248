package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Bytes;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// What a Resource says about its replacements, through the operator.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class ReplaceOptionsIT {
  /// Of seven calls.
  private static final int KILLS = 5;

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

  private static final String RIGHTS =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: editor}
      rules: [{apiGroups: [""], resources: [configmaps, secrets], verbs: ["*"]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: editor}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: editor}
      subjects: [{kind: ServiceAccount, name: default}]
      ---
      """;

  private static final String TRIGGERED =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: words}
      stringData: {word: WORD}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: triggered}
      spec:
        settle: 0s
        variables: [{name: word, valueFrom: {secretKeyRef: {name: words, key: word}}}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk}
      spec:
        stack: triggered
        type: terraform_data
        config: {input: oak}
        lifecycle: {replaceTrigger: {word: "${variable.word}"}}
      """;

  private static final String HOUSE =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: house}
      spec: {settle: 1s, removalGrace: 0s}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: wall}
      spec: {stack: house, type: terraform_data, config: {input: brick}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: door}
      spec:
        stack: house
        type: kubernetes_object
        config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: door}}}
        lifecycle: {deletedWith: terraform_data.wall}
      """;

  private static final String LAYERED =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: layered}
      spec:
        settle: 1s
        removalGrace: 0s
        maxRemovals: 100%
        approval: {mode: Automatic}
        deletes: Layered
        onFailure: Stop
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: floor}
      spec: {stack: layered, type: terraform_data, config: {input: oak}}
      ---
      """;

  private static final String DESK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk}
      spec: {stack: layered, type: terraform_data, config: {input: oak}}
      """;

  private static final String SHELF =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: shelf}
      spec: {stack: layered, type: terraform_data, config: {input: oak}}
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

  @Test
  @Tag("R-PUL-14")
  void newValueOfASecret_replacesAndIsNowhereToBeSeen(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(RIGHTS + TRIGGERED.replace("WORD", "first-word"));
      kubectl.awaitReady("triggered");
      var before = ids(kubectl);

      kubectl.apply(TRIGGERED.replace("WORD", "other-word"));
      var plan = kubectl.awaitPlan("triggered");
      assertThat(kubectl.get("plan " + plan, ".spec.changes[0]['action','reason']"))
          .isEqualTo("destroy-then-create replaceTrigger has another value");
      kubectl.approve(plan);
      kubectl.awaitReady("triggered");

      assertThat(ids(kubectl)).isNotEqualTo(before);
      assertThat(kubectl.get("resourceinstances", ".items[0].status.replaceTrigger"))
          .matches("[0-9a-f]{8}:[0-9a-f]{32}");
      for (var kind : new String[] {"plans", "stacks", "resourceinstances", "events", "resources"})
        assertThat(kubectl.get(kind, ".items")).doesNotContain("first-word", "other-word");
    }
  }

  /// The ConfigMap is the witness: nobody asks the API server to delete it.
  @Test
  @Tag("R-PUL-30")
  void objectThatGoesWithAnother_isNotTouchedAndItsRecordGoes(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(RIGHTS + HOUSE);
      kubectl.awaitReady("house");
      assertThat(kubectl.get("resourceinstances", ".items[*].status.deletedWith"))
          .isEqualTo("terraform_data.wall");

      namespace.beginDelete("resource wall");
      namespace.beginDelete("resource door");
      var plan = kubectl.awaitPlan("house");
      assertThat(kubectl.get("plan " + plan, ".spec.changes[*].goesWith"))
          .isEqualTo("terraform_data.wall");
      assertThat(kubectl.get("plan " + plan, ".spec.text"))
          .contains("# (goes with terraform_data.wall");
      kubectl.approve(plan);

      kubectl.awaitPhase(plan, "Applied");
      namespace.eventually(
          () -> assertThat(kubectl.get("resourceinstances", ".items[*].metadata.name")).isEmpty());
      assertThat(kubectl.get("configmap door", ".metadata.name")).isEqualTo("door");
    }
  }

  /// Killed between the legs, and in the middle of them: nothing is done twice, and the one
  /// approval covers the rest.
  @Test
  @Tag("R-PUL-2")
  @Tag("R-PUL-31")
  void killedBetweenTheLegs_goesOnInOrderUnderTheSameApproval(
      TestNamespace namespace, @TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder)
      throws Exception {
    Installation.withAdmission(namespace);
    var kubectl = new Kubectl(namespace);
    var replacement = new InterruptedReplacement(namespace, folder);
    try {
      var plan = replacement.approved();
      assertThat(kubectl.get("plan " + plan, ".spec.changes[*].action"))
          .isEqualTo(
              "destroy-then-create destroy-then-create destroy-then-create destroy-then-create");
      for (int kill = 0; kill < KILLS; kill++) replacement.interrupt();
      replacement.letItEnd(plan);

      assertThat(replacement.effects())
          .containsExactlyInAnyOrder(
              "delete server-0-a",
              "delete server-1-a",
              "delete a",
              "create b",
              "create server-0-b",
              "create server-1-b",
              "create port-b")
          .containsSubsequence("delete server-0-a", "delete a", "create b", "create server-0-b")
          .containsSubsequence("delete server-1-a", "delete a", "create b", "create server-1-b")
          .containsSubsequence("delete a", "create b", "create port-b");
      // Nobody asked for the old port, which this cloud keeps.
      assertThat(replacement.deleted()).containsExactly("a", "server-0-a", "server-1-a");
      assertThat(replacement.there())
          .containsExactly("b", "port-a", "port-b", "server-0-b", "server-1-b");
      assertThat(kubectl.get("planapprovals", ".items[*].metadata.name").split(" ", -1)).hasSize(1);
      assertThat(kubectl.get("stack shop", ".status.applyEpoch")).isEqualTo("2");
      assertThat(new Records(namespace).remarkable()).isEmpty();
    } finally {
      ProviderFixture.giveUp(namespace, namespace.name());
    }
  }

  /// The shelf cannot be made, so that the desk, which has nothing to do with it, is not destroyed
  /// until it can.
  @Test
  @Tag("R-PUL-50")
  @Tag("R-PUL-52")
  void stackThatStopsAtAFailure_destroysNothingAfterIt(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    var records = new Records(namespace);
    var refused = new AtomicBoolean(true);
    try (var _ = OperatorUnderTest.in(namespace, real -> refusing(real, refused))) {
      kubectl.apply(LAYERED + DESK);
      kubectl.awaitReady("layered");

      namespace.beginDelete("resource desk");
      kubectl.apply(SHELF);
      kubectl.awaitReason("stack layered", "ApplyFailed");
      assertThat(records.ids()).containsOnlyKeys("terraform_data.desk", "terraform_data.floor");

      refused.set(false);
      kubectl.awaitReady("layered");
      assertThat(records.ids()).containsOnlyKeys("terraform_data.floor", "terraform_data.shelf");
    }
  }

  private static Provider refusing(Provider real, AtomicBoolean refused) {
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        if (!refused.get() || !request.at().resource().name().equals("shelf"))
          return super.apply(request);
        var error =
            Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "It is refused", "Wait.");
        return new ApplyAnswer.Returned(Optional.empty(), Bytes.NONE, List.of(error));
      }
    };
  }

  private static String office(String wood, String feet) {
    return OFFICE.replace("WOOD", wood).replace("FEET", feet);
  }

  private static String ids(Kubectl kubectl) {
    return kubectl.get("resourceinstances", ".items[*].status.state.id");
  }
}
