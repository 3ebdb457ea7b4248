package io.keelson.operator.stack;

import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.drift.Observation;
import io.keelson.operator.stack.execution.Pursuit;
import io.keelson.operator.stack.output.Publication;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.stack.store.Resolutions;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.time.Duration;

/// What is done in one turn for a Stack whose records are open: nothing while another operator
/// works on them; else what people answered is carried out, and the Stack goes on by a Run, a plan
/// of what is declared, or its destruction.
final class OpenedStack {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private final OperatorContext context;
  private final InstanceMemory instances;
  private final Observation observation;
  private final Preparation preparation;
  private final Publication publication;
  private final Pursuit pursuit;
  private final Runs runs;
  private final RunTurn runTurn;
  private final Convergence convergence;
  private final Destruction destruction;

  OpenedStack(
      OperatorContext context,
      InstanceMemory instances,
      Observation observation,
      Preparation preparation,
      Publication publication,
      Pursuit pursuit,
      Runs runs,
      RunTurn runTurn,
      Convergence convergence,
      Destruction destruction) {
    this.context = context;
    this.instances = instances;
    this.observation = observation;
    this.preparation = preparation;
    this.publication = publication;
    this.pursuit = pursuit;
    this.runs = runs;
    this.runTurn = runTurn;
    this.convergence = convergence;
    this.destruction = destruction;
  }

  /// @param deleted whether the Stack is to go
  /// @param ending whether its namespace is
  TurnResult attend(Stack stack, boolean deleted, boolean ending, Session opened) {
    var now = context.clock().instant();
    // Records that could not be used may be usable by now.
    if (observation.isDue(stack, now) && !instances.problems().isEmpty()) instances.distrust();
    if (!instances.isTrusted()) opened.records().take();
    var running = opened.records().runningElsewhere();
    if (!running.isEmpty())
      return TurnResult.of(
          Report.going(ConditionReason.ProgressingWithRetry, running.getFirst()),
          now.plus(LOOK_AGAIN));
    var elsewhere = opened.records().foreignCluster();
    if (!elsewhere.isEmpty())
      return TurnResult.of(
          Report.stalled(
              ConditionReason.ClusterChanged,
              "%s: the record of this instance was written in another cluster, whose operator may still manage the object. Nothing is planned or applied. Stop the operator there; to go on here, export the state there and import it (keelson state export, keelson state import)."
                  .formatted(elsewhere.getFirst())),
          now.plusSeconds(60));
    var answered = new Resolutions(opened).carryOut();
    if (!answered.isEmpty()) {
      opened.records().take();
      convergence.readNext(answered);
    }
    if (deleted) return destruction.attend(stack, opened, ending);
    if (!context.hold() && !Boolean.TRUE.equals(stack.getSpec().suspend))
      publication.restore(opened);
    if (StackStatus.openRun(stack).filter(runs::isAbandoned).isPresent())
      return abandon(stack, opened);
    var requested = runs.next(stack);
    return switch (preparation.prepare(stack, opened)) {
      case Preparation.Outcome.Wait(var result) -> result;
      case Preparation.Outcome.Ready ready ->
          // When a vanished Resource was waited for long enough, there is more to plan.
          requested
              .map(each -> runTurn.attend(stack, each, ready, opened))
              .orElseGet(() -> convergence.attend(stack, ready, opened))
              .atLatest(ready.until());
    };
  }

  private TurnResult abandon(Stack stack, Session opened) {
    pursuit.abandon(stack, opened, "Its Run was deleted before it ended.");
    return TurnResult.of(
        Report.going(
            ConditionReason.Planning,
            "The Run that was carried out has been deleted; the Stack is planned again."),
        context.clock().instant());
  }
}
