package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.apply.StepResult;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.KeptAnswer;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeCall;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.Misbehaviour;
import io.keelson.testing.PlanOptionsBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import net.jqwik.api.Assume;

/// A world with one stack in it: plans, applies and lets things go wrong, run after run.
final class Laboratory {
  static final DigestKey KEY = new DigestKey(Bytes.utf8("secret"), "laboratory");
  private static final StateCodec CODEC = new JsonStateCodec();

  private final FakeWorld world = new FakeWorld();
  private final SortedMap<String, FakeType> types;
  private final ScenarioState states;
  private final AtomicInteger operations = new AtomicInteger();
  private final int parallelism;
  private final PlanOptions.Deletes deletes;
  private final Inventory inventory;
  private StackState state = StackState.EMPTY;

  Laboratory(int parallelism) {
    this(parallelism, RandomStack.TYPE);
  }

  Laboratory(int parallelism, FakeType type) {
    this(parallelism, type, PlanOptions.Deletes.GRAPH);
  }

  Laboratory(int parallelism, FakeType type, PlanOptions.Deletes deletes) {
    this.parallelism = parallelism;
    this.deletes = deletes;
    this.types = new TreeMap<>(Map.of(type.name(), type));
    this.states = new ScenarioState(types);
    this.inventory = new Inventory(world, states);
  }

  private static void noWork(String call) {}

  /// A plan with what it was made from.
  record Planned(Snapshot snapshot, PlanOutcome outcome, PlanMemo memo) {
    Plan plan() {
      return outcome.plan();
    }

    /// All diagnostics but those that only tell what is left alone from now on.
    List<Diagnostic> problems() {
      return withoutFarewells(outcome.diagnostics());
    }

    private static List<Diagnostic> withoutFarewells(List<Diagnostic> diagnostics) {
      return diagnostics.stream()
          .filter(each -> each.isError() || each.code() != Code.REMOVED)
          .toList();
    }

    /// The run of this plan, if it is approved.
    OpenRun run() {
      return new OpenRun(plan().digest(), plan().leaves());
    }
  }

  /// What is different about one apply.
  record Conditions(
      Map<String, Misbehaviour> misbehaviours,
      Fuse fuse,
      StopSignal stop,
      Consumer<String> work,
      ApplyOptions.OnFailure onFailure) {
    Conditions(
        Map<String, Misbehaviour> misbehaviours,
        Fuse fuse,
        StopSignal stop,
        Consumer<String> work) {
      this(misbehaviours, fuse, stop, work, ApplyOptions.OnFailure.CONTINUE);
    }

    static Conditions good() {
      return new Conditions(
          Map.of(), new Fuse(Integer.MAX_VALUE), new StopSignal(), Laboratory::noWork);
    }

    static Conditions dyingAfter(int moments) {
      return new Conditions(Map.of(), new Fuse(moments), new StopSignal(), Laboratory::noWork);
    }

    static Conditions failing(Map<String, Misbehaviour> misbehaviours) {
      return new Conditions(
          misbehaviours, new Fuse(Integer.MAX_VALUE), new StopSignal(), Laboratory::noWork);
    }

    /// Stops at the first failure.
    ///
    /// @param calls is told of each call to the provider
    static Conditions stoppingAt(Map<String, Misbehaviour> misbehaviours, Consumer<String> calls) {
      return new Conditions(
          misbehaviours,
          new Fuse(Integer.MAX_VALUE),
          new StopSignal(),
          calls,
          ApplyOptions.OnFailure.STOP);
    }

    /// Asks to stop while the call after `calls` others runs.
    static Conditions stoppedAfter(int calls) {
      var stop = new StopSignal();
      var left = new AtomicInteger(calls);
      return new Conditions(
          Map.of(),
          new Fuse(Integer.MAX_VALUE),
          stop,
          _ -> {
            if (left.getAndDecrement() <= 0) stop.set();
          });
    }
  }

  private FakeProvider provider(Map<String, Misbehaviour> misbehaviours, Consumer<String> work) {
    return new FakeProvider(world, types, CODEC, misbehaviours, work);
  }

  Planned plan(DeclaredStack stack) {
    return plan(stack, Map.of(), parallelism);
  }

  Planned plan(DeclaredStack stack, Map<String, Misbehaviour> misbehaviours, int workers) {
    return plan(stack, misbehaviours, workers, OpenRun.NONE, List.of());
  }

  /// Plans with the request to replace these instances.
  Planned plan(DeclaredStack stack, Collection<InstanceAddress> replace) {
    return plan(stack, Map.of(), parallelism, OpenRun.NONE, replace);
  }

  /// Plans what is left of an approved plan whose run has begun.
  Planned remainder(DeclaredStack stack, Planned approved) {
    return remainder(stack, approved, List.of());
  }

  /// The same, with the request that the approved plan was made with.
  Planned remainder(DeclaredStack stack, Planned approved, Collection<InstanceAddress> replace) {
    return plan(stack, Map.of(), parallelism, approved.run(), replace);
  }

