package io.keelson.engine.scenario;

import static io.keelson.testing.Graphs.reaches;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.apply.StepResult;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions.Deletes;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.plan.Step;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.ObjectState;
import io.keelson.testing.FakeType;
import io.keelson.testing.Misbehaviour;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/// Plans of which the ends that nothing new waits for come last, in layers.
class LayeredPropertyTest {
  private static final int MOST = 7;

  /// @param type of a provider that destroys or creates first by default
  record Edit(RandomStack before, RandomStack after, FakeType type) {}

  @Provide
  Arbitrary<Edit> edits() {
    var bits = Arbitraries.integers().between(0, (1 << MOST) - 1);
    return Combinators.combine(
            RandomStack.upTo(MOST),
            RandomStack.upTo(MOST),
            bits,
            bits,
            bits,
            Arbitraries.of(RandomStack.TYPE, RandomStack.CREATED_FIRST))
        .as((one, other, changed, first, gone, type) ->
            new Edit(
                one.deletingFirst(first),
                one.changedTo(other, changed).deletingFirst(first).without(gone),
                type));
  }

  @Property(tries = 25)
  @Tag("R-PUL-50")
  void end_comesAfterEverythingNewUnlessAReplacementWaitsForIt(@ForAll("edits") Edit edit) {
    var plan = planned(edit, Deletes.LAYERED).plan();
    for (Step end : plan.steps().nodes()) {
      if (!(end instanceof Step.Destroy) || isAwaited(plan, end)) continue;
      for (Step step : plan.steps().nodes())
        if (step instanceof Step.Converge)
          assertThat(reaches(plan.steps(), step, end))
              .as("%s before %s:%n%s", step, end, PlanText.of(plan))
              .isTrue();
    }
  }

  private static boolean isAwaited(Plan plan, Step end) {
    return plan.steps().nodes().stream()
        .filter(step -> isDestroyedFirst(plan, step))
        .anyMatch(step -> step.equals(end) || reaches(plan.steps(), end, step));
  }

  /// Whether it is the new object of something that is destroyed first.
  private static boolean isDestroyedFirst(Plan plan, Step step) {
    return isReplaced(plan, step, ReplaceOrder.DESTROY_FIRST::equals);
  }

  private static boolean isReplaced(Plan plan, Step step, Predicate<ReplaceOrder> orders) {
    return step instanceof Step.Converge(var at)
        && Optional.ofNullable(plan.changes().get(ObjectRef.current(at)))
            .filter(change ->
                change.action() instanceof Action.Replace(var order, _) && orders.test(order))
            .isPresent();
  }

  @Property(tries = 25)
  @Tag("R-PUL-50")
  void layers_areAboveWhatTheirObjectsNeed(@ForAll("edits") Edit edit) {
    var plan = planned(edit, Deletes.LAYERED).plan();
    var layers = layers(plan);
    layers.forEach((end, layer) -> {
      int highest =
          layers.entrySet().stream()
              .filter(other -> needs(plan, end, other.getKey()))
              .mapToInt(Map.Entry::getValue)
              .max()
              .orElse(0);
      assertThat(layer).as("%s in%n%s", end, PlanText.of(plan)).isEqualTo(highest + 1);
      layers.forEach((other, lower) -> {
        if (lower < layer) assertThat(reaches(plan.steps(), end, other)).isTrue();
        if (lower.equals(layer)) assertThat(reaches(plan.steps(), end, other)).isFalse();
      });
    });
  }

  private static Map<Step, Integer> layers(Plan plan) {
    var layers = new HashMap<Step, Integer>();
    for (Step step : plan.steps().nodes())
      if (step instanceof Step.Barrier.Layer(int number))
        plan.steps().successors(step).forEach(end -> layers.put(end, number));
    return layers;
  }

  private static boolean needs(Plan plan, Step end, Step other) {
    var needed = resource(other);
    return !resource(end).equals(needed)
        && object(plan, end).stream()
            .flatMap(object -> object.dependencies().stream())
            .map(Dependency::resource)
            .anyMatch(needed::equals);
  }

  private static ResourceAddress resource(Step end) {
    return end.changes().orElseThrow().instance().resource();
  }

  /// What an old object is stored as before its successor sets it aside.
  private static Optional<ObjectState> object(Plan plan, Step end) {
    var ref = end.changes().orElseThrow();
    var instance = plan.refreshed().instance(ref.instance());
    return ref.deposed()
        .flatMap(key -> Optional.ofNullable(instance.deposed().get(key)))
        .or(instance::current);
  }

  /// Whatever can be ordered at all can be ordered so, and carried out.
  @Property(tries = 25)
  @Tag("R-PUL-50")
  void plan_isCarriedOut(@ForAll("edits") Edit edit) {
    assertThat(planned(edit, Deletes.LAYERED).problems()).isEmpty();

    var laboratory = settled(edit, Deletes.LAYERED);
    var planned = laboratory.plan(edit.after());
    var outcome = laboratory.apply(planned, Laboratory.Conditions.good());

    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(outcome.complete()).isTrue();
  }

