package io.keelson.operator.stack.execution;

import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.RunPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.requests.Retry;
import io.keelson.operator.stack.approval.ApprovalDemand;
import io.keelson.operator.stack.approval.ApprovalGate;
import io.keelson.operator.stack.approval.Review;
import io.keelson.operator.stack.approval.Reviews;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.drift.Restraint;
import io.keelson.operator.stack.plan.PlanObjects;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.report.ApplyReports;
import io.keelson.operator.stack.report.StackFigures;
import io.keelson.operator.stack.report.StackLog;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Follows a plan from its proposal to its end: has it approved, carries it out, and after a crash
/// or a failure goes on with what is left. Its reports become the condition Ready=False: with
/// AwaitingApproval, ApprovalUnavailable, Applying, ApplyFailed, CredentialsMissing or
/// StateTooLarge, and those of [Hold].
///
/// What it guarantees: nothing is carried out that is not covered by what was approved. The run
/// that is open in the Stack's status names the plan, and holds a keyed digest of each change of
/// it; what is planned later may only be a part of that, or it is proposed anew.
///
/// What it relies on: the open run is written before the first change of the world, and closed
/// after the last one; [Execution] writes either. The engine records what it is about to do before
/// each change.
///
/// What a crash leaves: before the run is open, a Plan that waits as before. After that, a run
/// without an end: the Stack is planned again, and the rest of the run goes on without another
/// approval; its Plan and decision may not say yet that it began, so they are written again. After
/// the last change, an open run with nothing left to do, which [#end] closes.
public final class Pursuit {
  private static final Duration LONG = Duration.ofHours(1);

  private final OperatorContext context;
  private final Takeover takeover;
  private final StackStatusWriter status;
  private final Reviews reviews;
  private final Retry retry;
  private final Hold hold;
  private final Runs runs;
  private final Restraint restraint;
  private final StackFigures figures;
  private final StackLog log;
  private final ApplyReports members;
  private final BiConsumer<Planned, @Nullable StopSignal> running;

  /// @param running called when an apply starts, and again without a signal when it has ended
  public Pursuit(
      OperatorContext context,
      Takeover takeover,
      StackStatusWriter status,
      Reviews reviews,
      Retry retry,
      Runs runs,
      Restraint restraint,
      StackFigures figures,
      StackLog log,
      ApplyReports members,
      BiConsumer<Planned, @Nullable StopSignal> running) {
    this.context = context;
    this.takeover = takeover;
    this.status = status;
    this.reviews = reviews;
    this.retry = retry;
    this.runs = runs;
    this.restraint = restraint;
    this.figures = figures;
    this.log = log;
    this.members = members;
    this.hold = new Hold(context, retry);
    this.running = running;
  }

  /// What happened to a plan in this turn.
  public sealed interface Outcome {
    /// The plan waits, or is tried again later.
    ///
    /// @param failed whether a part of it was tried, and failed
    record Resting(TurnResult result, boolean failed) implements Outcome {
      Resting(TurnResult result) {
        this(result, false);
      }
    }

    /// Something was carried out, so the Stack is planned again.
    record Applied() implements Outcome {}

    record Rejected(Decision decision) implements Outcome {}
  }

  public Outcome pursue(Planned planned, ApprovalDemand demand, Session session, Review review) {
    var open = StackStatus.openRun(planned.stack());
    if (open.isEmpty()) return propose(review.show(planned), demand, session, review);
    var execution = execution(session);
    if (planned.plan().isCoveredBy(planned.openRun(), planned.key())) {
      var left = new Review.ProposedPlan(planned.goingOn(), goingOn(open.get(), planned));
      // A crash may have kept both from being written when the run began.
      execution.started(open.get());
      reviews.objects().used(open.get());
      return unlessRestrained(left, () -> carryOut(left, execution, session));
    }
    execution.close(
        open.get(),
        PlanPhase.Failed,
        "What is left to do is not what was approved; it is planned and approved anew.");
    return new Outcome.Applied();
  }

