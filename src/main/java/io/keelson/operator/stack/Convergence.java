package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.requests.Retry;
import io.keelson.operator.stack.approval.ApprovalDemand;
import io.keelson.operator.stack.approval.ObjectReview;
import io.keelson.operator.stack.declaration.Configured;
import io.keelson.operator.stack.drift.Observation;
import io.keelson.operator.stack.drift.Restraint;
import io.keelson.operator.stack.execution.Proposal;
import io.keelson.operator.stack.execution.Pursuit;
import io.keelson.operator.stack.execution.Unanswered;
import io.keelson.operator.stack.gate.Turn;
import io.keelson.operator.stack.output.Publication;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Deferrals;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.Report;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/// Brings a Stack to what is declared, in each turn of its runner in which no Run goes first: plans
/// it, passes a plan with something to do to [Pursuit], and else reports how the Stack is. Its
/// reports become the condition Ready: True with UpToDate; False with Planning, Rejected,
/// RemovalGrace, Deferred, or the reason of a problem; while a plan waits or runs, with a reason of
/// [Pursuit].
final class Convergence {
  private final Clock clock;
  private final InstanceMemory instances;
  private final Proposal proposal;
  private final Pursuit pursuit;
  private final ObjectReview objects;
  private final Publication publication;
  private final Retry retry;
  private final Observation observation;
  private final Restraint restraint;
  private final Retry patience = new Retry();
  private final Unanswered unanswered = new Unanswered();

  Convergence(StackParts its) {
    this.clock = its.context.clock();
    this.instances = its.instances;
    this.proposal = its.proposal;
    this.pursuit = its.pursuit;
    this.objects = its.reviews.objects();
    this.publication = its.publication;
    this.retry = its.retry;
    this.observation = its.observation;
    this.restraint = its.restraint;
  }

  /// @param turn that has passed every gate
  TurnResult attend(Turn turn) {
    var stack = turn.stack();
    var ready = turn.complete();
    var opened = turn.session();
    var now = clock.instant();
    // What an import says of the objects was true elsewhere.
    if (opened.isUnread()) observation.readNext(instances.recorded().keySet());
    var reading = observation.reads(stack, instances.recorded().keySet(), now);
    var planned = proposal.toConverge(stack, ready.configured(), opened, reading);
    observation.done(reading, now);
    if (reading.begins()) publication.lookAgain();
    restraint.observe(planned);
    proposal.keepBooks(planned, opened);
    if (opened.isUnread() && !Diagnostic.anyError(planned.diagnostics())) opened.wasRead();
    var question = unanswered.question(planned, now);
    if (!planned.plan().applyable()) return nothingToDo(planned, ready, opened);
    if (question.isPresent()) return problem(planned, question.get(), now);
    var chosen = correction(planned, ready.configured(), opened).orElse(planned);
    var demand =
        ApprovalDemand.normal(chosen, restraint.objection(chosen, opened.providers()))
            .unless(restraint.repetition(chosen));
    return switch (pursuit.pursue(chosen, demand, opened, objects)) {
      case Pursuit.Outcome.Resting(var result, var failed) -> {
        if (failed) endedEarly(opened);
        yield result
            .withPlan(planned)
            .atLatest(Optional.of(observation.next(stack, now)))
            .atLatest(restraint.next(stack, now));
      }
      case Pursuit.Outcome.Applied _ ->
          TurnResult.of(
              Report.going(ConditionReason.Planning, "What was done is looked at again."), now);
      case Pursuit.Outcome.Rejected(var decision) ->
          TurnResult.of(
                  Report.waiting(
                      ConditionReason.Rejected,
                      "The plan was rejected by %s. Change the declaration, or delete the PlanApproval %s."
                          .formatted(decision.by, decision.approval)),
                  observation.next(stack, now))
              .withPlan(planned);
    };
  }

  /// Publishes outputs after an apply that failed in part: those that do not depend on the failure
  /// have new values.
  ///
  /// @rule R-APPLY-54
  private void endedEarly(Session opened) {
    // Outputs that cannot be written now are reported when nothing is left to do.
    var _ = publication.publish(opened);
  }

