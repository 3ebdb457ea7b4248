package io.keelson.operator.stack.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.StackSpec.ApprovalMode;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.api.plan.PlanApprovalSpec;
import io.keelson.operator.stack.approval.ApprovalGate.Policy;
import io.keelson.operator.stack.approval.ApprovalGate.Question;
import io.keelson.operator.stack.approval.ApprovalGate.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ApprovalGateTest {
  private static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");
  private static final String DIGEST = "a".repeat(64);
  private static final Policy YES = new Policy(ApprovalMode.Policy, true, "rule");
  private static final Policy NO = new Policy(ApprovalMode.Policy, false, "rule");

  private final ApprovalGate gate = new ApprovalGate(Duration.ofDays(3), true, NOW);

  @Test
  void policyThatApproves_isEnough() {
    assertThat(gate.decide(question(YES, Optional.empty())))
        .isInstanceOfSatisfying(
            Verdict.Go.class,
            go -> {
              assertThat(go.decision().policy).isEqualTo("rule");
              assertThat(go.decision().by).isNull();
            });
  }

  @Test
  void policyThatApproves_isNotEnoughWhereAPersonIsNeeded() {
    assertThat(gate.decide(question(YES, Optional.of("the guard asks"))))
        .isEqualTo(new Verdict.Await("the guard asks"));
  }

  @Test
  void policyThatSaysNo_waitsForAPerson() {
    assertThat(gate.decide(question(NO, Optional.empty()))).isInstanceOf(Verdict.Await.class);
  }

  @Test
  void personsApproval_countsInEveryCase() {
    var approval = approval("x", Decision.Verdict.Approve, NOW.minusSeconds(60));

    assertThat(gate.decide(question(NO, Optional.of("the guard asks"), approval)))
        .isInstanceOfSatisfying(
            Verdict.Go.class, go -> assertThat(go.decision().by).isEqualTo("alice"));
  }

  @Test
  void expiredApproval_countsNoMore() {
    var approval = approval("x", Decision.Verdict.Approve, NOW.minus(Duration.ofDays(3)));

    assertThat(gate.decide(question(NO, Optional.empty(), approval)))
        .isInstanceOfSatisfying(
            Verdict.Await.class,
            await -> assertThat(await.why()).contains("PlanApproval x by alice is older than"));
  }

  @Test
  void reject_winsOverApprovalAndPolicyAndNeverExpires() {
    var reject = approval("r", Decision.Verdict.Reject, NOW.minus(Duration.ofDays(9)));
    var approve = approval("a", Decision.Verdict.Approve, NOW);

    assertThat(gate.decide(question(YES, Optional.empty(), approve, reject)))
        .isInstanceOf(Verdict.Rejected.class);
  }

  @Test
  void decisionInAWordThatThisVersionDoesNotKnow_isNeitherYesNorNothing() throws Exception {
    var unclear =
        new ObjectMapper()
            .readValue(
                "{\"spec\": {\"digest\": \"%s\", \"decision\": \"Postpone\", \"approver\": \"bob\"}}"
                    .formatted(DIGEST),
                PlanApproval.class);
    unclear.setMetadata(approval("later", Decision.Verdict.Approve, NOW).getMetadata());
    var approve = approval("a", Decision.Verdict.Approve, NOW);

    assertThat(gate.decide(question(YES, Optional.empty(), approve, unclear)))
        .isInstanceOfSatisfying(
            Verdict.Await.class,
            await ->
                assertThat(await.why()).contains("PlanApproval later by bob", "does not know"));
  }

  @Test
  void approvalOfAnotherPlan_countsForNothing() {
    var other = approval("x", Decision.Verdict.Approve, NOW);
    other.getSpec().digest = "b".repeat(64);

    assertThat(gate.decide(question(NO, Optional.empty(), other)))
        .isInstanceOf(Verdict.Await.class);
  }

  @Test
  void digestWithItsAlgorithm_isTheSameDigest() {
    var approval = approval("x", Decision.Verdict.Approve, NOW);
    approval.getSpec().digest = "sha256:" + DIGEST;

    assertThat(gate.decide(question(NO, Optional.empty(), approval)))
        .isInstanceOf(Verdict.Go.class);
  }

  @Test
  void withoutProofOfApprovers_noApprovalCounts() {
    var unproven = new ApprovalGate(Duration.ofDays(3), false, NOW);
    var approval = approval("x", Decision.Verdict.Approve, NOW);

    assertThat(unproven.decide(question(NO, Optional.empty(), approval)))
        .isInstanceOf(Verdict.Unavailable.class);
    assertThat(unproven.decide(question(YES, Optional.empty()))).isInstanceOf(Verdict.Go.class);
  }

  private static Question question(
      Policy policy, Optional<String> personNeeded, PlanApproval... approvals) {
    return new Question(DIGEST, policy, personNeeded, List.of(approvals));
  }

  private static PlanApproval approval(String name, Decision.Verdict verdict, Instant given) {
    var approval = new PlanApproval();
    approval.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withUid(name)
            .withCreationTimestamp(given.toString())
            .build());
    var spec = new PlanApprovalSpec();
    spec.stack = "shop";
    spec.digest = DIGEST;
    spec.decision = verdict;
    spec.approver = "alice";
    approval.setSpec(spec);
    return approval;
  }
}
