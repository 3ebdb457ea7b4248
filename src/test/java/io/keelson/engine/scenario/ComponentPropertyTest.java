package io.keelson.engine.scenario;

import static io.keelson.testing.Graphs.reaches;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.DependencySet;
import io.keelson.engine.state.ObjectState;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/// What holds for every stack that uses components, and every change of it.
final class ComponentPropertyTest {
  private static final RandomStack NOTHING = new RandomStack(new TreeMap<>(), new TreeSet<>());

  /// Two stacks of which the second is a change of the first: of its definition, of its uses, or of
  /// both.
  record Edit(RandomComponents before, RandomComponents after) {}

  @Provide
  Arbitrary<Edit> edits() {
    return RandomComponents.any()
        .flatMap(before ->
            RandomComponents.any()
                .flatMap(other ->
                    Arbitraries.integers()
                        .between(0, 31)
                        .map(bits ->
                            new Edit(
                                before,
                                ((bits & 16) == 0 ? before : other)
                                    .inside(before.inside().changedTo(other.inside(), bits))))));
  }

  @Property(tries = 25)
  void secondPlanAfterApply_isEmpty(
      @ForAll("edits") Edit edit, @ForAll @IntRange(min = 1, max = 8) int parallelism) {
    var laboratory = new Laboratory(parallelism);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    laboratory.settle(edit.after());
  }

  @Property(tries = 15)
  void equalInputs_giveEqualPlans(
      @ForAll("edits") Edit edit, @ForAll @IntRange(min = 2, max = 8) int parallelism) {
    var laboratory = new Laboratory(parallelism);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());

    var one = laboratory.plan(edit.after(), Map.of(), 1).plan();
    var many = laboratory.plan(edit.after(), Map.of(), parallelism).plan();

    assertThat(many.digest()).isEqualTo(one.digest());
    assertThat(PlanText.of(many)).isEqualTo(PlanText.of(one));
    assertThat(many.steps().nodes()).isEqualTo(one.steps().nodes());
    assertThat(many.bookkeeping()).isEqualTo(one.bookkeeping());
  }

  @Property(tries = 15)
  void renamedInADefinition_isMovedAndNothingElse(
      @ForAll("edits") Edit edit, @ForAll @IntRange(min = 1, max = 15) int bits) {
    var laboratory = new Laboratory(2);
    laboratory.settle(edit.before());
    var renamed = edit.before().inside(edit.before().inside().renamed(bits));

    var planned = laboratory.plan(renamed);

    assertThat(planned.outcome().diagnostics()).isEmpty();
    assertThat(planned.plan().effective())
        .allMatch(change -> change.isNoOp() && change.movedFrom().isPresent());
    laboratory.apply(planned, Laboratory.Conditions.good());
    laboratory.isSettled(renamed);
  }

  @Property(tries = 20)
  void crashedRun_leavesCoveredRemainder(
      @ForAll("edits") Edit edit,
      @ForAll @IntRange(min = 1, max = 4) int parallelism,
      @ForAll @IntRange(min = 0, max = 30) int moments) {
    var laboratory = new Laboratory(parallelism);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    var approved = laboratory.plan(edit.after());
    laboratory.apply(approved, Laboratory.Conditions.dyingAfter(moments));
    var remainder = laboratory.remainder(edit.after(), approved);
    assertThat(remainder.problems()).isEmpty();
    assertThat(remainder.plan().isCoveredBy(approved.run(), Laboratory.KEY))
        .as("covered:%n%s%nby:%n%s", PlanText.of(remainder.plan()), PlanText.of(approved.plan()))
        .isTrue();
    laboratory.settle(edit.after());
  }

  /// What is made waits for what it needs only, and what is destroyed for what needs it: instances
  /// with other keys are none of that unless something refers to them.
  @Property(tries = 25)
  @Tag("DEV-18")
  @Tag("R-CMP-12")
  void operations_waitForWhatTheyAreRelatedToOnly(@ForAll("edits") Edit edit) {
    var laboratory = new Laboratory(2);
    var made = laboratory.plan(edit.before());
    waitsForRelatedOnly(made.plan(), at -> made.snapshot().dependencies().stored(at.resource()));
    laboratory.settle(edit.before());
    var destroyed = laboratory.plan(NOTHING);
    waitsForRelatedOnly(
        destroyed.plan(),
        at ->
            destroyed
                .snapshot()
                .prior()
                .instance(at)
                .current()
                .map(ObjectState::dependencies)
                .orElse(DependencySet.NONE));
  }

  /// Says what an instance needs.
  private interface Needs {
    SortedSet<Dependency> of(InstanceAddress at);
  }

  private static void waitsForRelatedOnly(Plan plan, Needs needs) {
    var steps = new ArrayList<Step>();
    for (Step step : plan.steps().nodes()) if (at(step).isPresent()) steps.add(step);
    for (Step one : steps)
      for (Step two : steps) {
        if (one.equals(two) || !reaches(plan.steps(), one, two)) continue;
        var first = at(one).orElseThrow();
        var then = at(two).orElseThrow();
        assertThat(isNeeded(first, then, needs) || isNeededInTheEnd(then, first, plan, needs))
            .as("%s before %s", one, two)
            .isTrue();
      }
  }

  /// Whether one of them needs the other, or what that goes with.
  private static boolean isNeededInTheEnd(
      InstanceAddress needed, InstanceAddress user, Plan plan, Needs needs) {
    if (needed.equals(user) || isNeeded(needed, user, needs)) return true;
    return Optional.ofNullable(plan.changes().get(ObjectRef.current(needed)))
        .flatMap(Change::goesWith)
        .filter(container ->
            plan.changes().keySet().stream()
                .map(ObjectRef::instance)
                .filter(container::means)
                .anyMatch(each -> isNeededInTheEnd(each, user, plan, needs)))
        .isPresent();
  }

  private static boolean isNeeded(InstanceAddress needed, InstanceAddress user, Needs needs) {
    return DependencySet.on(needed.resource(), needs.of(user))
        .filter(each -> each.relates(user, needed))
        .isPresent();
  }

  private static Optional<InstanceAddress> at(Step step) {
    return switch (step) {
      case Step.Converge(var at) -> Optional.of(at);
      case Step.Check(var at) -> Optional.of(at);
      case Step.Read(var at) -> Optional.of(at);
      case Step.Destroy(var at, _) -> Optional.of(at);
      case Step.Forget(ObjectRef object) -> Optional.of(object.instance());
      case Step.Barrier _ -> Optional.empty();
    };
  }
}
