package io.keelson.operator.stack;

import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.PlanText;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.status.ConditionReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Follows a plan from its proposal to its end: writes it down, has it approved, carries it out,
/// and after a crash or a failure goes on with what is left.
final class Pursuit {
  private final StackKey key;
  private final Surroundings with;
  private final Takeover takeover;
  private final StackStatusWriter status;
  private final PlanRecords plans;
  private final Approvals approvals;
  private final Retry retry;
  private final BiConsumer<Planned, @Nullable StopSignal> running;

  /// @param running is told when an apply starts, and when it has ended (without a signal)
  Pursuit(
      StackKey key,
      Surroundings with,
      Takeover takeover,
      StackStatusWriter status,
      Retry retry,
      BiConsumer<Planned, @Nullable StopSignal> running) {
    this.key = key;
    this.with = with;
    this.takeover = takeover;
    this.status = status;
    this.plans = new PlanRecords(with.client(), key, with.clock());
    this.approvals = new Approvals(with.client(), key);
    this.retry = retry;
    this.running = running;
  }

  /// There is nothing to decide about now.
  void noPlan() {
    plans.onlyCurrent(Optional.empty());
    var all = approvals.list();
    if (!all.isEmpty())
      approvals.report(
          all,
          Optional.empty(),
          new ApprovalGate(java.time.Duration.ZERO, true, with.clock().instant()),
          true);
  }

  PlanRecords plans() {
    return plans;
  }

  /// What decides about a plan, apart from people.
  ///
  /// @param personNeeded why a person has to decide; empty if the policy may
  record Rules(ApprovalGate.Policy policy, Optional<String> personNeeded) {}

  /// What became of a plan in this turn.
  sealed interface Outcome {
    /// It waits, or is tried again later.
    record Resting(Rest rest) implements Outcome {}

    /// Something was carried out: everything is to be looked at again.
    record Applied() implements Outcome {}

    record Rejected(Decision decision) implements Outcome {}
  }

  Outcome pursue(Planned planned, Rules rules, Session session) {
    var open = openRun(planned.stack());
    var execution = new Execution(with, session, status, plans);
    if (open.isPresent()) {
      if (planned.plan().isCoveredBy(planned.openRun(), planned.key()))
        return halt(planned, open.get())
            .orElseGet(() -> carryOut(planned.goingOn(), open.get().name, execution));
      execution.close(
          open.get(),
          PlanPhase.Failed,
          "What is left to do is not what was approved; it is planned and approved anew.");
      return new Outcome.Applied();
    }
    return propose(planned, rules, execution);
  }

  /// The plan whose apply has begun and not ended.
  static Optional<CurrentPlan> openRun(Stack stack) {
    return Optional.ofNullable(stack.getStatus())
        .flatMap(status -> Optional.ofNullable(status.plan))
        .filter(plan -> plan.phase == PlanPhase.Applying);
  }

  private Outcome propose(Planned planned, Rules rules, Execution execution) {
    var object =
        plans.ensure(
            PlanObjects.of(
                planned.stack(), planned.plan(), planned.epoch(), PlanText.of(planned.plan())));
    var name = object.getMetadata().getName();
    plans.onlyCurrent(Optional.of(name));
    var current = current(planned, name);
    var all = approvals.list();
    boolean proven = approvals.approversAreProven();
    var expires = Durations.parse(planned.stack().getSpec().approval.expiresAfter);
    var gate = new ApprovalGate(expires, proven, with.clock().instant());
    var verdict =
        gate.decide(
            new ApprovalGate.Question(
                planned.plan().digest(), rules.policy(), rules.personNeeded(), all));
    approvals.report(all, Optional.of(planned.plan().digest()), gate, proven);
    return switch (verdict) {
      case ApprovalGate.Verdict.Rejected(var decision) -> rejected(current, decision);
      case ApprovalGate.Verdict.Await(var why) ->
          await(planned, current, ConditionReason.AwaitingApproval, sentence(planned, name, why));
      case ApprovalGate.Verdict.Unavailable(var why) ->
          await(planned, current, ConditionReason.ApprovalUnavailable, unavailable(name, why));
      case ApprovalGate.Verdict.Go(var decision) ->
          halt(planned, current).orElseGet(() -> start(planned, current, decision, execution));
    };
  }

  private static CurrentPlan current(Planned planned, String name) {
    var current = new CurrentPlan();
    current.name = name;
    current.digest = planned.plan().digest();
    current.phase = PlanPhase.AwaitingApproval;
    current.counts = PlanObjects.counts(planned.plan());
    return current;
  }

  private Outcome await(
      Planned planned, CurrentPlan current, ConditionReason reason, String message) {
    plans.phase(String.valueOf(current.name), PlanPhase.AwaitingApproval, message);
    var report =
        reason == ConditionReason.ApprovalUnavailable
            ? Report.stalled(reason, message)
            : Report.waiting(reason, message);
    return resting(planned, report.with(current), with.clock().instant().plusSeconds(3600));
  }

