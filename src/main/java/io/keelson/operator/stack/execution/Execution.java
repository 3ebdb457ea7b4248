package io.keelson.operator.stack.execution;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.apply.StepResult;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Step;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.RunPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.api.StackStatus.DriftMemory;
import io.keelson.operator.metrics.PlanMetrics;
import io.keelson.operator.stack.approval.Review;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.drift.Restraint;
import io.keelson.operator.stack.plan.AppliedPolicies;
import io.keelson.operator.stack.plan.PlanRecords;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.report.StackLog;
import io.keelson.operator.stack.run.RunHistory;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Diagnostics;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Carries out an approved plan and records its course: the decision before the first intent, the
/// epoch together with it, the end after the last result.
final class Execution {
  private static final int MOST_DIAGNOSTICS = 20;

  private final OperatorContext context;
  private final Session session;
  private final StackStatusWriter status;
  private final PlanRecords plans;
  private final Restraint restraint;
  private final StackLog log;

  Execution(
      OperatorContext context,
      Session session,
      StackStatusWriter status,
      PlanRecords plans,
      Restraint restraint,
      StackLog log) {
    this.context = context;
    this.session = session;
    this.status = status;
    this.plans = plans;
    this.restraint = restraint;
    this.log = log;
  }

  /// Records that the plan is approved and begins. From then on it is an open run: after a crash,
  /// its rest goes on.
  ///
  /// @return what the Stack's status says about it now; empty if the Stack is not as it was planned
  ///   any more, and nothing begins
  Optional<CurrentPlan> begin(Review.ProposedPlan proposed, Decision decision) {
    var planned = proposed.planned();
    var now = context.clock().instant().toString();
    var current = proposed.current().in(PlanPhase.Applying);
    current.progress = OperationCount.beginning(planned.plan(), context.clock().instant());
    if (current.name == null) current.decision = decision;
    approved(current, planned, decision);
    var kept = restraint.beginning(planned, session.providers());
    var begun =
        status.changeIf(
            stack -> isAsPlanned(stack, planned) || hasBegun(stack, planned, current),
            stack -> {
              // An earlier attempt has written this already, and its answer was lost.
              if (StackStatus.epoch(stack) > planned.epoch()) return;
              stack.applyEpoch = planned.epoch() + 1;
              stack.plan = current;
              stack.guard = guard(stack.guard, planned, decision, now);
              stack.drift =
                  DriftMemory.of(
                      stack.drift == null ? null : stack.drift.readAt, kept.corrections());
              stack.repeats = kept.repeats();
              planned.run().ifPresent(run -> RunHistory.begun(stack, run, current.digest));
            });
    if (begun.isEmpty()) {
      restraint.takeBack();
      return Optional.empty();
    }
    log.decided(current, decision);
    restraint.begun();
    started(current);
    return Optional.of(current);
  }

  /// Marks the Plan of an open run as being carried out, unless it is marked: the Stack's status is
  /// written first, so a crash may have come in between.
  void started(CurrentPlan current) {
    if (current.name == null) return;
    plans.status(
        current.name,
        status -> {
          if (status.startedAt != null) return;
          status.phase = PlanPhase.Applying;
          status.message = "It is being carried out.";
          status.startedAt = context.clock().instant().toString();
          status.progress = current.progress;
        });
  }

  /// Says on the Plan how far it is: seldom, as each write carries all of the Plan.
  void progress(CurrentPlan current) {
    if (current.name != null)
      plans.status(current.name, status -> status.progress = current.progress);
  }

  /// Whether the Stack exists, is held, and is the one that was planned.
  private static boolean isAsPlanned(Stack stack, Planned planned) {
    return Takeover.isHeld(stack)
        && StackMemory.fingerprint(stack).equals(StackMemory.fingerprint(planned.stack()))
        && StackStatus.epoch(stack.getStatus()) == planned.epoch();
  }

  private static boolean hasBegun(Stack stack, Planned planned, CurrentPlan current) {
    return StackStatus.epoch(stack.getStatus()) == planned.epoch() + 1
        && StackStatus.openRun(stack)
            .filter(open -> String.valueOf(open.digest).equals(current.digest))
            .isPresent();
  }

  private void approved(CurrentPlan current, Planned planned, Decision decision) {
    if (current.name == null) return;
    plans.status(
        current.name,
        status -> {
          status.phase = PlanPhase.Approved;
          status.message = "Approved; it begins now.";
          status.decision = decision;
          AppliedPolicies.write(planned, status);
        });
  }

