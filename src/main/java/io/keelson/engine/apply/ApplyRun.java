package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.graph.ParallelWalk;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.object.ProviderFault;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.CheckLook;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.DataReader;
import io.keelson.engine.reading.OpenEphemerals;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.reading.PriorObjects;
import io.keelson.engine.snapshot.ComponentReview;
import io.keelson.engine.snapshot.DeclaredChecks;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.engine.state.StateStore.StoreRefused;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Applies one plan.
final class ApplyRun {
  private final ConfiguredProviders providers;
  private final StateCodec codec;
  private final Supplier<String> operationIds;
  private final Plan plan;
  private final Snapshot snapshot;
  private final ApplyOptions options;
  private final PlanMemo memo;
  private final Working working;
  private final PriorObjects priors;
  private final Interruption interruption;
  private final OpenEphemerals ephemerals;
  private final AppliedValues values;
  private final DataReader data;
  private final Map<InstanceAddress, ReentrantLock> locks = new ConcurrentHashMap<>();
  private final RecordChanges records;
  private final PolicyCheck policies;
  private volatile boolean fenced;
  private volatile boolean stopped;

  ApplyRun(
      Providers available,
      StateCodec codec,
      Supplier<String> operationIds,
      Plan plan,
      Snapshot snapshot,
      StateStore store,
      ApplyOptions options,
      PlanMemo memo) {
    this.codec = codec;
    this.operationIds = operationIds;
    this.plan = plan;
    this.snapshot = snapshot;
    this.options = options;
    this.memo = memo;
    this.working = new Working(store, plan, memo.answers());
    this.providers = ConfiguredProviders.applying(available, snapshot, codec, this::resolve, plan);
    this.priors = new PriorObjects(providers, codec, memo.answers());
    this.interruption = new Interruption(options.stop(), plan);
    this.ephemerals = new OpenEphemerals(providers);
    this.values =
        new AppliedValues(snapshot.config(), plan, working, priors, ephemerals, options.limits());
    this.data = new DataReader(providers, options.limits());
    this.records = new RecordChanges(this, plan);
    this.policies = new PolicyCheck(snapshot.config());
  }

  /// What provider configurations refer to.
  private Evaluated resolve(Root root) {
    return values.scope().resolve(root);
  }

  PolicyCheck policies() {
    return policies;
  }

  ApplyOutcome run() {
    if (!plan.prior().equals(snapshot.prior())) return refused(stale());
    var unsupplied = unsupplied();
    if (unsupplied.isPresent()) return refused(unsupplied.get());
    if (plan.partial()) working.report(List.of(incomplete()));
    keepConfigurations();
    records.store();
    var steps = new ArrayList<StepResult>();
    SortedMap<String, Value> outputs;
    try {
      ParallelWalk.walk(plan.steps(), options.parallelism(), new StopSignal(), visitor());
      keepObservations();
      for (Step step : plan.steps().nodes())
        if (!(step instanceof Step.Barrier)) steps.add(new StepResult(step, working.result(step)));
      outputs = AppliedOutputs.after(steps, plan, snapshot, working, values.scope());
      reviewComponents(steps);
      lookAtChecks(AppliedOutputs.undone(steps));
    } finally {
      // The last that may need them are outputs and checks.
      working.report(ephemerals.close());
    }
    var state = new StackState(working.states(), outputs, working.configurations());
    return new ApplyOutcome(
        state,
        steps,
        working.checks(),
        working.deviations(),
        working.diagnostics(),
        fenced,
        stopped);
  }

  /// What is given to components and what they give, now that it is known. What somebody uses was
  /// told already.
  ///
  /// @rule R-CMP-5
  private void reviewComponents(List<StepResult> steps) {
    if (snapshot.config().components().isEmpty()) return;
    var problems =
        new ArrayList<>(
            ComponentReview.applied(
                    snapshot,
                    values.scope(),
                    planned(),
                    AppliedOutputs.done(steps),
                    AppliedOutputs.undone(steps))
                .problems());
    problems.removeAll(working.diagnostics());
    working.report(problems);
  }

  /// Everything that the plan says something of; nothing of what it left as it is.
  private SortedSet<InstanceAddress> planned() {
    var all = new TreeSet<>(plan.data().keySet());
    plan.changes().keySet().forEach(object -> all.add(object.instance()));
    return all;
  }