  private String sentence(Planned planned, String name, String why) {
    return "Plan %s (%s) waits for a person: %s. Read it: kubectl -n %s get plan %s -o jsonpath='{.spec.text}'. Approve it: keelson approve %s -n %s."
        .formatted(
            name,
            PlanObjects.pending(planned.plan()),
            why,
            key.namespace(),
            name,
            name,
            key.namespace());
  }

  private static String unavailable(String name, String why) {
    return "Plan %s needs a person (%s), but nothing proves who makes a PlanApproval: the admission policy %s or its binding is missing. Install it: kubectl apply -f deploy/admission.yaml."
        .formatted(name, why, Approvals.POLICY);
  }

  private Outcome rejected(CurrentPlan current, Decision decision) {
    var name = String.valueOf(current.name);
    plans.status(
        name,
        status -> {
          status.phase = PlanPhase.Rejected;
          status.decision = decision;
          status.message = "Rejected by " + decision.by + ".";
        });
    approvals.used(String.valueOf(decision.approval), name, String.valueOf(decision.at));
    return new Outcome.Rejected(decision);
  }

  private static Outcome resting(Planned planned, Report report, Instant until) {
    var diagnostics = new ArrayList<>(planned.diagnostics());
    diagnostics.addAll(report.diagnostics());
    diagnostics.sort(Diagnostic.ORDER);
    return new Outcome.Resting(Rest.of(report.with(diagnostics), until).over(planned));
  }

  /// Why nothing may start now, although the plan is approved.
  private Optional<Outcome> halt(Planned planned, CurrentPlan current) {
    var later = with.clock().instant().plusSeconds(3600);
    if (Boolean.TRUE.equals(planned.stack().getSpec().suspend))
      return Optional.of(
          resting(
              planned,
              Report.waiting(
                      ConditionReason.Suspended,
                      "The Stack is suspended: plan " + current.name + " is not carried out.")
                  .with(current),
              later));
    if (with.hold())
      return Optional.of(
          resting(
              planned,
              Report.waiting(
                      ConditionReason.Held,
                      "The operator was started with --hold: plan "
                          + current.name
                          + " is not carried out.")
                  .with(current),
              later));
    return retry
        .pause(planned.members(), with.clock().instant())
        .map(until ->
            resting(
                planned,
                Report.going(
                        ConditionReason.ApplyFailed,
                        "It is tried again at " + Durations.shown(until) + ".")
                    .with(current),
                until));
  }

  private Outcome start(
      Planned planned, CurrentPlan current, Decision decision, Execution execution) {
    // Nothing begins on hearsay: the Stack must be there, held, and the one that was planned.
    var live = takeover.live();
    boolean same =
        live.isPresent()
            && Takeover.isHeld(live.get())
            && StackMemory.fingerprint(live.get()).equals(StackMemory.fingerprint(planned.stack()));
    if (!same) return new Outcome.Applied();
    execution.begin(planned, current.name, decision);
    if (decision.approval != null)
      approvals.used(decision.approval, String.valueOf(current.name), String.valueOf(decision.at));
    return carryOut(planned, current.name, execution);
  }

  private Outcome carryOut(Planned planned, @Nullable String name, Execution execution) {
    var stop = new StopSignal();
    running.accept(planned, stop);
    ApplyOutcome outcome;
    try {
      status.report(
          planned.stack(),
          Report.going(
                  ConditionReason.Applying,
                  "Plan "
                      + name
                      + " is being carried out: "
                      + PlanObjects.pending(planned.plan())
                      + ".")
              .with(applying(planned, name)),
          null);
      outcome = execution.run(planned, stop);
    } finally {
      running.accept(planned, null);
    }
    execution.end(name, outcome);
    if (outcome.complete()) {
      retry.succeeded();
      // Where the plan left something alone the run stays open: that may be part of it.
      if (planned.isWhole())
        execution.close(applying(planned, name), PlanPhase.Applied, "It was carried out.");
      return new Outcome.Applied();
    }
    if (outcome.stopped() || outcome.fenced()) return new Outcome.Applied();
    return failed(planned, name, outcome.diagnostics());
  }

  private static CurrentPlan applying(Planned planned, @Nullable String name) {
    var current = new CurrentPlan();
    current.name = name;
    current.digest = planned.plan().digest();
    current.phase = PlanPhase.Applying;
    current.counts = PlanObjects.counts(planned.plan());
    return current;
  }

  private Outcome failed(Planned planned, @Nullable String name, List<Diagnostic> diagnostics) {
    var until = retry.failed(planned.members(), with.clock().instant());
    var first = diagnostics.stream().filter(Diagnostic::isError).findFirst();
    var message =
        first.map(Diagnostic::toString).orElse("Part of the plan failed.")
            + " The rest is tried again at "
            + Durations.shown(until)
            + ".";
    return resting(
        planned,
        Report.going(ConditionReason.ApplyFailed, message)
            .with(applying(planned, name))
            .with(diagnostics),
        until);
  }
}
