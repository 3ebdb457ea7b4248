package io.keelson.engine.planning;

import io.keelson.engine.evaluation.InstanceQuota;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.object.Decisions;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Scope;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.program.ProgramRounds;
import io.keelson.engine.planning.refusal.OutOfScope;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.reading.RememberedAnswers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StateCodec;
import java.util.Optional;

/// Computes what has to be done to bring the world to what is declared. Changes nothing, anywhere.
///
/// Equal snapshots, options and provider answers give equal plans.
public final class Planner {
  private final Providers providers;
  private final StateCodec codec;

  public Planner(Providers providers, StateCodec codec) {
    this.providers = providers;
    this.codec = codec;
  }

  /// The smallest number of instances of a plan that can be told before it is made.
  public static int size(Snapshot snapshot, Limits limits) {
    return InstanceQuota.told(limits, snapshot.config(), snapshot.prior());
  }

  /// Plans without a memory of earlier plans.
  public PlanOutcome plan(Snapshot snapshot, PlanOptions options) {
    return plan(snapshot, options, new PlanMemo());
  }

  /// With options that contradict each other nothing is planned.
  ///
  /// @param memo what earlier plans of the same Stack have found out; used and brought up to date.
  ///   The plan is the same with an empty one, as long as the provider answers the same questions
  ///   in the same way
  public PlanOutcome plan(Snapshot snapshot, PlanOptions options, PlanMemo memo) {
    return plan(snapshot, options, memo, new StopSignal());
  }

  /// Makes a plan that can be stopped at any point.
  ///
  /// @throws java.util.concurrent.CancellationException if it was stopped
  public PlanOutcome plan(Snapshot snapshot, PlanOptions options, PlanMemo memo, StopSignal stop) {
    var contradictions = options.contradictions();
    if (!contradictions.isEmpty())
      return new PlanOutcome(Plan.nothing(snapshot.prior(), options.digestKey()), contradictions);
    var outcome = planned(snapshot, options, memo, stop);
    if (options.targeting().scope() != Scope.EXACT) return outcome;
    var users = OutOfScope.usersOfReplaced(snapshot, options, outcome.plan());
    if (users.isEmpty()) return outcome;
    var wider = planned(snapshot, options.withDependents(), memo, stop).plan();
    var along = OutOfScope.goingAlong(users, wider);
    return along.isEmpty()
        ? outcome
        : new PlanOutcome(Plan.nothing(snapshot.prior(), options.digestKey()), along);
  }

  private PlanOutcome planned(
      Snapshot snapshot, PlanOptions options, PlanMemo memo, StopSignal stop) {
    boolean runs = snapshot.config().hasPrograms() && options.mode() == PlanOptions.Mode.NORMAL;
    if (!runs) {
      var memory = new PlanRun.Memory(memo, Decisions.ofOneRound(), false);
      return made(providers, snapshot, options, memory, stop).outcome();
    }
    var remembering = RememberedAnswers.of(providers);
    var rounds = new Rounds(remembering, memo, stop);
    return ProgramRounds.plan(snapshot, options, remembering, rounds, stop);
  }

  /// The rounds of one plan.
  private final class Rounds implements ProgramRounds.Round {
    private final Providers available;
    private final PlanMemo memo;
    private final Decisions decisions = Decisions.ofRounds();
    private final StopSignal stop;
    private Optional<PlanRun> last = Optional.empty();

    Rounds(Providers available, PlanMemo memo, StopSignal stop) {
      this.available = available;
      this.memo = memo;
      this.stop = stop;
    }

    @Override
    public ProgramRounds.Made plan(Snapshot snapshot, PlanOptions options, boolean programsRun) {
      var memory = new PlanRun.Memory(memo, decisions, programsRun);
      var run =
          last.flatMap(each -> each.after(snapshot, options))
              .orElseGet(() -> new PlanRun(available, codec, snapshot, options, memory, stop));
      last = Optional.of(run);
      var made = inOrder(run.run(), available, snapshot, options, memory, stop);
      var waiting = made.programs();
      return new ProgramRounds.Made(
          made.outcome(), waiting.given(), waiting.instances(), made.providers());
    }
  }

  private PlanRun.Made made(
      Providers available,
      Snapshot snapshot,
      PlanOptions options,
      PlanRun.Memory memory,
      StopSignal stop) {
    var made = new PlanRun(available, codec, snapshot, options, memory, stop).run();
    return inOrder(made, available, snapshot, options, memory, stop);
  }

  /// Which instances are refused must not depend on the order of visits. A plan where it did is
  /// made again, one instance after the other.
  private PlanRun.Made inOrder(
      PlanRun.Made made,
      Providers available,
      Snapshot snapshot,
      PlanOptions options,
      PlanRun.Memory memory,
      StopSignal stop) {
    if (!made.contended() || options.parallelism() == 1) return made;
    return new PlanRun(available, codec, snapshot, options.inTurn(), memory, stop).run();
  }
}