  /// Now that everything is known. What was not done leaves open what depends on it. A data source
  /// of a check is read after everything that it could look at.
  ///
  /// @rule R-COND-9
  private void lookAtChecks(SortedSet<ResourceAddress> undone) {
    for (CheckConfig check :
        DeclaredChecks.again(snapshot, values.scope(), undone::contains, plan.checks())) {
      var subject = check.subject();
      var planned = plan.checks().get(subject);
      boolean again = planned != null && check.data().isPresent();
      if (!again && planned != CheckResult.Status.UNKNOWN) continue;
      var result = new CheckLook(data, values.scope()).at(check, false);
      working.check(subject, result.status());
      working.report(result.diagnostics());
    }
  }

  /// What the plan was made from is no more.
  ///
  /// @rule R-STATE-30
  private static Diagnostic stale() {
    return Diagnostic.error(
        Code.STALE_PLAN,
        Subject.stack(),
        "Plan is stale",
        "The state changed after the plan was made, so the plan may be wrong by now. Nothing"
            + " was done. Plan again.");
  }

  /// No plan holds the values of ephemeral variables, so they have to be given once more.
  ///
  /// @rule R-WO-4
  private Optional<Diagnostic> unsupplied() {
    return snapshot.config().variables().entrySet().stream()
        .filter(each -> Marks.ephemeral(each.getValue().allMarks()))
        .filter(each -> !each.getValue().whollyKnown())
        .findFirst()
        .map(each ->
            Diagnostic.error(
                Code.VARIABLE,
                Subject.part("variable", each.getKey()),
                "Ephemeral variable has no value",
                "Its value is kept in no plan, so it has to be given again for the apply. Nothing"
                    + " was done. Give the value, or the Secret that it is read from, and plan"
                    + " again."));
  }

  /// Nothing is done.
  private ApplyOutcome refused(Diagnostic why) {
    var steps =
        plan.steps().nodes().stream()
            .filter(step -> !(step instanceof Step.Barrier))
            .map(step -> new StepResult(step, StepResult.Outcome.NOT_STARTED))
            .toList();
    return new ApplyOutcome(
        snapshot.prior(), steps, new TreeMap<>(), new TreeSet<>(), List.of(why), false, false);
  }

  /// @rule R-TGT-7
  private static Diagnostic incomplete() {
    return Diagnostic.warning(
        Code.OPTIONS,
        Subject.stack(),
        "The stack may be incomplete",
        "The plan left out a part of the stack. Plan without targets and exclusions to see what is"
            + " still to be done.");
  }

  private ParallelWalk.Visitor<Step> visitor() {
    return new ParallelWalk.Visitor<>() {
      @Override
      public ParallelWalk.Visit<Step> visit(Step step) {
        return ApplyRun.this.visit(step);
      }

      @Override
      public boolean needsSuccess(Step step) {
        return !(step instanceof Step.Barrier.Layer);
      }
    };
  }

  private ParallelWalk.Visit<Step> visit(Step step) {
    if (fenced) return new ParallelWalk.Visit.Failed<>();
    if (!interruption.admits(step)) {
      if (options.stop().isSet()) stopped = true;
      return new ParallelWalk.Visit.Failed<>();
    }
    boolean done = attempt(step);
    if (!done && options.onFailure() == ApplyOptions.OnFailure.STOP) interruption.fail(step);
    return ParallelWalk.Visit.of(done);
  }

  private boolean attempt(Step step) {
    try {
      return alone(step);
    } catch (StoreFenced e) {
      fenceOff(e);
      return false;
    } catch (StoreRefused e) {
      return refuse(step, List.of(unrecorded(e)));
    }
  }

