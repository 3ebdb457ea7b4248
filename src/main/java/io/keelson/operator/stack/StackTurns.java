package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Diagnostics;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a runner does for its Stack in one turn: take it over, prepare, plan, pursue the plan,
/// report.
final class StackTurns implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StackTurns.class);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private final StackKey key;
  private final Surroundings with;
  private final StackMemory memory;
  private final InstanceMemory instances;
  private final StackStatusWriter status;
  private final ResourceReports resourceReports;
  private final Takeover takeover;
  private final Preparation preparation;
  private final Proposal proposal;
  private final Pursuit pursuit;
  private final Destruction destruction;
  private final Absence absence;
  private final References references;
  private final Retry retry = new Retry();
  private final Observation observation;
  private @Nullable Session session;
  private volatile @Nullable SortedMap<String, String> applying;
  private volatile @Nullable Instant lastTurn;

  /// @param started is told when an apply starts, with the means to stop it, and when it has ended
  /// @param news is called when something that the Stack refers to has changed
  StackTurns(
      StackKey key,
      Surroundings with,
      StackMemory memory,
      InstanceMemory instances,
      Consumer<@Nullable StopSignal> started,
      Runnable news) {
    this.key = key;
    this.with = with;
    this.memory = memory;
    this.instances = instances;
    this.status = new StackStatusWriter(with.client(), memory, with.clock());
    this.resourceReports = new ResourceReports(with.client(), memory, with.clock());
    this.takeover = new Takeover(key, with, memory);
    this.preparation = new Preparation(with, memory, instances, takeover);
    this.proposal = new Proposal(with, memory, instances);
    this.observation = new Observation(key, with.clock().instant());
    this.pursuit =
        new Pursuit(
            key,
            with,
            takeover,
            status,
            retry,
            (planned, stop) -> {
              instances.busy(stop != null);
              applying = stop == null ? null : planned.members();
              started.accept(stop);
            });
    this.destruction = new Destruction(with, takeover, instances, proposal, pursuit, retry);
    this.absence = new Absence(key, with, memory, resourceReports);
    this.references = new References(with.client(), memory, news);
  }

  Optional<Instant> lastTurn() {
    return Optional.ofNullable(lastTurn);
  }

  /// Whether what happened since an apply started forbids it to start anything new.
  boolean mustStop() {
    var members = applying;
    if (members == null) return false;
    var stack = memory.stack();
    return stack.isEmpty()
        || Boolean.TRUE.equals(stack.get().getSpec().suspend)
        || !memory.fingerprints().equals(members);
  }

  /// Tells people something while no plan is at hand.
  void say(Report report) {
    memory
        .stack()
        .ifPresent(stack -> {
          var current = stack.getStatus() == null ? null : stack.getStatus().plan;
          status.report(stack, current == null ? report : report.with(current), null);
        });
  }

  /// @return when the next turn is due if nothing happens before
  Instant take() {
    if (!memory.isTrusted()) takeover.take();
    var stack = memory.stack();
    if (stack.isEmpty()) return absence.attend();
    absence.isOver();
    boolean deleted = stack.get().getMetadata().getDeletionTimestamp() != null;
    if (deleted && !Takeover.isHeld(stack.get())) return absence.attend();
    references.watch(stack.get());
    var rest = attend(deleted ? stack.get() : takeover.hold(stack.get()), deleted);
    report(rest, deleted);
    lastTurn = with.clock().instant();
    return rest.until();
  }

  private void report(Rest rest, boolean deleted) {
    if (rest.planned().isEmpty()) {
      say(rest.report());
      return;
    }
    var planned = rest.planned().get();
    status.report(
        planned.stack(),
        rest.report(),
        StackStatusWriter.Figures.of(
            planned.plan(), memory.resources().size(), instances.usable()));
    if (!deleted) resourceReports.write(planned, rest.report());
    var open = session;
    if (open == null) return;
    try {
      instances.busy(true);
      InstanceReports.write(planned, open.records().store());
    } catch (StoreFenced e) {
      LOG.warn("{}: {}", key, e.getMessage());
    } finally {
      instances.busy(false);
    }
  }

  private Rest attend(Stack stack, boolean deleted) {
    var now = with.clock().instant();
    Session opened;
    try {
      opened = session(stack);
    } catch (Session.KeyLost e) {
      return Rest.of(
          Report.stalled(ConditionReason.SealingKeyLost, String.valueOf(e.getMessage())),
          now.plusSeconds(30));
    }
    if (!instances.isTrusted()) opened.records().take();
    var running = opened.records().runningElsewhere();
    if (!running.isEmpty())
      return Rest.of(
          Report.going(ConditionReason.ProgressingWithRetry, running.getFirst()),
          now.plus(LOOK_AGAIN));
    var elsewhere = opened.records().foreignCluster();
    if (!elsewhere.isEmpty())
      return Rest.of(
          Report.stalled(
              ConditionReason.ClusterChanged,
              "The record of %s was written in another cluster. Stop the operator there first."
                  .formatted(elsewhere.getFirst())),
          now.plusSeconds(60));
    try {
      new Resolutions(opened).carryOut(instances.usable());
      if (deleted) return destruction.attend(stack, opened);
      return switch (preparation.prepare(stack, opened)) {
        case Preparation.Outcome.Wait(var rest) -> rest;
        case Preparation.Outcome.Ready ready ->
            // When a vanished Resource was waited for long enough, there is more to plan.
            converge(stack, ready, opened).atLatest(ready.until());
      };
    } catch (StoreFenced e) {
      LOG.warn("{}: {}", key, e.getMessage());
      return Rest.of(
          Report.going(ConditionReason.ProgressingWithRetry, String.valueOf(e.getMessage())),
          now.plusSeconds(1));
    }
  }

  private Session session(Stack stack) throws Session.KeyLost {
    var open = session;
    if (open != null && open.isFor(stack)) return open;
    if (open != null) open.close();
    session = null;
    open = Session.open(stack, with, instances);
    instances.distrust();
    session = open;
    return open;
  }

  private Rest converge(Stack stack, Preparation.Outcome.Ready ready, Session opened) {
    var now = with.clock().instant();
    boolean read = observation.isDue(stack, now);
    var planned =
        proposal.toConverge(
            stack, ready.configured(), opened, read ? Refresh.ALL : Refresh.AFFECTED);
    if (read) observation.done(now);
    proposal.keepBooks(planned, opened);
    if (!planned.plan().applyable()) return nothingToDo(planned, ready, opened);
    return switch (pursuit.pursue(planned, Rules.normal(planned), opened)) {
      case Pursuit.Outcome.Resting(var rest) -> rest;
      case Pursuit.Outcome.Applied _ ->
          Rest.of(Report.going(ConditionReason.Planning, "What was done is looked at again."), now);
      case Pursuit.Outcome.Rejected(var decision) ->
          Rest.of(
                  Report.waiting(
                      ConditionReason.Rejected,
                      "The plan was rejected by %s. Change the declaration, or delete the PlanApproval %s."
                          .formatted(decision.by, decision.approval)),
                  observation.next(stack))
              .over(planned);
    };
  }

  private Rest nothingToDo(Planned planned, Preparation.Outcome.Ready ready, Session opened) {
    var now = with.clock().instant();
    var unwritten = publish(opened);
    var error =
        planned.diagnostics().stream()
            .filter(Diagnostic::isError)
            .findFirst()
            .or(() -> unwritten.stream().findFirst());
    // With an error the plan says nothing about part of the Stack: an open run may go on with that.
    if (error.isPresent()) return problem(planned, error.get(), now);
    if (planned.isWhole())
      Pursuit.openRun(planned.stack())
          .ifPresent(open ->
              new Execution(with, opened, status, pursuit.plans())
                  .close(open, PlanPhase.Applied, "It was carried out."));
    pursuit.noPlan();
    retry.succeeded();
    var next = observation.next(planned.stack());
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

  private java.util.List<Diagnostic> publish(Session opened) {
    var values = opened.outputs().values();
    status.change(stack -> {
      var shown = Outputs.shown(values);
      stack.outputs = shown.isEmpty() ? null : shown;
    });
    return memory
        .stack()
        .map(stack -> opened.publisher().publish(stack, values))
        .orElse(java.util.List.of());
  }

  private Rest problem(Planned planned, Diagnostic error, Instant now) {
    var reason = Diagnostics.reason(error.code());
    boolean mayPass = Diagnostics.mayPass(error.code());
    var report =
        mayPass ? Report.going(reason, error.toString()) : Report.stalled(reason, error.toString());
    var shown = new java.util.ArrayList<>(planned.diagnostics());
    if (!shown.contains(error)) shown.add(error);
    var until = mayPass ? retry.failed(planned.members(), now) : observation.next(planned.stack());
    return Rest.of(report.with(shown), until).over(planned);
  }

  @Override
  public void close() {
    references.close();
    if (session != null) session.close();
  }
}
