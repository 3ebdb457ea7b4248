package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.ParallelWalk;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Contract;
import io.keelson.engine.plan.CreateBeforeDestroy;
import io.keelson.engine.plan.Dependencies;
import io.keelson.engine.plan.Expansion;
import io.keelson.engine.plan.OutputChange;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PriorObjects;
import io.keelson.engine.plan.ResourceValues;
import io.keelson.engine.plan.Snapshot;
import io.keelson.engine.plan.StackScope;
import io.keelson.engine.plan.Step;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Applies one plan.
final class ApplyRun {
  private final Providers providers;
  private final StateCodec codec;
  private final Supplier<String> operationIds;
  private final Plan plan;
  private final Snapshot snapshot;
  private final ApplyOptions options;
  private final Working working;
  private final PriorObjects priors;
  private final Dependencies dependencies;
  private final CreateBeforeDestroy createBeforeDestroy;
  private final Interruption interruption;
  private final StackScope scope;
  private final Map<ResourceAddress, Expansion.Outcome> expansions = new ConcurrentHashMap<>();
  private final Map<InstanceAddress, ReentrantLock> locks = new ConcurrentHashMap<>();
  private volatile boolean fenced;
  private volatile boolean stopped;

  ApplyRun(
      Providers providers,
      StateCodec codec,
      Supplier<String> operationIds,
      Plan plan,
      Snapshot snapshot,
      StateStore store,
      ApplyOptions options) {
    this.providers = providers;
    this.codec = codec;
    this.operationIds = operationIds;
    this.plan = plan;
    this.snapshot = snapshot;
    this.options = options;
    this.working = new Working(store, plan);
    this.priors = new PriorObjects(providers);
    this.dependencies = Dependencies.of(snapshot.config());
    this.createBeforeDestroy =
        CreateBeforeDestroy.of(snapshot.config(), snapshot.prior(), dependencies);
    this.interruption = new Interruption(options.stop(), plan);
    this.scope =
        new StackScope(
            snapshot.config(), new ResourceValues(this::expansion, this::value, this::isSettled));
  }

  ApplyOutcome run() {
    ParallelWalk.walk(plan.steps(), options.parallelism(), new StopSignal(), this::visit);
    keepObservations();
    var steps = new ArrayList<StepResult>();
    for (Step step : plan.steps().nodes())
      if (!(step instanceof Step.Barrier)) steps.add(new StepResult(step, working.result(step)));
    var state = new StackState(working.states(), outputs(steps));
    return new ApplyOutcome(state, steps, working.diagnostics(), fenced, stopped);
  }

  private ParallelWalk.Visit<Step> visit(Step step) {
    if (fenced) return new ParallelWalk.Visit.Failed<>();
    if (!interruption.admits(step)) {
      stopped = true;
      return new ParallelWalk.Visit.Failed<>();
    }
    try {
      return ParallelWalk.Visit.of(alone(step));
    } catch (StoreFenced e) {
      fenced = true;
      working.report(List.of(fencedOff(e)));
      return new ParallelWalk.Visit.Failed<>();
    }
  }

  /// One instance has one journal entry, so its steps never run at the same time, although nothing
  /// orders the destruction of two of its deposed objects.
  private boolean alone(Step step) {
    var at =
        switch (step) {
          case Step.Converge converge -> converge.at();
          case Step.Destroy destroy -> destroy.at();
          case Step.Forget forget -> forget.object().instance();
          case Step.Barrier _ -> null;
        };
    if (at == null) return true;
    var lock = locks.computeIfAbsent(at, _ -> new ReentrantLock());
    lock.lock();
    try {
      return carryOut(step);
    } finally {
      lock.unlock();
    }
  }

  private boolean carryOut(Step step) {
    return switch (step) {
      case Step.Barrier _ -> true;
      case Step.Converge converge -> converge(converge);
      case Step.Destroy destroy -> new DestroyStep(this, destroy).run();
      case Step.Forget forget -> forget(forget);
    };
  }

  private boolean converge(Step.Converge step) {
    var at = step.at();
    var config = snapshot.config().resources().get(at.resource());
    var change = plan.changes().get(ObjectRef.current(at));
    if (config == null || change == null)
      throw new IllegalStateException("the plan was made from another snapshot: " + at);
    return switch (expansion(at.resource())) {
      case Expansion.Outcome.Failed(var diagnostics) -> refuse(step, diagnostics);
      case Expansion.Outcome.Expanded(var expansion) -> {
        var member = expansion.members().get(at.key());
        if (member == null) yield refuse(step, List.of(lost(at)));
        yield converge(step, new ConvergeStep(this, step, change, config), member);
      }
    };
  }

  private boolean converge(Step.Converge step, ConvergeStep converge, Expansion.Member member) {
    try {
      return converge.run(scope.within(member));
    } catch (StoreFenced e) {
      throw e;
    } catch (RuntimeException e) {
      return refuse(step, List.of(Contract.threw(Subject.of(step.at()), e)));
    }
  }