  static Diagnostic unrecorded(StoreRefused refusal) {
    return Diagnostic.error(
        Code.RECORD_REFUSED,
        Subject.of(refusal.at()),
        "The record cannot be written",
        refusal.getMessage() + " Without its record nothing is done to the object.");
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
    if (records.isMissing(at)) return refuse(step, List.of());
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
      case Step.Converge converge ->
          visit(
              converge,
              converge.at(),
              (config, change, scope) ->
                  new ConvergeStep(this, converge, change, config, scope).run());
      case Step.Check check ->
          visit(
              check,
              check.at(),
              (config, change, scope) ->
                  new CheckStep(working, key(), check, change, config).run(scope));
      case Step.Read read ->
          visit(
              read,
              read.at(),
              (config, _, scope) ->
                  new ReadStep(working, data, memo.data(), read, config).run(scope));
      case Step.Destroy destroy -> {
        var obstacles = providers.problemsBeforehand(destroy.at(), working.state(destroy.at()));
        yield obstacles.isEmpty()
            ? new DestroyStep(this, destroy).run()
            : refuse(destroy, obstacles);
      }
      case Step.Forget forget -> new ForgetStep(this, forget).run();
    };
  }

  /// What is done for one declared instance.
  private interface Visit {
    boolean run(ResourceConfig config, Change change, Scope scope);
  }

  private boolean visit(Step step, InstanceAddress at, Visit visit) {
    var config = snapshot.config().resources().get(at.resource());
    var change = change(ObjectRef.current(at));
    if (config == null || change.isEmpty())
      throw new IllegalStateException("the plan was made from another snapshot: " + at);
    return switch (values.expansion(at.resource())) {
      case Expansion.Outcome.Failed(var diagnostics) -> refuse(step, diagnostics);
      case Expansion.Outcome.Expanded(var expansion) -> {
        var member = expansion.members().get(at.key());
        if (member == null) yield refuse(step, List.of(lost(at)));
        var obstacles = obstacles(step, at);
        yield obstacles.isEmpty()
            ? guarded(
                step,
                at,
                () -> visit.run(config, change.get(), values.scope().within(at.resource(), member)))
            : refuse(step, obstacles);
      }
    };
  }

  /// Why the provider cannot be used for a step whose turn has come. What it is told is kept before
  /// it does anything.
  private List<Diagnostic> obstacles(Step step, InstanceAddress at) {
    if (step instanceof Step.Check) return List.of();
    var obstacles = providers.problems(at, working.state(at));
    if (obstacles.isEmpty()) working.keepConfigurations(providers.used());
    return obstacles;
  }

  /// What was found out while the plan was made.
  private void keepConfigurations() {
    try {
      working.keepConfigurations(plan.configurations());
    } catch (StoreFenced e) {
      fenceOff(e);
    }
  }

  private boolean guarded(Step step, InstanceAddress at, BooleanSupplier work) {
    try {
      return work.getAsBoolean();
    } catch (StoreFenced | StoreRefused e) {
      throw e;
    } catch (RuntimeException e) {
      return refuse(step, List.of(ProviderFault.threw(Subject.of(at), provider(at).name(), e)));
    }
  }

  private boolean refuse(Step step, List<Diagnostic> diagnostics) {
    return working.end(step, StepResult.Outcome.NOT_STARTED, diagnostics);
  }

  private static Diagnostic lost(InstanceAddress at) {
    return Diagnostic.error(
        Code.INCONSISTENT_FINAL_PLAN,
        Subject.of(at),
        "Instance is no longer declared",
        "With the values that are known now, this instance has no place in count, forEach or"
            + " enabled. It is planned anew.");
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
            if (records.isMissing(at) || working.isWritten(at)) return;
            if (!state.equals(recorded(at))) working.keep(at, state);
          });
    } catch (StoreFenced e) {
      fenceOff(e);
    } catch (StoreRefused e) {
      working.report(List.of(unrecorded(e)));
    }
  }

  /// What is recorded of an instance at its new address before this run writes to it.
  private InstanceState recorded(InstanceAddress at) {
    var from = plan.recordedAt(at);
    var recorded = snapshot.prior().instance(from);
    return from.equals(at) ? recorded : recorded.movedFrom(from);
  }

  boolean isFenced() {
    return fenced;
  }

  void fenceOff(StoreFenced fence) {
    fenced = true;
    working.report(
        List.of(
            Diagnostic.error(
                Code.INTERRUPTED,
                Subject.stack(),
                "Leadership was lost",
                fence.getMessage() + ". Nothing new was started; the new leader goes on.")));
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

  Snapshot snapshot() {
    return snapshot;
  }

  String operationId() {
    return operationIds.get();
  }

  String digest() {
    return plan.digest();
  }

  /// What stored hashes are keyed by.
  Bytes key() {
    return options.key();
  }

  /// What is planned for an object; empty if it was not considered.
  Optional<Change> change(ObjectRef object) {
    return Optional.ofNullable(plan.changes().get(object));
  }

  /// Who reaches the objects of an instance that exist.
  Provider provider(InstanceAddress at) {
    return providers.of(at.resource()).orElseThrow();
  }

  /// Who reaches one of them.
  ///
  /// @param object empty if it is gone
  Provider provider(InstanceAddress at, Optional<ObjectState> object) {
    return object
        .map(each -> providers.of(at.resource(), each).orElseThrow())
        .orElseGet(() -> provider(at));
  }

  ConfiguredProviders providers() {
    return providers;
  }
}
