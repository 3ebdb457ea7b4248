package io.keelson.operator.stack.approval;

import io.keelson.engine.plan.OpenRun;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.plan.LeafText;
import io.keelson.operator.stack.plan.PlanObjects;
import io.keelson.operator.stack.plan.PlanSummary;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.state.Labels;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Shows a plan where no object can be created, because the namespace is being deleted: the status
/// of the Stack holds the plan, and an annotation of the Stack approves it. Nobody can reject it:
/// to keep the objects, set `spec.deletion.policy` to `Orphan`.
public final class StatusReview implements Review {

  private final StackKey key;
  private final Takeover takeover;
  private final Approvals approvals;
  private final Clock clock;

  StatusReview(StackKey key, Takeover takeover, Approvals approvals, Clock clock) {
    this.key = key;
    this.takeover = takeover;
    this.approvals = approvals;
    this.clock = clock;
  }

  /// Objects vanish with the namespace while people read, so the plan that is shown stays as long
  /// as its approval would cover what is left of it.
  @Override
  public ProposedPlan show(Planned planned) {
    var current =
        shown(planned.stack())
            .filter(each -> covers(each, planned))
            .orElseGet(() -> written(planned));
    return new ProposedPlan(planned.under(String.valueOf(current.digest)), current);
  }

  private static Optional<CurrentPlan> shown(Stack stack) {
    return Optional.ofNullable(stack.getStatus())
        .map(status -> status.plan)
        .filter(plan -> plan.name == null && plan.phase == PlanPhase.AwaitingApproval);
  }

  private static boolean covers(CurrentPlan current, Planned planned) {
    if (current.leaves == null) return false;
    var approved = new OpenRun(String.valueOf(current.digest), LeafText.read(current.leaves));
    return planned.plan().isCoveredBy(approved, planned.key());
  }

  private static CurrentPlan written(Planned planned) {
    var current = PlanObjects.current(planned.plan());
    current.summary = PlanSummary.of(planned.plan());
    current.leaves = PlanObjects.leaves(planned);
    return current;
  }

  @Override
  public ApprovalGate.Verdict decide(ProposedPlan plan, ApprovalDemand demand) {
    return decide(String.valueOf(plan.current().digest), demand);
  }

  /// @param digest what has to be approved
  public ApprovalGate.Verdict decide(String digest, ApprovalDemand demand) {
    boolean proven = approvals.annotationsAreProven();
    var annotated = takeover.live().flatMap(StatusReview::approval);
    if (proven && annotated.filter(each -> ApprovalGate.isSame(each, digest)).isPresent())
      return new ApprovalGate.Verdict.Go(byAnnotation());
    var gate = new ApprovalGate(Duration.ZERO, proven, clock.instant());
    var verdict =
        gate.decide(
            new ApprovalGate.Question(digest, demand.policy(), demand.personNeeded(), List.of()));
    return verdict instanceof ApprovalGate.Verdict.Await(var why) && annotated.isPresent()
        ? new ApprovalGate.Verdict.Await(why + "; its " + Labels.APPROVE + " names another plan")
        : verdict;
  }

  @Override
  public Optional<Instant> nextExpiry(ProposedPlan plan) {
    return Optional.empty();
  }

  private static Optional<String> approval(Stack stack) {
    return Optional.ofNullable(stack.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(Labels.APPROVE));
  }

  /// The decision does not say who made it, as an annotation does not tell; but the API server
  /// refuses annotations by those who may not approve.
  private Decision byAnnotation() {
    var decision = new Decision();
    decision.verdict = Decision.Verdict.Approve;
    decision.annotation = Labels.APPROVE;
    decision.at = clock.instant().toString();
    return decision;
  }

  @Override
  public String invitation(ProposedPlan plan, String why) {
    return "The destroy plan (%s) waits for a person: %s. %s To leave the objects alone, set spec.deletion.policy to Orphan."
        .formatted(
            PlanObjects.pending(plan.planned().plan()),
            why,
            howToApprove(String.valueOf(plan.current().digest)));
  }

  public String howToApprove(String digest) {
    return "Nothing can be created in a namespace that is being deleted, so it is read and approved on the Stack: kubectl -n %s get stack %s -o jsonpath='{.status.plan.summary}'; kubectl -n %s annotate stack %s --overwrite %s=%s."
        .formatted(
            key.namespace(), key.name(), key.namespace(), key.name(), Labels.APPROVE, digest);
  }

  @Override
  public String unavailable(ProposedPlan plan, String why) {
    return unavailable(why);
  }

  public static String unavailable(String why) {
    return "The plan needs a person (%s), but nothing proves who sets the annotation %s: the admission policy %s or its binding is missing. Install it: kubectl apply -f deploy/admission.yaml."
        .formatted(why, Labels.APPROVE, Approvals.ANNOTATION_POLICY);
  }

  // These say nothing: the conditions of the Stack do.

  @Override
  public void awaits(ProposedPlan plan, String message) {}

  @Override
  public void forbidden(ProposedPlan plan, String message) {}

  @Override
  public void rejected(CurrentPlan plan, Decision decision) {
    throw new IllegalStateException("an annotation does not reject");
  }

  /// Does nothing: the status of the Stack keeps the decision.
  @Override
  public void used(CurrentPlan plan, Decision decision) {}
}
