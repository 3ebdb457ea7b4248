package io.keelson.operator.stack.approval;

import io.keelson.operator.api.Decision;
import io.keelson.operator.api.StackSpec.ApprovalMode;
import io.keelson.operator.api.plan.PlanApproval;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Decides whether a plan may be applied.
///
/// A Reject always wins; then a person's approval counts; then the policy, unless something demands
/// a person. A decision in a word that this version does not know counts as undecided, as it may
/// mean no.
public final class ApprovalGate {
  private final Duration expiresAfter;
  private final boolean approversAreProven;
  private final Instant now;

  /// @param approversAreProven whether the API server holds `spec.approver` to the requesting user
  public ApprovalGate(Duration expiresAfter, boolean approversAreProven, Instant now) {
    this.expiresAfter = expiresAfter;
    this.approversAreProven = approversAreProven;
    this.now = now;
  }

  /// A plan that has to be decided about.
  ///
  /// @param policy whether the approval mode approves the plan, and by which rule
  /// @param personNeeded why a person has to decide whatever the policy says; empty if none has to
  record Question(
      String digest, Policy policy, Optional<String> personNeeded, List<PlanApproval> approvals) {}

  /// How the approval mode decides about one plan.
  ///
  /// @param approves whether no person is needed
  /// @param text the mode or the rule, to be recorded with the decision
  record Policy(ApprovalMode mode, boolean approves, String text) {}

  /// The answer of the gate.
  public sealed interface Verdict {
    record Go(Decision decision) implements Verdict {}

    record Rejected(Decision decision) implements Verdict {}

    /// @param why a clause that says which rule asks for a person
    record Await(String why) implements Verdict {}

    /// A person has to decide, but nothing proves who does.
    record Unavailable(String why) implements Verdict {}
  }

  Verdict decide(Question question) {
    var mine =
        question.approvals().stream()
            .filter(each -> isFor(each, question.digest()))
            .sorted(Comparator.comparing(each -> each.getMetadata().getName()))
            .toList();
    var reject = first(mine, Decision.Verdict.Reject);
    if (reject.isPresent()) return new Verdict.Rejected(byPerson(reject.get()));
    var unclear = mine.stream().filter(each -> each.getSpec().decision == null).findFirst();
    if (unclear.isPresent()) return new Verdict.Await(cannotBeRead(unclear.get()));
    var approve =
        first(mine.stream().filter(each -> !isExpired(each)).toList(), Decision.Verdict.Approve);
    if (approve.isPresent() && approversAreProven) return new Verdict.Go(byPerson(approve.get()));
    var expired = first(mine, Decision.Verdict.Approve).filter(_ -> approve.isEmpty());
    if (question.personNeeded().isEmpty() && question.policy().approves())
      return new Verdict.Go(byPolicy(question.policy().text()));
    var why =
        question.personNeeded().orElseGet(() -> policySaysNo(question.policy()))
            + expired.map(ApprovalGate::tooOld).orElse("");
    return approversAreProven ? new Verdict.Await(why) : new Verdict.Unavailable(why);
  }

  private static String cannotBeRead(PlanApproval approval) {
    return "spec.decision of PlanApproval %s by %s holds a word that this version of the operator does not know: update the operator, or delete it and decide again"
        .formatted(approval.getMetadata().getName(), approval.getSpec().approver);
  }

  private static String tooOld(PlanApproval approval) {
    return ", and PlanApproval "
        + approval.getMetadata().getName()
        + " by "
        + approval.getSpec().approver
        + " is older than spec.approval.expiresAfter";
  }

  private static String policySaysNo(Policy policy) {
    return policy.mode() == ApprovalMode.Manual
        ? "spec.approval.mode is Manual"
        : "spec.approval.autoApproveWhen does not approve it: " + policy.text();
  }

  static boolean isFor(PlanApproval approval, String digest) {
    var named = approval.getSpec().digest;
    return named != null && isSame(named, digest);
  }

  /// Whether two texts are the same digest: it may be written with its algorithm or without.
  static boolean isSame(String one, String other) {
    return plain(one).equals(plain(other));
  }

  private static String plain(String digest) {
    return digest.startsWith("sha256:") ? digest.substring("sha256:".length()) : digest;
  }

  boolean isExpired(PlanApproval approval) {
    return !now.isBefore(end(approval));
  }

  private Instant end(PlanApproval approval) {
    return Instant.parse(approval.getMetadata().getCreationTimestamp()).plus(expiresAfter);
  }

  /// When the first of the approvals for that digest expires that are still valid.
  Optional<Instant> nextExpiry(List<PlanApproval> approvals, String digest) {
    return approvals.stream()
        .filter(each -> isFor(each, digest) && each.getSpec().decision == Decision.Verdict.Approve)
        .map(this::end)
        .filter(now::isBefore)
        .min(Comparator.naturalOrder());
  }

  private static Optional<PlanApproval> first(List<PlanApproval> all, Decision.Verdict verdict) {
    return all.stream().filter(each -> each.getSpec().decision == verdict).findFirst();
  }

  private Decision byPerson(PlanApproval approval) {
    var decision = new Decision();
    decision.verdict = approval.getSpec().decision;
    decision.by = approval.getSpec().approver;
    decision.approval = approval.getMetadata().getName();
    decision.approvalUid = approval.getMetadata().getUid();
    decision.at = now.toString();
    return decision;
  }

  private Decision byPolicy(String text) {
    var decision = new Decision();
    decision.verdict = Decision.Verdict.Approve;
    decision.policy = text;
    decision.at = now.toString();
    return decision;
  }
}