  /// What the status says of an open run of which this is left.
  private CurrentPlan goingOn(CurrentPlan open, Planned left) {
    var current = open.in(PlanPhase.Applying);
    current.progress =
        OperationCount.goingOn(
            Optional.ofNullable(open.progress),
            left.plan(),
            left.endsRun(),
            context.clock().instant());
    return current;
  }

  private Execution execution(Session session) {
    return new Execution(context, session, status, reviews.plans(), restraint, log);
  }

  private Outcome unlessRestrained(Review.ProposedPlan plan, Supplier<Outcome> go) {
    return hold.of(plan).<Outcome>map(Outcome.Resting::new).orElseGet(go);
  }

  /// The same outcome, but with a turn at the latest when the approval of the waiting plan expires.
  private Outcome orExpired(Outcome outcome, Review.ProposedPlan plan, Review review) {
    return outcome instanceof Outcome.Resting(var result, var failed)
        ? new Outcome.Resting(result.atLatest(review.nextExpiry(plan)), failed)
        : outcome;
  }

  /// Closes an open run of the Stack that has nothing left to do.
  ///
  /// @param planned the plan that has nothing to do
  public void end(Planned planned, Session session) {
    StackStatus.openRun(planned.stack()).ifPresent(open -> execution(session).close(open, planned));
  }

  /// Closes an open run of this Stack as failed, if there is one, and ends the Run that asked for
  /// it.
  public void abandon(Stack stack, Session session, String why) {
    StackStatus.openRun(stack)
        .ifPresent(open -> execution(session).close(open, PlanPhase.Failed, why, RunPhase.Failed));
  }

  private Outcome propose(
      Review.ProposedPlan plan, ApprovalDemand demand, Session session, Review review) {
    log.planned(plan.current(), plan.planned());
    var forbidden = hold.forbidden(plan);
    return switch (review.decide(plan, demand)) {
      case ApprovalGate.Verdict.Rejected(var decision) -> {
        log.decided(plan.current(), decision);
        review.rejected(plan.current(), decision);
        yield new Outcome.Rejected(decision);
      }
      case ApprovalGate.Verdict _ when forbidden.isPresent() -> {
        review.forbidden(plan, forbidden.get().report().message());
        yield new Outcome.Resting(forbidden.get());
      }
      case ApprovalGate.Verdict.Await(var why) -> {
        var invitation = review.invitation(plan, why);
        review.awaits(plan, invitation);
        var report = Report.waiting(ConditionReason.AwaitingApproval, invitation);
        yield new Outcome.Resting(
            hold.awaitingSuspended(plan, why).orElseGet(() -> plan.result(report, later())));
      }
      case ApprovalGate.Verdict.Unavailable(var why) -> {
        var message = review.unavailable(plan, why);
        review.awaits(plan, message);
        var report = Report.stalled(ConditionReason.ApprovalUnavailable, message);
        yield new Outcome.Resting(plan.result(report, later()));
      }
      case ApprovalGate.Verdict.Go(var decision) ->
          orExpired(
              unlessRestrained(plan, () -> start(plan, decision, session, review)), plan, review);
    };
  }

  private Instant later() {
    return context.clock().instant().plus(LONG);
  }

  private Outcome start(
      Review.ProposedPlan plan, Decision decision, Session session, Review review) {
    takeover.live();
    var execution = execution(session);
    var begun = execution.begin(plan, decision);
    if (begun.isEmpty()) return new Outcome.Applied();
    review.used(begun.get(), decision);
    return carryOut(new Review.ProposedPlan(plan.planned(), begun.get()), execution, session);
  }

