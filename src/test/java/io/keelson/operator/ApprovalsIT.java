package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Approvals that do not start anything: given too early, or to an operator that holds.
@ExtendWith(OnControlPlane.class)
final class ApprovalsIT {
  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: yard}
      spec:
        settle: 0s
        suspend: %s
        approval: {mode: %s, expiresAfter: %s}
      """;

  private static final String RESOURCE =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: a}
      spec: {stack: yard, type: terraform_data, config: {input: hello}}
      """;

  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  void expiredApproval_startsNothingUntilItIsGivenAgain() {
    kubectl.apply(STACK.formatted(true, "Manual", "5s"));
    kubectl.apply(RESOURCE);
    kubectl.awaitReason("stack yard", "Suspended");
    var plan = kubectl.get("stack yard", ".status.plan.name");

    kubectl.approve(plan);
    awaitApproval(plan + "-approve", "Expired");
    assertThat(kubectl.get("planapproval " + plan + "-approve", ".status.message"))
        .contains("older than spec.approval.expiresAfter", "approve again");
    kubectl.apply(STACK.formatted(false, "Manual", "5s"));
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("stack yard", ".status.observedGeneration")).isEqualTo("2"));
    kubectl.awaitReason("stack yard", "AwaitingApproval");
    assertThat(kubectl.get("resourceinstances", ".items[*].metadata.name")).isEmpty();

    kubectl.namespace().delete("planapproval " + plan + "-approve");
    // The second one has to live until the operator comes to it, beside whatever else runs.
    kubectl.apply(STACK.formatted(false, "Manual", "1h"));
    kubectl.approve(plan);

    kubectl.awaitReady("yard");
    awaitApproval(plan + "-approve", "Used");
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Applied");
  }

  @Test
  void planThatIsDeletedWhileItWaits_isMadeAgainAndCanBeApproved() {
    kubectl.apply(STACK.formatted(false, "Manual", "1h"));
    kubectl.apply(RESOURCE);
    var plan = kubectl.awaitPlan("yard");
    var uid = kubectl.get("plan " + plan, ".metadata.uid");

    kubectl.namespace().beginDelete("plan " + plan);

    kubectl
        .namespace()
        .await(
            "plan " + plan,
            "another object",
            found -> !found.isMissingNode() && !found.at("/metadata/uid").asText().equals(uid));
    kubectl.approve(kubectl.awaitPlan("yard"));
    kubectl.awaitReady("yard");
  }

  @Test
  void ruleOverAnUnknownField_isToldWhereItApprovesNothing() {
    kubectl.apply(
        STACK
            .formatted(false, "Policy", "72h")
            .replace("mode: Policy", "mode: Policy, autoApproveWhen: plan.destroyed == 0"));
    kubectl.apply(RESOURCE);

    kubectl.awaitPlan("yard");

    assertThat(kubectl.message("stack yard"))
        .contains(
            "spec.approval.autoApproveWhen does not approve it: plan.destroyed == 0 (Plan has no"
                + " attribute 'destroyed', so the rule approves no plan. Did you mean 'destroy'?");
  }

  @Test
  void holdingOperator_plansAndAppliesNothingUntilItIsStartedWithoutHold() {
    operator.close();
    operator = OperatorUnderTest.holding(kubectl.namespace());
    kubectl.apply(STACK.formatted(false, "Automatic", "72h"));
    kubectl.apply(RESOURCE);

    kubectl.awaitReason("stack yard", "Held");
    var plan = kubectl.get("stack yard", ".status.plan.name");
    assertThat(kubectl.message("stack yard"))
        .contains("--hold", "Plan " + plan, "is not carried out");
    assertThat(kubectl.get("plan " + plan, ".spec.text")).contains("1 to add");
    assertThat(kubectl.get("resourceinstances", ".items[*].metadata.name")).isEmpty();

    operator.close();
    operator = OperatorUnderTest.in(kubectl.namespace());

    kubectl.awaitReady("yard");
    assertThat(kubectl.get("resourceinstances", ".items[*].status.phase")).isEqualTo("Ready");
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Applied");
  }

  @Test
  void holdingOperator_destroysNothingOfADeletedStack() {
    kubectl.apply(STACK.formatted(false, "Automatic", "72h"));
    kubectl.apply(RESOURCE);
    kubectl.awaitReady("yard");
    operator.close();
    operator = OperatorUnderTest.holding(kubectl.namespace());

    kubectl.namespace().beginDeleteAll("stack,resource");
    kubectl.approve(kubectl.awaitPlan("yard"));
    kubectl.awaitReason("stack yard", "Held");
    assertThat(kubectl.get("resourceinstances", ".items[*].status.phase")).isEqualTo("Ready");

    operator.close();
    operator = OperatorUnderTest.in(kubectl.namespace());

    kubectl.namespace().awaitGone("stack/yard");
    assertThat(kubectl.get("resourceinstances", ".items[*].metadata.name")).isEmpty();
  }

  private void awaitApproval(String name, String phase) {
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("planapproval " + name, ".status.phase")).isEqualTo(phase));
  }
}
