package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A Stack from its declaration to its end, as people see it through kubectl.
@ExtendWith(OnControlPlane.class)
final class StackLifeIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 1s
        removalGrace: 1s
        outputs: [{name: greeting, value: "${terraform_data.b.output}"}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: a}
      spec: {stack: shop, type: terraform_data, config: {input: hello}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: b}
      spec: {stack: shop, type: terraform_data, config: {input: "${terraform_data.a.output} world"}}
      """;

  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace);
    kubectl.apply(SHOP);
    kubectl.awaitReady("shop");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  @Tag("R-STATE-3")
  void declaredStack_isAppliedWithItsOutputsAndAnEmptyPlan() {
    assertThat(kubectl.get("stack shop", ".status.outputs.greeting")).isEqualTo("hello world");
    assertThat(kubectl.get("stack shop", ".status.resources")).isEqualTo("2/2");
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");
    assertThat(kubectl.get("resourceinstances", ".items[*].status.phase")).isEqualTo("Ready Ready");
    kubectl.awaitReason("resource b", "UpToDate");

    // Another process knows all that: it finds nothing to do, not even for the output.
    operator.close();
    operator = OperatorUnderTest.in(kubectl.namespace());
    kubectl.merge("stack shop", "{\"spec\": {\"parallelism\": 3}}");
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("stack shop", ".status.observedGeneration"))
                .isEqualTo(kubectl.get("stack shop", ".metadata.generation")));
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");
  }

  @Test
  void replacement_waitsForAPersonAndKeepsTheOldObjectUntilThen() {
    var before = id("terraform_data.a");

    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: a}
        spec: {stack: shop, type: terraform_data, config: {input: bye, triggers_replace: x}}
        """);
    var plan = kubectl.awaitPlan("shop");

    assertThat(id("terraform_data.a")).isEqualTo(before);
    assertThat(kubectl.get("plan " + plan, ".spec.text")).contains("1 to replace");
    await()
        .untilAsserted(() ->
            assertThat(kubectl.get("events", ".items[*].reason"))
                .contains("UpToDate", "AwaitingApproval"));
    kubectl.approve(plan);
    kubectl.awaitPhase(plan, "Applied");
    kubectl.awaitReady("shop");
    assertThat(id("terraform_data.a")).isNotEqualTo(before);
    assertThat(kubectl.get("stack shop", ".status.outputs.greeting")).isEqualTo("bye world");
    assertThat(kubectl.get("plan " + plan, ".status.decision.by")).isEqualTo("admin");
  }

  private void awaitPhaseOfB(String phase) {
    kubectl.namespace().eventually(() -> assertThat(phase("terraform_data.b")).isEqualTo(phase));
  }

  @Test
  void prunedResource_isPlannedGatedAndRestoredWithoutLoss() {
    var before = id("terraform_data.b");

    kubectl.namespace().delete("resource b");
    awaitPhaseOfB("Orphaned");
    kubectl.awaitPlan("shop");
    kubectl.apply(SHOP);

    kubectl.awaitReady("shop");
    assertThat(id("terraform_data.b")).isEqualTo(before);
    awaitPhaseOfB("Ready");
  }

  @Test
  @Tag("R-STATE-4")
  void everythingDeletedAtOnce_isDestroyedAfterOneApproval() {
    var all = kubectl.namespace();
    all.beginDeleteAll("stack,resource");

    kubectl.approve(kubectl.awaitPlan("shop"));

    all.awaitGone("stack/shop");
    assertThat(kubectl.get("resourceinstances", ".items[*].metadata.name")).isEmpty();
    all.eventually(
        () -> assertThat(kubectl.get("secret keelson-shop", ".metadata.name")).isEmpty());
    // Nor does the operator keep anything of it.
    all.eventually(() -> assertThat(operator.stacks()).isZero());
  }

  @Test
  void rejectedDestroy_leavesEverythingAndTheStackAppliedAgainPlansEmpty() {
    var before = id("terraform_data.a");
    var all = kubectl.namespace();
    all.kubectl("delete", "stack,resource", "--all", "--wait=false", "--cascade=foreground")
        .orThrow();

    var plan = kubectl.awaitPlan("shop");
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: late}
        spec: {stack: shop, type: terraform_data, config: {input: hello}}
        """);
    kubectl.awaitReason("resource late", "Deleting");
    all.delete("resource late");
    kubectl.reject(plan);
    all.awaitGone("stack/shop");
    assertThat(phase("terraform_data.a")).isEqualTo("StackMissing");
    assertThat(kubectl.get("resourceinstances", ".items[0].metadata.annotations"))
        .contains("keelson.dev/given-up", "the destroy plan was rejected by admin");
    kubectl.apply(SHOP);

    kubectl.awaitReady("shop");
    assertThat(kubectl.get("resourceinstances", ".items[*].metadata.annotations")).isEmpty();
    assertThat(id("terraform_data.a")).isEqualTo(before);
    assertThat(kubectl.get("plans", ".items[*].metadata.name")).isEmpty();
    all.eventually(() -> assertThat(phase("terraform_data.a")).isEqualTo("Ready"));
  }

  @Test
  void recordsThatNobodyNeeds_goWhenAPersonSaysSo() {
    var all = kubectl.namespace();
    all.kubectl("delete", "stack,resource", "--all", "--wait=false", "--cascade=foreground")
        .orThrow();
    kubectl.reject(kubectl.awaitPlan("shop"));
    all.awaitGone("stack/shop");

    all.kubectl("annotate", "resourceinstances", "--all", "keelson.dev/resolve=forget").orThrow();

    all.eventually(
        () -> assertThat(kubectl.get("secret keelson-shop", ".metadata.name")).isEmpty());
    assertThat(kubectl.get("resourceinstances", ".items[*].metadata.name")).isEmpty();
  }

  @Test
  void mistakeInOneResource_leavesTheOthersAloneAndHealsWhenMended() {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: c}
        spec: {stack: shop, type: terraform_data, config: {input: "${terraform_data.a.ouput}"}}
        """);
    kubectl.awaitReason("stack shop", "InvalidConfiguration");
    kubectl.awaitReason("resource c", "InvalidConfiguration");
    assertThat(kubectl.get("resource c", ".status.diagnostics[0].detail"))
        .contains("^", "'output'");
    kubectl.awaitReason("resource a", "UpToDate");

    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: c}
        spec: {stack: shop, type: terraform_data, config: {input: "${terraform_data.a.output}"}}
        """);

    kubectl.awaitReady("shop");
    assertThat(kubectl.get("stack shop", ".status.resources")).isEqualTo("3/3");
  }

  @Test
  void postcondition_thatFails_isToldAndStopsOnlyWhatDependsOnIt() {
    var guarded =
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: a}
        spec:
          stack: shop
          type: terraform_data
          config: {input: bye}
          lifecycle:
            postconditions:
            - condition: ${self.output == 'hello'}
              errorMessage: The greeting is '${self.output}'.
        """;
    kubectl.apply(guarded);

    kubectl.awaitReason("resource a", "ConditionFailed");

    assertThat(kubectl.get("resource a", ".status.diagnostics[0].detail"))
        .isEqualTo("The greeting is 'bye'.");
    assertThat(phase("terraform_data.a")).isEqualTo("Ready");
    assertThat(kubectl.get("stack shop", ".status.outputs.greeting")).isEqualTo("hello world");
    kubectl.apply(guarded.replace("== 'hello'", "== 'bye'"));
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("stack shop", ".status.outputs.greeting")).isEqualTo("bye world");
  }

  @Test
  void resourceOfAnUnknownStack_saysSo() {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: lost}
        spec: {stack: shopp, type: terraform_data}
        """);

    kubectl.awaitReason("resource lost", "StackNotFound");
  }

  private String id(String address) {
    return kubectl.get(
        "resourceinstances", ".items[?(@.spec.address==\"" + address + "\")].status.id");
  }

  private String phase(String address) {
    return kubectl.get(
        "resourceinstances", ".items[?(@.spec.address==\"" + address + "\")].status.phase");
  }
}
