package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.operator.api.Stack;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Diagnostics;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/// What happens to a Stack that is to be as declared: it is planned, the plan is pursued, and when
/// nothing is left to do the Stack is ready.
final class Convergence {
  private final Clock clock;
  private final InstanceMemory instances;
  private final Proposal proposal;
  private final Pursuit pursuit;
  private final ObjectReview objects;
  private final Publication publication;
  private final Retry retry;
  private final Observation observation;

  Convergence(
      Clock clock,
      InstanceMemory instances,
      Proposal proposal,
      Pursuit pursuit,
      ObjectReview objects,
      Publication publication,
      Retry retry,
      Observation observation) {
    this.clock = clock;
    this.instances = instances;
    this.proposal = proposal;
    this.pursuit = pursuit;
    this.objects = objects;
    this.publication = publication;
    this.retry = retry;
    this.observation = observation;
  }

  Rest attend(Stack stack, Preparation.Outcome.Ready ready, Session opened) {
    var now = clock.instant();
    boolean read = observation.isDue(stack, now);
    var planned =
        proposal.toConverge(
            stack, ready.configured(), opened, read ? Refresh.ALL : Refresh.AFFECTED);
    if (read) observation.done(now);
    proposal.keepBooks(planned, opened);
    if (!planned.plan().applyable()) return nothingToDo(planned, ready, opened);
    return switch (pursuit.pursue(planned, Rules.normal(planned), opened, objects)) {
      case Pursuit.Outcome.Resting(var rest, _) ->
          rest.atLatest(Optional.of(observation.next(stack, now)));
      case Pursuit.Outcome.Applied _ ->
          Rest.of(Report.going(ConditionReason.Planning, "What was done is looked at again."), now);
      case Pursuit.Outcome.Rejected(var decision) ->
          Rest.of(
                  Report.waiting(
                      ConditionReason.Rejected,
                      "The plan was rejected by %s. Change the declaration, or delete the PlanApproval %s."
                          .formatted(decision.by, decision.approval)),
                  observation.next(stack, now))
              .over(planned);
    };
  }

  /// What is recorded may be out of date: the next plan reads every object.
  void readEverything() {
    observation.hurry();
  }

  private Rest nothingToDo(Planned planned, Preparation.Outcome.Ready ready, Session opened) {
    var now = clock.instant();
    var unwritten = publication.publish(opened);
    var error =
        planned.diagnostics().stream()
            .filter(Diagnostic::isError)
            .findFirst()
            .or(() -> unwritten.stream().findFirst());
    // With an error the plan says nothing about part of the Stack: an open run may go on with that.
    if (error.isPresent()) return problem(planned, error.get(), now);
    if (planned.isWhole()) pursuit.end(planned.stack(), opened);
    objects.nothing();
    retry.succeeded();
    var next = observation.next(planned.stack(), now);
    var problem = instances.problems().values().stream().findFirst();
    if (problem.isPresent())
      return Rest.of(Report.stalled(problem.get().reason(), problem.get().message()), next)
          .over(planned);
    if (!ready.vanished().isEmpty()) {
      var until = ready.until().orElse(next);
      return Rest.of(
              Report.going(
                  ConditionReason.RemovalGrace,
                  "No Resource declares %s any more. If that was a mistake, restore it; its instances are left alone until %s."
                      .formatted(ready.vanished(), Durations.shown(until))),
              until)
          .over(planned);
    }
    return Rest.of(Report.done(planned.diagnostics()), next).over(planned);
  }

  private Rest problem(Planned planned, Diagnostic error, Instant now) {
    var reason = Diagnostics.reason(error.code());
    boolean mayPass = Diagnostics.mayPass(error.code());
    var report =
        mayPass ? Report.going(reason, error.toString()) : Report.stalled(reason, error.toString());
    var shown = new ArrayList<>(planned.diagnostics());
    if (!shown.contains(error)) shown.add(error);
    var until =
        mayPass ? retry.failed(planned.members(), now) : observation.next(planned.stack(), now);
    return Rest.of(report.with(shown), until).over(planned);
  }
}