  /// The layers below wait for the end of what fails, and not for its success.
  @Property(tries = 25)
  @Tag("R-PUL-51")
  void endThatFails_keepsOnlyWhatItsObjectNeeds(
      @ForAll("edits") Edit edit, @ForAll int whichFails) {
    var laboratory = settled(edit, Deletes.LAYERED);
    var planned = laboratory.plan(edit.after());
    var plan = planned.plan();
    var calls = laboratory.calls(plan).stream().filter(call -> call.startsWith("delete ")).toList();
    Assume.that(!calls.isEmpty());
    var failing = calls.get(Math.floorMod(whichFails, calls.size()));
    var fails = new Misbehaviour.Fails("busy", Optional.empty());

    var outcome = laboratory.apply(planned, Laboratory.Conditions.failing(Map.of(failing, fails)));

    var layers = layers(plan);
    var failed =
        outcome.steps().stream()
            .filter(each -> each.outcome() == StepResult.Outcome.FAILED)
            .map(StepResult::step)
            .toList();
    Assume.that(failed.size() == 1 && layers.containsKey(failed.getFirst()));
    var stays = new ArrayList<>(failed);
    for (StepResult each : outcome.steps())
      if (each.outcome() == StepResult.Outcome.SKIPPED) stays.add(each.step());
    for (Step skipped : stays.subList(1, stays.size()))
      assertThat(stays.stream().anyMatch(other -> isNeeded(plan, other, skipped))).isTrue();
  }

  /// Whether an object that stays keeps another one. What is kept keeps what it needs itself.
  private static boolean isNeeded(Plan plan, Step stays, Step skipped) {
    var needed = new TreeSet<ResourceAddress>();
    object(plan, stays)
        .ifPresent(object -> object.dependencies().forEach(each -> needed.add(each.resource())));
    return (!stays.equals(skipped) && needed.contains(resource(skipped))) || departs(plan, skipped);
  }

  private static boolean departs(Plan plan, Step step) {
    var ref = step.changes().orElseThrow();
    return Stream.of(ref, ObjectRef.current(ref.instance()))
        .map(plan.changes()::get)
        .anyMatch(change -> change != null && change.goesWith().isPresent());
  }

  /// One step at a time, nothing follows the first failure but what a replacement owes.
  @Property(tries = 25)
  @Tag("R-PUL-52")
  void runThatStops_onlyFinishesReplacementsThatHaveBegun(
      @ForAll("edits") Edit edit, @ForAll Deletes deletes, @ForAll int whichFails) {
    var laboratory = settled(edit, deletes, 1);
    var planned = laboratory.plan(edit.after());
    var plan = planned.plan();
    var planning = laboratory.calls(plan);
    Assume.that(!planning.isEmpty());
    var failing = planning.get(Math.floorMod(whichFails, planning.size()));
    var fails = new Misbehaviour.Fails("busy", Optional.empty());
    var calls = new ArrayList<String>();

    var outcome =
        laboratory.apply(
            planned, Laboratory.Conditions.stoppingAt(Map.of(failing, fails), calls::add));

    Assume.that(calls.contains(failing));
    var done = new TreeSet<String>();
    for (StepResult each : outcome.steps())
      if (each.outcome() == StepResult.Outcome.DONE) done.add(each.step().toString());
    for (String call : calls.subList(calls.indexOf(failing) + 1, calls.size()))
      assertThat(isOwed(plan, call, done)).as("%s after %s", call, failing).isTrue();
    assertThat(outcome.complete()).isFalse();
    assertThat(outcome.stopped()).isFalse();
  }

  /// Whether a call makes what takes the place of something that is gone, or is before that.
  private static boolean isOwed(Plan plan, String call, Set<String> done) {
    var owed =
        plan.steps().nodes().stream()
            .filter(step -> isReplaced(plan, step, order -> order != ReplaceOrder.CREATE_FIRST))
            .filter(step -> done.contains(step.toString()))
            .toList();
    return plan.steps().nodes().stream()
        .filter(step -> isCall(step, call))
        .anyMatch(step ->
            owed.contains(step)
                || owed.stream().anyMatch(each -> reaches(plan.steps(), step, each)));
  }

  private static boolean isCall(Step step, String call) {
    return switch (step) {
      case Step.Converge(var at) -> call.equals("create " + at) || call.equals("update " + at);
      case Step.Read(var at) -> call.equals("read " + at);
      case Step.Destroy _ -> call.startsWith("delete ");
      case Step.Check _, Step.Forget _, Step.Barrier _ -> false;
    };
  }

  /// Terraform stops at operations that wait for each other, and orders may contradict each other.
  private static Laboratory.Planned planned(Edit edit, Deletes deletes) {
    return settled(edit, deletes).plan(edit.after());
  }

  private static Laboratory settled(Edit edit, Deletes deletes) {
    return settled(edit, deletes, 2);
  }

  private static Laboratory settled(Edit edit, Deletes deletes, int parallelism) {
    var graph = new Laboratory(2, edit.type());
    graph.settle(edit.before());
    var codes = List.of(Code.APPLY_CYCLE, Code.REPLACE_ORDER_CONFLICT);
    Assume.that(
        graph.plan(edit.after()).problems().stream()
            .noneMatch(problem -> codes.contains(problem.code())));
    var laboratory = new Laboratory(parallelism, edit.type(), deletes);
    laboratory.settle(edit.before());
    return laboratory;
  }
}