  private boolean refuse(Step step, List<Diagnostic> diagnostics) {
    working.report(diagnostics);
    working.result(step, StepResult.Outcome.NOT_STARTED);
    return false;
  }

  private static Diagnostic lost(InstanceAddress at) {
    return Diagnostic.error(
        Code.INCONSISTENT_FINAL_PLAN,
        Subject.of(at),
        "Instance is no longer declared",
        "With the values that are known now, this instance has no place in count or forEach. It is"
            + " planned anew.");
  }

  /// @rule R-REM-3
  private boolean forget(Step.Forget step) {
    var at = step.object().instance();
    var state = working.state(at);
    var without =
        step.object().deposed().map(state::withoutDeposed).orElseGet(state::withoutCurrent);
    working.keep(at, without);
    working.result(step, StepResult.Outcome.DONE);
    return true;
  }

  /// Stores what was observed of instances that no step has written: their dependencies, flags and
  /// values as read.
  ///
  /// @rule R-APPLY-4a
  private void keepObservations() {
    if (fenced) return;
    try {
      plan.refreshed()
          .instances()
          .forEach((at, state) -> {
            if (!working.isWritten(at) && !state.equals(snapshot.prior().instance(at)))
              working.keep(at, state);
          });
    } catch (StoreFenced e) {
      fenced = true;
      working.report(List.of(fencedOff(e)));
    }
  }

  private static Diagnostic fencedOff(StoreFenced fence) {
    return Diagnostic.error(
        Code.INTERRUPTED,
        Subject.stack(),
        "Leadership was lost",
        fence.getMessage() + ". Nothing new was started; the new leader goes on.");
  }

  /// The outputs that can be evaluated; others keep their value.
  ///
  /// @rule R-APPLY-54
  private SortedMap<String, Value> outputs(List<StepResult> steps) {
    var undone = undone(steps);
    var outputs = new TreeMap<>(snapshot.prior().outputs());
    plan.outputs()
        .forEach((name, change) -> {
          if (change.kind() == OutputChange.Kind.DELETE && change.after().isEmpty()) {
            outputs.remove(name);
            return;
          }
          var config = snapshot.config().outputs().get(name);
          if (config == null) return;
          var needed = dependencies.behind(config.value().references());
          if (needed.stream().anyMatch(undone::contains)) return;
          publish(name, config.value().evaluate(scope), config.sensitive(), outputs);
        });
    return outputs;
  }

  private void publish(
      String name, Evaluated evaluated, boolean sensitive, SortedMap<String, Value> outputs) {
    switch (evaluated) {
      case Evaluated.Failed(var diagnostics) -> working.report(diagnostics);
      case Evaluated.Ok(var value) -> {
        var marked = sensitive ? value.mark(Marks.sensitive("output." + name)) : value;
        if (value.isNull()) outputs.remove(name);
        else if (value.whollyKnown()) outputs.put(name, marked);
      }
    }
  }

  private static SortedSet<ResourceAddress> undone(List<StepResult> steps) {
    var undone = new TreeSet<ResourceAddress>();
    for (StepResult result : steps) {
      boolean done =
          result.outcome() == StepResult.Outcome.DONE
              || result.outcome() == StepResult.Outcome.UNCHANGED;
      if (!done && result.step() instanceof Step.Converge(var at)) undone.add(at.resource());
    }
    return undone;
  }

  private Expansion.Outcome expansion(ResourceAddress resource) {
    var known = expansions.get(resource);
    if (known != null) return known;
    var config = snapshot.config().resources().get(resource);
    if (config == null) throw new IllegalStateException("not declared: " + resource);
    var expansion = Expansion.of(config, scope);
    expansions.put(resource, expansion);
    return expansion;
  }

  /// The new state of what this run has converged, the prior state of what stays as it is. What is
  /// still to come shows as planned: only who names another instance of the same resource gets to
  /// see it.
  ///
  /// @rule R-UNK-7
  private Value value(InstanceAddress at) {
    return working.value(at).orElseGet(() -> change(at).after().orElseThrow());
  }

  private boolean isSettled(InstanceAddress at) {
    return working.value(at).isPresent() || change(at).isNoOp();
  }

  private Change change(InstanceAddress at) {
    var change = plan.changes().get(ObjectRef.current(at));
    if (change == null) throw new IllegalStateException("nothing was planned for " + at);
    return change;
  }

  Working working() {
    return working;
  }

  PriorObjects priors() {
    return priors;
  }

  StateCodec codec() {
    return codec;
  }

  String operationId() {
    return operationIds.get();
  }

  String digest() {
    return plan.digest();
  }

  Provider provider(InstanceAddress at) {
    return providers.of(at.resource().type()).orElseThrow();
  }

  SortedSet<Dependency> declaredDependencies(InstanceAddress at) {
    return dependencies.stored(at.resource());
  }

  Flags declaredFlags(ResourceConfig config) {
    return new Flags(
        createBeforeDestroy.effective().contains(config.address()),
        config.lifecycle().preventDestroy());
  }
}