  private Outcome carryOut(Review.ProposedPlan plan, Execution execution, Session session) {
    var planned = plan.planned();
    var current = plan.current();
    var stop = new StopSignal();
    running.accept(planned, stop);
    var count =
        new OperationCount(
            planned.plan(), Objects.requireNonNull(current.progress), context.clock());
    ApplyOutcome outcome;
    try {
      var begun = applying(plan, "");
      var known = known(planned, session);
      status.report(planned.stack(), begun, known.orElse(null));
      if (current.run != null) runs.started(begun);
      var store = session.records().store();
      try (var _ =
          new ProgressReports(count, store::obstacle, reader(plan, execution, known, count))) {
        outcome = execution.run(plan, stop, count);
      }
    } finally {
      current.progress = count.now();
      running.accept(planned, null);
    }
    execution.end(plan, outcome);
    if (outcome.complete()) {
      retry.succeeded();
      // If the plan has left alone a part of the run, the run stays open.
      if (planned.endsRun()) execution.close(current, PlanPhase.Applied, "It was carried out.");
      return new Outcome.Applied();
    }
    if (outcome.stopped() || outcome.fenced()) return new Outcome.Applied();
    return new Outcome.Resting(failed(plan, outcome.diagnostics()).having(count.made()), true);
  }

  /// @param known the numbers that were known before
  private ProgressReports.Reader reader(
      Review.ProposedPlan plan,
      Execution execution,
      Optional<StackStatusWriter.Figures> known,
      OperationCount count) {
    var current = plan.current();
    var told = members.of(plan.planned(), count.made());
    return new ProgressReports.Reader() {
      @Override
      public void numbers() {
        current.progress = count.now();
        status.progress(current.progress, known.map(each -> each.ready() + count.made().size()));
      }

      @Override
      public void sentences(String text) {
        current.progress = count.now();
        tell(applying(plan, text), plan);
        execution.progress(current);
      }

      @Override
      public void members(BooleanSupplier over) {
        told.tell(count::course, over);
      }
    };
  }

  private void tell(Report applying, Review.ProposedPlan plan) {
    status.report(plan.planned().stack(), applying, null);
    if (plan.current().run != null) runs.started(applying);
  }

  /// @param progress sentences about how far it is
  private static Report applying(Review.ProposedPlan plan, String progress) {
    var message =
        "%s is being carried out: %s. %s"
            .formatted(plan.title(), PlanObjects.pending(plan.planned().plan()), progress)
            .strip();
    return Report.going(ConditionReason.Applying, message).with(plan.current());
  }

  /// Whether the plan says something of the whole Stack. A Run, or a part of the declaration, does
  /// not.
  private static boolean isWhole(Planned planned) {
    return planned.run().isEmpty() && !planned.plan().partial();
  }

  /// The numbers that are known before the apply; empty if the plan says nothing of the whole
  /// Stack.
  private Optional<StackStatusWriter.Figures> known(Planned planned, Session session) {
    return isWhole(planned)
        ? Optional.of(figures.of(planned, session.memo().data().changedSince()))
        : Optional.empty();
  }

  /// The condition reason of a failed apply. Most codes stand for problems of planning, so they
  /// count as ApplyFailed here.
  private static ConditionReason reason(Code code) {
    return switch (code) {
      case CREDENTIALS, STATE_TOO_LARGE -> Diagnostics.reason(code);
      default -> ConditionReason.ApplyFailed;
    };
  }

  private TurnResult failed(Review.ProposedPlan plan, List<Diagnostic> diagnostics) {
    var until = retry.failed(plan.planned().members(), context.clock().instant());
    var first = diagnostics.stream().filter(Diagnostic::isError).findFirst();
    var message =
        first.map(each -> Diagnostics.told(each, diagnostics)).orElse("Part of the plan failed.")
            + " The rest is tried again at "
            + Durations.shown(until)
            + ".";
    var reason = first.map(each -> reason(each.code())).orElse(ConditionReason.ApplyFailed);
    return plan.result(retry.tell(Report.going(reason, message).with(diagnostics)), until);
  }
}