  /// Counts removals before they happen, so that a crash does not make them forgotten.
  private StackStatus.Guard guard(
      StackStatus.@Nullable Guard before, Planned planned, Decision decision, String now) {
    var counts = planned.plan().counts();
    int removals = counts.of(PlanNumber.REMOVALS);
    int recorded = planned.snapshot().prior().instances().size();
    var guard = new StackStatus.Guard();
    if (decision.by != null) {
      guard.approvedAt = now;
      guard.baselineInstances = Math.max(0, recorded - removals) + counts.of(PlanNumber.ADD);
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
  ///
  /// @param progress is told of each step
  ApplyOutcome run(Review.ProposedPlan proposed, StopSignal stop, ApplyProgress progress) {
    var planned = proposed.planned();
    long begun = System.nanoTime();
    var outcome = outcome(proposed, stop, progress);
    long took = System.nanoTime() - begun;
    context.metrics().plans().applied(outcome, took, at -> isUpdate(planned, at));
    log.applied(proposed.current(), outcome, Duration.ofNanos(took));
    // Data sources may give something else after the apply.
    session.memo().data().readAgain();
    if (outcome.complete()) session.memo().answers().forget();
    if (!outcome.complete() && !isInconsistent(outcome)) restraint.takeBack();
    if (!outcome.fenced()) session.outputs().save(outcome.state().outputs());
    return outcome;
  }

  private ApplyOutcome outcome(
      Review.ProposedPlan proposed, StopSignal stop, ApplyProgress progress) {
    var planned = proposed.planned();
    var key = StackKey.of(planned.stack());
    try (var span = context.traces().apply(key.namespace(), key.name())) {
      if (proposed.current().name != null) span.plan(proposed.current().name);
      span.digest(planned.plan().digest());
      var outcome =
          new Applier(session.providers(), context.codec(), () -> UUID.randomUUID().toString())
              .apply(
                  planned.plan(),
                  planned.snapshot(),
                  session.records().store(),
                  new ApplyOptions(
                      planned.stack().getSpec().parallelism,
                      stop,
                      context.census().limits(),
                      planned.key().secret(),
                      onFailure(planned.stack().getSpec()),
                      progress),
                  session.memo());
      span.ended(PlanMetrics.result(outcome), outcome.complete());
      return outcome;
    }
  }

  private static boolean isUpdate(Planned planned, InstanceAddress at) {
    var change = planned.plan().changes().get(ObjectRef.current(at));
    return change != null && change.action() instanceof Action.Update;
  }

  /// @rule R-PUL-52
  private static ApplyOptions.OnFailure onFailure(StackSpec spec) {
    return switch (spec.onFailure) {
      case Continue -> ApplyOptions.OnFailure.CONTINUE;
      case Stop -> ApplyOptions.OnFailure.STOP;
    };
  }

  /// Whether a provider planned something else during the apply than before.
  private static boolean isInconsistent(ApplyOutcome outcome) {
    return outcome.diagnostics().stream()
        .anyMatch(each -> each.isError() && each.code() == Code.INCONSISTENT_FINAL_PLAN);
  }

  /// Records how much of the plan is done. A run that is not complete stays open.
  ///
  /// A step counts as done if it is not left to do: an answer that was lost would not show it.
  void end(Review.ProposedPlan proposed, ApplyOutcome outcome) {
    var plan = proposed.current().name;
    if (plan == null) return;
    int completed = proposed.planned().completed(outcome.left());
    int failed =
        count(outcome, StepResult.Outcome.FAILED)
            + count(outcome, StepResult.Outcome.CONDITION_FAILED)
            + count(outcome, StepResult.Outcome.NOT_STARTED);
    var errors = outcome.diagnostics().stream().filter(Diagnostic::isError).toList();
    plans.status(
        plan,
        status -> {
          status.completed = completed;
          status.failed = failed == 0 ? null : failed;
          status.progress = proposed.current().progress;
          status.diagnostics =
              errors.isEmpty() ? null : Diagnostics.shown(errors, MOST_DIAGNOSTICS);
          status.message =
              outcome.complete()
                  ? "It was carried out."
                  : outcome.stopped()
                      ? "It was stopped; what is left goes on when it may."
                      : "Part of it failed; what is left is tried again.";
        });
    errors.stream()
        .findFirst()
        .ifPresent(
            error -> plans.event(plan, Diagnostics.reasonOfApply(error.code()), error.toString()));
  }

  /// Counts steps; reads of data sources do not count, as they change nothing.
  private static int count(ApplyOutcome outcome, StepResult.Outcome kind) {
    return (int)
        outcome.steps().stream()
            .filter(step -> step.outcome() == kind && !(step.step() instanceof Step.Read))
            .count();
  }

  /// Closes an open run of which nothing is left.
  ///
  /// @param planned the plan that has nothing to do
  void close(CurrentPlan open, Planned planned) {
    int completed = planned.completed(Set.of());
    if (open.name != null) plans.status(open.name, status -> status.completed = completed);
    close(open, PlanPhase.Applied, "It was carried out.");
  }

  /// Closes the open run.
  void close(CurrentPlan open, PlanPhase phase, String message) {
    var ended = phase == PlanPhase.Applied ? RunPhase.Succeeded : null;
    close(open, phase, message, ended);
  }

  /// @param ended the end of the Run that asked for it; null if the Run does not end with it
  void close(CurrentPlan open, PlanPhase phase, String message, @Nullable RunPhase ended) {
    Optional.ofNullable(open.name)
        .ifPresent(name -> {
          plans.phase(
              name,
              phase,
              message,
              status -> {
                if (status.progress != null) status.progress.settle(phase == PlanPhase.Applied);
              });
          if (phase == PlanPhase.Failed) plans.event(name, ConditionReason.ApplyFailed, message);
        });
    status.change(stack -> {
      StackStatusWriter.endPlan(stack);
      if (open.run != null && ended != null)
        RunHistory.ended(stack, open.run, ended, context.clock().instant());
      var last = new StackStatus.LastApply();
      last.plan = open.name;
      last.digest = open.digest;
      last.epoch = stack.applyEpoch;
      last.phase = phase;
      last.finishedAt = context.clock().instant().toString();
      stack.lastApplied = last;
    });
  }
}
