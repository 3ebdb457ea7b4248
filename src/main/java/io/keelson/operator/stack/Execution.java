package io.keelson.operator.stack;

import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.apply.StepResult;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.status.Diagnostics;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Carries out a plan that may be carried out, and keeps the books about it: the decision before
/// the first intent, the epoch with it, the end after the last result.
final class Execution {
  private static final int MOST_DIAGNOSTICS = 20;

  private final Surroundings with;
  private final Session session;
  private final StackStatusWriter status;
  private final PlanRecords plans;

  Execution(Surroundings with, Session session, StackStatusWriter status, PlanRecords plans) {
    this.with = with;
    this.session = session;
    this.status = status;
    this.plans = plans;
  }

  /// Writes down that the plan is approved and begins. From here on it is an open run: after a
  /// crash what is left of it goes on.
  ///
  /// @param plan the name of the Plan object; null where none could be made
  void begin(Planned planned, @Nullable String plan, Decision decision) {
    var now = with.clock().instant().toString();
    if (plan != null)
      plans.status(
          plan,
          status -> {
            status.phase = PlanPhase.Approved;
            status.decision = decision;
            status.message = "Approved; it begins now.";
          });
    status.change(stack -> {
      stack.applyEpoch = planned.epoch() + 1;
      var current = new StackStatus.CurrentPlan();
      current.name = plan;
      current.digest = planned.plan().digest();
      current.phase = PlanPhase.Applying;
      current.counts = PlanObjects.counts(planned.plan());
      if (plan == null) current.decision = decision;
      stack.plan = current;
      stack.guard = guard(stack.guard, planned, decision, now);
    });
    if (plan != null)
      plans.status(
          plan,
          status -> {
            status.phase = PlanPhase.Applying;
            status.startedAt = now;
            status.message = "It is being carried out.";
          });
  }

  /// Removals count before they happen: a crash must not make them forgotten.
  private StackStatus.Guard guard(
      StackStatus.@Nullable Guard before, Planned planned, Decision decision, String now) {
    int removals = RemovalGuard.removals(planned.plan());
    int recorded = planned.snapshot().prior().instances().size();
    var guard = new StackStatus.Guard();
    if (decision.by != null) {
      guard.approvedAt = now;
      guard.baselineInstances = Math.max(0, recorded - removals) + planned.plan().counts().add();
      guard.removedSince = 0;
      return guard;
    }
    guard.approvedAt = before == null ? null : before.approvedAt;
    guard.baselineInstances =
        before == null || before.baselineInstances == null ? null : before.baselineInstances;
    guard.removedSince =
        (before == null || before.removedSince == null ? 0 : before.removedSince) + removals;
    return guard;
  }

  /// Runs the plan to its end, or until it is stopped.
  ApplyOutcome run(Planned planned, StopSignal stop) {
    var applier =
        new Applier(session.providers(), with.codec(), () -> UUID.randomUUID().toString());
    var outcome =
        applier.apply(
            planned.plan(),
            planned.snapshot(),
            session.records().store(),
            new ApplyOptions(planned.stack().getSpec().parallelism, stop));
    if (!outcome.fenced()) session.outputs().save(outcome.state().outputs());
    return outcome;
  }

  /// Writes down how far it came. A run that is not complete stays open.
  void end(@Nullable String plan, ApplyOutcome outcome) {
    if (plan == null) return;
    int done = count(outcome, StepResult.Outcome.DONE);
    int failed =
        count(outcome, StepResult.Outcome.FAILED) + count(outcome, StepResult.Outcome.NOT_STARTED);
    var errors = outcome.diagnostics().stream().filter(Diagnostic::isError).toList();
    plans.status(
        plan,
        status -> {
          status.completed = (status.completed == null ? 0 : status.completed) + done;
          status.failed = failed == 0 ? null : failed;
          status.diagnostics =
              errors.isEmpty() ? null : Diagnostics.shown(errors, MOST_DIAGNOSTICS);
          status.message =
              outcome.complete()
                  ? "It was carried out."
                  : outcome.stopped()
                      ? "It was stopped; what is left goes on when it may."
                      : "Part of it failed; what is left is tried again.";
        });
  }

  private static int count(ApplyOutcome outcome, StepResult.Outcome kind) {
    return (int) outcome.steps().stream().filter(step -> step.outcome() == kind).count();
  }

  /// Closes the open run.
  void close(StackStatus.CurrentPlan open, PlanPhase phase, String message) {
    Optional.ofNullable(open.name).ifPresent(name -> plans.phase(name, phase, message));
    status.change(stack -> {
      stack.plan = null;
      var last = new StackStatus.LastApply();
      last.plan = open.name;
      last.digest = open.digest;
      last.epoch = stack.applyEpoch;
      last.phase = phase;
      last.finishedAt = with.clock().instant().toString();
      stack.lastApplied = last;
    });
  }
}
