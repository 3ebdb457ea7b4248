package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Mode;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.plan.Planner;
import io.keelson.engine.plan.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private final StackKey key;
  private final Surroundings with;
  private final StackMemory memory;
  private final InstanceMemory instances;
  private final StackStatusWriter status;
  private final Takeover takeover;
  private final Preparation preparation;
  private final Pursuit pursuit;
  private final Retry retry = new Retry();
  private final Observation observation;
  private @Nullable Session session;
  private volatile @Nullable SortedMap<String, String> applying;
  private volatile @Nullable Instant lastTurn;

  StackTurns(
      StackKey key,
      Surroundings with,
      StackMemory memory,
      InstanceMemory instances,
      Consumer<@Nullable StopSignal> started) {
    this.key = key;
    this.with = with;
    this.memory = memory;
    this.instances = instances;
    this.status = new StackStatusWriter(with.client(), memory, with.clock());
    this.takeover = new Takeover(key, with, memory);
    this.preparation = new Preparation(with, memory, instances, takeover);
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
    if (stack.isEmpty()) return with.clock().instant().plus(LONG);
    var rest = attend(takeover.hold(stack.get()));
    rest.planned()
        .ifPresentOrElse(
            planned ->
                status.report(
                    planned.stack(),
                    rest.report(),
                    StackStatusWriter.Figures.of(
                        planned.plan(), memory.resources().size(), instances.usable())),
            () -> say(rest.report()));
    lastTurn = with.clock().instant();
    return rest.until();
  }

  private Rest attend(Stack stack) {
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
    return switch (preparation.prepare(stack, opened)) {
      case Preparation.Outcome.Wait(var rest) -> rest;
      case Preparation.Outcome.Ready ready -> plan(stack, ready, opened);
    };
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

  private Rest plan(Stack stack, Preparation.Outcome.Ready ready, Session opened) {
    var now = with.clock().instant();
    boolean read = observation.isDue(stack, now);
    var planned = planned(stack, ready.configured(), opened, read);
    if (read) observation.done(now);
    try {
      instances.busy(true);
      planned
          .plan()
          .bookkeeping()
          .forEach((at, state) -> opened.records().store().keep(at, Optional.of(state)));
    } catch (StoreFenced e) {
      LOG.warn("{}: {}", key, e.getMessage());
      return Rest.of(
          Report.going(ConditionReason.ProgressingWithRetry, String.valueOf(e.getMessage())), now);
    } finally {
      instances.busy(false);
    }
    if (!planned.plan().applyable()) return nothingToDo(planned, ready, opened);
    return switch (pursuit.pursue(planned, Rules.normal(planned), opened)) {
      case Pursuit.Outcome.Resting(var rest) -> rest;
      case Pursuit.Outcome.Applied _ -> Rest.of(appliedJustNow(), now);
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

  private static Report appliedJustNow() {
    return Report.going(ConditionReason.Planning, "What was done is looked at again.");
  }

  private Planned planned(Stack stack, Configured configured, Session opened, boolean read) {
    long epoch = epoch(stack);
    var keyOfDigest = opened.digestKey(stack, epoch);
    var snapshot =
        new Snapshot(
            configured.config(), new StackState(instances.usable(), opened.outputs().values()));
    var options =
        new PlanOptions(
            Mode.NORMAL,
            read ? Refresh.ALL : Refresh.AFFECTED,
            stack.getSpec().parallelism,
            keyOfDigest);
    var outcome = new Planner(opened.providers(), with.codec()).plan(snapshot, options);
    var diagnostics = new ArrayList<>(configured.diagnostics());
    diagnostics.addAll(outcome.diagnostics());
    diagnostics.sort(Diagnostic.ORDER);
    return new Planned(
        stack, memory.fingerprints(), snapshot, outcome.plan(), keyOfDigest, epoch, diagnostics);
  }

  static long epoch(Stack stack) {
    var raised = stack.getStatus() == null ? null : stack.getStatus().applyEpoch;
    return raised == null ? 0 : raised;
  }

  private Rest nothingToDo(Planned planned, Preparation.Outcome.Ready ready, Session opened) {
    var now = with.clock().instant();
    Pursuit.openRun(planned.stack())
        .ifPresent(open ->
            new Execution(with, opened, status, pursuit.plans())
                .close(open, PlanPhase.Applied, "It was carried out."));
    pursuit.plans().onlyCurrent(Optional.empty());
    var next = observation.next(planned.stack());
    var error = planned.diagnostics().stream().filter(Diagnostic::isError).findFirst();
    if (error.isPresent()) return problem(planned, error.get(), now);
    retry.succeeded();
    if (!ready.vanished().isEmpty())
      return Rest.of(
              Report.going(
                  ConditionReason.RemovalGrace,
                  "No Resource declares "
                      + ready.vanished()
                      + " any more. If that was a mistake, restore it; its instances are left alone"
                      + " until "
                      + ready.until().orElse(next)
                      + "."),
              ready.until().orElse(next))
          .over(planned);
    return Rest.of(
            new Report(
                Report.Progress.DONE,
                ConditionReason.UpToDate,
                "What is declared is what exists.",
                Optional.empty(),
                planned.diagnostics()),
            next)
        .over(planned);
  }

  private Rest problem(Planned planned, Diagnostic error, Instant now) {
    var reason = io.keelson.operator.status.Diagnostics.reason(error.code());
    boolean mayPass = io.keelson.operator.status.Diagnostics.mayPass(error.code());
    var report =
        mayPass ? Report.going(reason, error.toString()) : Report.stalled(reason, error.toString());
    var until = mayPass ? retry.failed(planned.members(), now) : observation.next(planned.stack());
    return Rest.of(report.with(planned.diagnostics()), until).over(planned);
  }

  @Override
  public void close() {
    if (session != null) session.close();
  }
}