  private Planned plan(
      DeclaredStack stack,
      Map<String, Misbehaviour> misbehaviours,
      int workers,
      OpenRun run,
      Collection<InstanceAddress> replace) {
    var options =
        PlanOptionsBuilder.from(options(PlanOptions.Refresh.ALL, workers))
            .continuing(run)
            .replacing(replace)
            .build();
    return plan(stack, provider(misbehaviours, Laboratory::noWork), options, new PlanMemo());
  }

  /// Plans one resource, and what it needs.
  private Planned planOnly(RandomStack stack, ResourceAddress target) {
    var options =
        PlanOptionsBuilder.from(options(PlanOptions.Refresh.ALL, parallelism))
            .targeting(List.of(Target.parse(target.toString())))
            .build();
    return plan(stack, provider(Map.of(), Laboratory::noWork), options, new PlanMemo());
  }

  /// Plans a part.
  Planned planPart(DeclaredStack stack, UnaryOperator<PlanOptions> part) {
    var options = part.apply(options(PlanOptions.Refresh.ALL, parallelism));
    return plan(stack, provider(Map.of(), Laboratory::noWork), options, new PlanMemo());
  }

  StackState state() {
    return state;
  }

  /// Plans to read only.
  Planned planReading(DeclaredStack stack) {
    var options =
        PlanOptionsBuilder.options(
            PlanOptions.Mode.REFRESH_ONLY, PlanOptions.Refresh.ALL, parallelism, KEY);
    return plan(stack, provider(Map.of(), Laboratory::noWork), options, new PlanMemo());
  }

  /// Plans with what earlier plans have left in a memo.
  ///
  /// @param around watches the provider
  Planned plan(
      DeclaredStack stack,
      PlanOptions.Refresh refresh,
      PlanMemo memo,
      UnaryOperator<Provider> around) {
    var provider = around.apply(provider(Map.of(), Laboratory::noWork));
    return plan(stack, provider, options(refresh, parallelism), memo);
  }

  /// Plans from what was last observed, and reads these on the way.
  Planned plan(
      DeclaredStack stack,
      Collection<InstanceAddress> looksAt,
      PlanMemo memo,
      UnaryOperator<Provider> around) {
    var provider = around.apply(provider(Map.of(), Laboratory::noWork));
    var options =
        PlanOptionsBuilder.from(options(PlanOptions.Refresh.AFFECTED, parallelism))
            .lookingAt(looksAt)
            .build();
    return plan(stack, provider, options, memo);
  }

