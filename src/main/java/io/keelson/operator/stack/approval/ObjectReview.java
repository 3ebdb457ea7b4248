package io.keelson.operator.stack.approval;

import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.api.StackStatus.RunReference;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.plan.AppliedPolicies;
import io.keelson.operator.stack.plan.PlanObjects;
import io.keelson.operator.stack.plan.PlanRecords;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Durations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The usual way: a plan is a Plan object, and PlanApprovals decide about it.
public final class ObjectReview implements Review {
  private final StackKey key;
  private final PlanRecords plans;
  private final Approvals approvals;
  private final Clock clock;

  ObjectReview(StackKey key, PlanRecords plans, Approvals approvals, Clock clock) {
    this.key = key;
    this.plans = plans;
    this.approvals = approvals;
    this.clock = clock;
  }

  /// Called when no plan waits: earlier plans do not count any more.
  public void nothing() {
    plans.onlyCurrent(Optional.empty());
    var all = approvals.list();
    if (!all.isEmpty())
      approvals.report(
          all, Optional.empty(), new ApprovalGate(Duration.ZERO, true, clock.instant()), true);
  }

  /// Says on decisions that come while a plan is carried out that they change nothing.
  public void late() {
    approvals.reportLate();
  }

  @Override
  public ProposedPlan show(Planned planned) {
    var object = written(planned);
    var current = current(planned, object);
    current.tookPlaceOf = plans.onlyCurrent(Optional.of(object)).orElse(null);
    return new ProposedPlan(planned, current);
  }

  private Plan written(Planned planned) {
    return plans.ensure(
        PlanObjects.name(planned), planned.plan().digest(), () -> PlanObjects.of(planned));
  }

  private static CurrentPlan current(Planned planned, Plan object) {
    var current = PlanObjects.current(planned.plan());
    current.name = object.getMetadata().getName();
    current.run = planned.run().orElse(null);
    return current;
  }

  /// Makes a Plan object that nobody decides about.
  ///
  /// @param run the Run that asked for it
  public CurrentPlan showOnly(Planned planned, String run) {
    var current = current(planned, written(planned));
    plans.shown(
        String.valueOf(current.name),
        "Run " + run + " asked for it, to be looked at; it is not carried out.");
    return current;
  }

  @Override
  public ApprovalGate.Verdict decide(ProposedPlan plan, ApprovalDemand demand) {
    var planned = plan.planned();
    var all = approvals.list();
    boolean proven = approvals.approversAreProven();
    var gate = gate(planned, proven);
    var digest = planned.plan().digest();
    var verdict =
        gate.decide(new ApprovalGate.Question(digest, demand.policy(), demand.personNeeded(), all));
    approvals.report(all, Optional.of(digest), gate, proven);
    return verdict;
  }

  private ApprovalGate gate(Planned planned, boolean proven) {
    var expires = Durations.parse(planned.stack().getSpec().approval.expiresAfter);
    return new ApprovalGate(expires, proven, clock.instant());
  }

  @Override
  public Optional<Instant> nextExpiry(ProposedPlan plan) {
    var planned = plan.planned();
    return gate(planned, true).nextExpiry(approvals.list(), planned.plan().digest());
  }

  @Override
  public String invitation(ProposedPlan plan, String why) {
    var name = plan.current().name;
    return "%s (%s) waits for a person: %s. Read it: kubectl -n %s get plan %s -o jsonpath='{.spec.text}'. Approve it: keelson approve %s -n %s.%s%s"
        .formatted(
            plan.title(),
            PlanObjects.pending(plan.planned().plan()),
            why,
            key.namespace(),
            name,
            name,
            key.namespace(),
            Optional.ofNullable(plan.current().tookPlaceOf).map(each -> " " + each).orElse(""),
            withdrawal(plan.current().run));
  }

  /// The sentence on how to go on without a Run. Without a Run the declaration can be changed,
  /// which needs no sentence.
  private String withdrawal(@Nullable RunReference run) {
    if (run == null) return "";
    return " Until then nothing else is applied; to do without it: kubectl -n %s delete run %s."
        .formatted(key.namespace(), run.name);
  }

  @Override
  public String unavailable(ProposedPlan plan, String why) {
    return "Plan %s needs a person (%s), but nothing proves who makes a PlanApproval: the admission policy %s or its binding is missing. Install it: kubectl apply -f deploy/admission.yaml."
        .formatted(plan.current().name, why, Approvals.POLICY);
  }

  @Override
  public void awaits(ProposedPlan plan, String message) {
    waits(plan, PlanPhase.AwaitingApproval, message);
  }

  @Override
  public void forbidden(ProposedPlan plan, String message) {
    waits(plan, PlanPhase.Forbidden, message);
  }

  private void waits(ProposedPlan plan, PlanPhase phase, String message) {
    plans.status(
        String.valueOf(plan.current().name),
        status -> {
          status.phase = phase;
          status.message = message;
          AppliedPolicies.write(plan.planned(), status);
        });
  }

  @Override
  public void rejected(CurrentPlan plan, Decision decision) {
    plans.status(
        String.valueOf(plan.name),
        status -> {
          status.phase = PlanPhase.Rejected;
          status.decision = decision;
          status.message = "Rejected by " + decision.by + ".";
        });
    plans.event(
        String.valueOf(plan.name), ConditionReason.Rejected, "Rejected by " + decision.by + ".");
    used(plan, decision);
  }

  /// Says on the PlanApproval that started an open run that it was used.
  public void used(CurrentPlan open) {
    Optional.ofNullable(open.name)
        .flatMap(plans::get)
        .map(Plan::getStatus)
        .map(status -> status.decision)
        .ifPresent(decision -> used(open, decision));
  }

  @Override
  public void used(CurrentPlan plan, Decision decision) {
    if (decision.approval != null)
      approvals.used(decision.approval, String.valueOf(plan.name), String.valueOf(decision.at));
  }
}