  /// The part of a plan that only corrects drift, if nobody has to approve it: it must neither wait
  /// for the rest nor take it along. Empty if the plan is nothing else, or corrects nothing.
  private Optional<Planned> correction(Planned planned, Configured configured, Session opened) {
    var others = restraint.besideCorrections(planned, opened.providers());
    if (others.isEmpty() || !planned.plan().moves().isEmpty()) return Optional.empty();
    var part = proposal.without(others, planned.stack(), configured, opened);
    boolean mayGo =
        restraint.onlyCorrects(part.plan(), opened.providers())
            && ApprovalDemand.normal(part, restraint.objection(part, opened.providers())).approve()
            && part.forbidden().isEmpty()
            && mayRun(part);
    return Optional.of(part).filter(_ -> mayGo);
  }

  /// Whether no run is open, or the plan is a part of the open run: nothing else may be carried out
  /// then.
  private static boolean mayRun(Planned planned) {
    return StackStatus.openRun(planned.stack()).isEmpty()
        || planned.plan().isCoveredBy(planned.openRun(), planned.key());
  }

  private TurnResult nothingToDo(Planned planned, Turn.Plannable ready, Session opened) {
    var now = clock.instant();
    var outputs = publication.publish(opened).all();
    var error =
        Diagnostics.firstError(planned.diagnostics())
            .or(() -> outputs.stream().filter(Diagnostic::isError).findFirst());
    if (planned.endsRun()) pursuit.end(planned, opened);
    if (error.isPresent()) return problem(planned, error.get(), now);
    objects.nothing();
    retry.succeeded();
    var next = observation.next(planned.stack(), now);
    var deferred = Deferrals.of(planned.plan());
    if (deferred.isEmpty()) patience.succeeded();
    var problem = instances.problems().values().stream().findFirst();
    if (problem.isPresent())
      return TurnResult.of(Report.stalled(problem.get().reason(), problem.get().message()), next)
          .withPlan(planned);
    if (!ready.vanished().isEmpty()) {
      var until = ready.until().orElse(next);
      return TurnResult.of(
              Report.going(
                  ConditionReason.RemovalGrace,
                  "No Resource declares %s any more. If that was a mistake, restore it; its instances are left alone until %s."
                      .formatted(ready.vanished(), Durations.shown(until))),
              until)
          .withPlan(planned);
    }
    if (deferred.isPresent()) return later(planned.with(outputs), deferred.get(), now, next);
    return TurnResult.of(Report.done(planned.with(outputs).diagnostics()), next).withPlan(planned);
  }

  /// Reports parts that a provider deferred. Nothing wakes the Stack when they can be planned, so
  /// it is planned again after a while.
  private TurnResult later(Planned planned, String deferred, Instant now, Instant next) {
    var message =
        deferred
            + " Nothing else is to be done. It is asked again every few minutes, and whenever"
            + " something is declared.";
    var report = Report.going(ConditionReason.Deferred, message).with(planned.diagnostics());
    return TurnResult.of(report, next)
        .atLatest(Optional.of(patience.failed(planned.members(), now)))
        .withPlan(planned);
  }

  private TurnResult problem(Planned planned, Diagnostic error, Instant now) {
    var reason = Diagnostics.reason(error.code());
    boolean mayPass = Diagnostics.mayPass(error.code());
    var message = Diagnostics.told(error, planned.diagnostics());
    var report = mayPass ? Report.going(reason, message) : Report.stalled(reason, message);
    var diagnostics = new ArrayList<>(planned.diagnostics());
    if (!diagnostics.contains(error)) diagnostics.add(error);
    if (!mayPass)
      return TurnResult.of(report.with(diagnostics), observation.next(planned.stack(), now))
          .withPlan(planned);
    var until = retry.failed(planned.members(), now);
    // A plan that is made meanwhile waits as well, and says what for.
    var end = " It is tried again at " + Durations.shown(until) + ".";
    retry.tell(Report.going(reason, message + end).with(diagnostics));
    return TurnResult.of(report.with(diagnostics), until).withPlan(planned);
  }
}