  private PlanOptions options(PlanOptions.Refresh refresh, int workers) {
    return PlanOptionsBuilder.from(
            PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, refresh, workers, KEY))
        .deleting(deletes)
        .build();
  }

  /// Plans what is not all right.
  ///
  /// @param problems is told what is wrong
  Planned planDespite(DeclaredStack stack, List<Diagnostic> problems) {
    var providers = new Providers(List.of(provider(Map.of(), Laboratory::noWork)));
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(stack.declaration());
    var snapshot = new Snapshot(loaded.config(), state);
    var memo = new PlanMemo();
    var outcome =
        new Planner(providers, CODEC)
            .plan(snapshot, options(PlanOptions.Refresh.ALL, parallelism), memo);
    problems.addAll(loaded.diagnostics());
    problems.addAll(outcome.diagnostics());
    return new Planned(snapshot, outcome, memo);
  }

  /// The ids of all current objects that are recorded.
  SortedMap<InstanceAddress, String> objects() {
    var objects = new TreeMap<InstanceAddress, String>();
    state
        .instances()
        .forEach((at, instance) ->
            instance.current().ifPresent(object -> objects.put(at, states.id(at, object))));
    return objects;
  }

  private Planned plan(DeclaredStack stack, Provider provider, PlanOptions options, PlanMemo memo) {
    var providers = new Providers(List.of(provider));
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(stack.declaration());
    assertThat(loaded.diagnostics()).isEmpty();
    var snapshot = new Snapshot(loaded.config(), state);
    return new Planned(snapshot, new Planner(providers, CODEC).plan(snapshot, options, memo), memo);
  }

  /// A memo as the next process has it: with what was answered for the plan that was carried out.
  PlanMemo nextMemo(List<KeptAnswer> answers) {
    var memo = new PlanMemo();
    memo.takeUp(answers, state);
    return memo;
  }

  /// Somebody else changes an object, or takes it away.
  ///
  /// @param number which of the objects there are; any number
  void disturb(int number) {
    var things = new ArrayList<>(world.things().values());
    if (things.isEmpty()) return;
    var thing = things.get(number % things.size());
    if (number % 3 == 0) {
      world.remove(thing.at().resource().type(), thing.id());
      inventory.isGone(thing.id());
    } else world.put(thing.with("size", Value.number(number)));
  }

  /// A plan that is to be applied to what exists by now.
  Planned late(Planned planned) {
    return new Planned(
        new Snapshot(planned.snapshot().config(), state), planned.outcome(), planned.memo());
  }

  /// Applies a plan; what the store has afterwards is the state from then on.
  ApplyOutcome apply(Planned planned, Conditions conditions) {
    return apply(planned, planned.plan().digest(), conditions);
  }

  /// Applies the remainder of a plan that was approved with this digest.
  ApplyOutcome apply(Planned planned, String approvedDigest, Conditions conditions) {
    var provider = provider(conditions.misbehaviours(), conditions.work());
    provider.startApplying();
    var providers = new Providers(List.of(new DyingProvider(provider, conditions.fuse())));
    var store = new MemoryStore(state);
    var outcome =
        new Applier(providers, CODEC, () -> "op-" + operations.incrementAndGet())
            .apply(
                planned.plan().under(approvedDigest),
                planned.snapshot(),
                new DyingStore(store, conditions.fuse()),
                new ApplyOptions(
                    parallelism,
                    conditions.stop(),
                    Limits.DEFAULT,
                    KEY.secret(),
                    conditions.onFailure(),
                    ApplyProgress.NONE),
                planned.memo());
    boolean dead = conditions.fuse().blown();
    state = store.state(dead ? state.outputs() : outcome.state().outputs());
    respectsEveryEdge(planned.plan(), provider.calls());
    inventory.check(planned.plan(), state);
    return outcome;
  }

  private void respectsEveryEdge(Plan plan, List<FakeCall> calls) {
    var planned = new Operations(plan, states::id);
    var seen = new TreeMap<String, FakeCall>();
    for (FakeCall call : calls)
      assertThat(seen.put(planned.of(call), call)).as("%s is done once", call).isNull();
    assertThat(planned.names()).containsAll(seen.keySet());
    for (var pair : planned.order()) {
      var first = seen.get(pair.first());
      var then = seen.get(pair.then());
      if (then == null) continue;
      // What comes first may have turned out to need no call.
      if (first != null) assertThat(first.end()).as("%s", pair).isLessThan(then.start());
    }
  }

  /// Brings the stack to what is declared, and makes sure of it.
  void settle(DeclaredStack stack) {
    var planned = plan(stack);
    assertThat(planned.problems()).isEmpty();
    var outcome = apply(planned, Conditions.good());
    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(outcome.complete()).isTrue();
    // What turned out unchanged is not written (R-APPLY-15): its record follows with the next plan.
    if (outcome.steps().stream().anyMatch(each -> each.outcome() == StepResult.Outcome.UNCHANGED))
      apply(plan(stack), Conditions.good());
    isSettled(stack);
  }

  /// The same. Where operations wait for each other, the dependents go first, as the message says.
  void settleInSteps(RandomStack stack) {
    for (int number : stack.resources().reversed().keySet()) {
      if (!waits(plan(stack))) break;
      var step = planOnly(stack, stack.address(number));
      if (!waits(step)) assertThat(apply(step, Conditions.good()).complete()).isTrue();
    }
    settle(stack);
  }

  private static boolean waits(Planned planned) {
    return planned.problems().stream().anyMatch(problem -> problem.code() == Code.APPLY_CYCLE);
  }

  /// Leaves out changes that have to be made in two steps: Terraform stops at them, too.
  void assumePlannable(DeclaredStack stack) {
    Assume.that(plan(stack).problems().isEmpty());
  }

  /// There is nothing to do, and every object of the world is in the state once, or was left alone.
  void isSettled(DeclaredStack stack) {
    var again = plan(stack);
    assertThat(again.outcome().diagnostics()).isEmpty();
    assertThat(again.plan().effective()).isEmpty();
    assertThat(again.plan().applyable()).as("outputs %s", again.plan().outputs()).isFalse();
    assertThat(again.plan().bookkeeping()).isEmpty();
    assertThat(inventory.recorded(state))
        .as("recorded objects")
        .containsExactlyElementsOf(inventory.notLeftAlone());
  }

  /// Whether the remainder replaces, or makes again, all that the approved plan replaces and that
  /// is still recorded.
  boolean forgetsNoReplacement(Planned approved, Planned remainder) {
    return approved.plan().effective().stream()
        .filter(change -> change.action() instanceof Action.Replace)
        .map(change -> change.object().instance())
        .filter(
            at -> id(approved.plan().refreshed(), at).equals(id(remainder.plan().refreshed(), at)))
        .map(at -> remainder.plan().changes().get(ObjectRef.current(at)))
        .allMatch(change -> change != null && change.action().destructive());
  }

  /// Whether what the remainder replaces by request or triggers still is what was there when it was
  /// approved.
  boolean replacesNothingTwice(Planned approved, Planned remainder) {
    return remainder.plan().effective().stream()
        .filter(change -> change.action() instanceof Action.Replace)
        .filter(change -> change.reason().isOutside())
        .map(change -> change.object().instance())
        .allMatch(
            at -> id(approved.plan().refreshed(), at).equals(id(remainder.plan().refreshed(), at)));
  }

  private Optional<String> id(StackState of, InstanceAddress at) {
    return of.instance(at).current().map(object -> states.id(at, object));
  }

  /// The calls that a plan will make, as misbehaviour names them.
  List<String> calls(Plan plan) {
    return new Operations(plan, states::id).calls();
  }
}
