package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.graph.ParallelWalk;
import io.keelson.engine.object.Unexpected;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Step;
import io.keelson.engine.reading.DataReader;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.engine.state.StateStore.StoreRefused;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Carries out the steps of one run, each in its turn.
final class StepRunner {
  private final ApplyRun run;
  private final RecordChanges records;
  private final DataReader data;
  private final PlanMemo memo;
  private final Interruption interruption;
  private final Map<InstanceAddress, ReentrantLock> locks = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  StepRunner(ApplyRun run, RecordChanges records, DataReader data, PlanMemo memo) {
    this.run = run;
    this.records = records;
    this.data = data;
    this.memo = memo;
    this.interruption = new Interruption(run.options().stop(), run.plan());
  }

  /// Whether a step was left out because the run was told to stop.
  boolean isStopped() {
    return stopped;
  }

  ParallelWalk.Visitor<Step> visitor() {
    return new ParallelWalk.Visitor<>() {
      @Override
      public ParallelWalk.Visit<Step> visit(Step step) {
        return StepRunner.this.visit(step);
      }

      @Override
      public boolean needsSuccess(Step step) {
        return !(step instanceof Step.Barrier.Layer);
      }

      @Override
      public void skipped(Step step) {
        run.programs().ended(step);
      }
    };
  }

  private ParallelWalk.Visit<Step> visit(Step step) {
    if (!run.isFenced()) {
      var waits = run.programs().waitsFor(step);
      if (waits.isPresent()) return new ParallelWalk.Visit.Later<>(waits.get());
    }
    var visit = visitReady(step);
    run.programs().ended(step);
    return visit;
  }

  private ParallelWalk.Visit<Step> visitReady(Step step) {
    if (run.isFenced()) return new ParallelWalk.Visit.Failed<>();
    if (!interruption.admits(step)) {
      if (run.options().stop().isSet()) stopped = true;
      return new ParallelWalk.Visit.Failed<>();
    }
    boolean done = attempt(step);
    if (!done && run.options().onFailure() == ApplyOptions.OnFailure.STOP) interruption.fail(step);
    return ParallelWalk.Visit.of(done);
  }

  private boolean attempt(Step step) {
    try {
      return alone(step);
    } catch (StoreFenced e) {
      run.fenceOff(e);
      return false;
    } catch (StoreRefused e) {
      return refuse(step, List.of(ApplyRun.unrecorded(e)));
    }
  }

  /// One instance has one journal entry, so its steps never run at the same time, although nothing
  /// orders the destruction of two of its deposed objects.
  private boolean alone(Step step) {
    var at =
        switch (step) {
          case Step.Converge converge -> converge.at();
          case Step.Check check -> check.at();
          case Step.Read read -> read.at();
          case Step.Destroy destroy -> destroy.at();
          case Step.Forget forget -> forget.object().instance();
          case Step.Barrier _ -> null;
        };
    if (at == null) return true;
    var lock = locks.computeIfAbsent(at, _ -> new ReentrantLock());
    lock.lock();
    boolean done = false;
    run.options().progress().began(step);
    try {
      done = records.isMissing(at) ? refuse(step, List.of()) : carryOut(step);
      return done;
    } finally {
      run.options().progress().ended(step, done);
      lock.unlock();
    }
  }

  private boolean carryOut(Step step) {
    var objection = run.programs().objection(step);
    if (objection.isPresent()) return refuse(step, objection.get());
    return switch (step) {
      case Step.Barrier _ -> true;
      case Step.Converge converge ->
          visit(
              converge,
              converge.at(),
              (config, change, scope) ->
                  new ConvergeStep(run, converge, change, config, scope).run());
      case Step.Check check ->
          visit(
              check,
              check.at(),
              (config, change, scope) ->
                  new CheckStep(run.applied(), run.key(), check, change, config).run(scope));
      case Step.Read read ->
          visit(
              read,
              read.at(),
              (config, _, scope) ->
                  read.at().resource().mode() == ResourceAddress.Mode.PROGRAM
                      ? new ProgramStep(run, read, config).run(scope)
                      : new ReadStep(run.applied(), data, memo.data(), read, config).run(scope));
      case Step.Destroy destroy -> {
        var obstacles =
            run.providers().problemsBeforehand(destroy.at(), run.applied().state(destroy.at()));
        yield obstacles.isEmpty()
            ? new DestroyStep(run, destroy).run()
            : refuse(destroy, obstacles);
      }
      case Step.Forget forget -> new ForgetStep(run, forget).run();
    };
  }

  /// What is done for one declared instance.
  private interface Visit {
    boolean run(ResourceConfig config, Change change, Scope scope);
  }

  private boolean visit(Step step, InstanceAddress at, Visit visit) {
    var config = run.snapshot().config().resources().get(at.resource());
    var change = run.change(ObjectRef.current(at));
    if (config == null || change.isEmpty())
      throw new IllegalStateException("the plan was made from another snapshot: " + at);
    return switch (run.values().expansion(at.resource())) {
      case Expansion.Outcome.Failed(var diagnostics) -> refuse(step, diagnostics);
      case Expansion.Outcome.Expanded(var expansion) -> {
        var member = expansion.members().get(at.key());
        if (member == null) yield refuse(step, List.of(lost(at)));
        var obstacles = obstacles(step, at);
        yield obstacles.isEmpty()
            ? guarded(
                step,
                at,
                () ->
                    visit.run(
                        config, change.get(), run.values().scope().within(at.resource(), member)))
            : refuse(step, obstacles);
      }
    };
  }

  /// Why the provider cannot be used for a step whose turn has come. The configuration of the
  /// provider is stored before the provider does anything.
  private List<Diagnostic> obstacles(Step step, InstanceAddress at) {
    if (step instanceof Step.Check) return List.of();
    var obstacles = run.providers().problems(at, run.applied().state(at));
    if (obstacles.isEmpty()) run.applied().keepConfigurations(run.providers().used());
    return obstacles;
  }

  private boolean guarded(Step step, InstanceAddress at, BooleanSupplier work) {
    try {
      return work.getAsBoolean();
    } catch (StoreFenced | StoreRefused e) {
      throw e;
    } catch (RuntimeException e) {
      return refuse(step, List.of(Unexpected.told(Subject.of(at), e)));
    }
  }

  private boolean refuse(Step step, List<Diagnostic> diagnostics) {
    return run.applied().end(step, StepResult.Outcome.NOT_STARTED, diagnostics);
  }

  private static Diagnostic lost(InstanceAddress at) {
    return Diagnostic.error(
        Code.INCONSISTENT_FINAL_PLAN,
        Subject.of(at),
        "Instance is no longer declared",
        "With the values that are known now, this instance has no place in count, forEach or"
            + " enabled. It is planned anew.");
  }
}
