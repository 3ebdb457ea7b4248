package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.state.Dependency;
import io.keelson.testing.Misbehaviour;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/// What holds for every stack, every change of it, and whatever goes wrong. Each apply also shows
/// that its calls respect every edge of the plan's graph.
class PlanAndApplyPropertyTest {
  static final int MOST = 7;

  /// Two stacks of which the second is a change of the first.
  record Edit(RandomStack before, RandomStack after) {}

  /// Changes, and in every other case new names as well.
  @Provide
  Arbitrary<Edit> edits() {
    var renames =
        Arbitraries.frequencyOf(
            Tuple.of(1, Arbitraries.just(0)),
            Tuple.of(1, Arbitraries.integers().between(1, (1 << MOST) - 1)));
    return editsInPlace()
        .flatMap(edit -> renames.map(bits -> new Edit(edit.before(), edit.after().renamed(bits))));
  }

  @Provide
  Arbitrary<Edit> editsInPlace() {
    return RandomStack.upTo(MOST)
        .flatMap(before ->
            RandomStack.upTo(MOST)
                .flatMap(other ->
                    Arbitraries.integers()
                        .between(0, (1 << MOST) - 1)
                        .map(bits -> new Edit(before, before.changedTo(other, bits)))));
  }

  @Property(tries = 30)
  void secondPlanAfterApply_isEmpty(
      @ForAll("edits") Edit edit, @ForAll @IntRange(min = 1, max = 8) int parallelism) {
    var laboratory = new Laboratory(parallelism);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    laboratory.settle(edit.after());
  }

  /// Flags and dependencies are brought up to date by the run that changes them, or without a word;
  /// nobody is asked about them.
  @Property(tries = 20)
  void planThatOnlyReadsAfterApply_findsNothing(@ForAll("edits") Edit edit) {
    var laboratory = new Laboratory(2);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    laboratory.settle(edit.after());

    var planned = laboratory.planReading(edit.after()).plan();

    assertThat(planned.applyable()).isFalse();
    assertThat(planned.bookkeeping()).isEmpty();
  }

  @Property(tries = 20)
  void renamedStack_isMovedAndNothingElse(
      @ForAll("editsInPlace") Edit edit, @ForAll @IntRange(min = 1, max = 127) int bits) {
    var laboratory = new Laboratory(2);
    laboratory.settle(edit.before());
    var renamed = edit.before().renamed(bits);

    var planned = laboratory.plan(renamed);

    assertThat(planned.outcome().diagnostics()).isEmpty();
    assertThat(planned.plan().effective())
        .allMatch(change -> change.isNoOp() && change.movedFrom().isPresent());
    laboratory.apply(planned, Laboratory.Conditions.good());
    laboratory.isSettled(renamed);
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
    assertThat(many.changes()).isEqualTo(one.changes());
    assertThat(many.bookkeeping()).isEqualTo(one.bookkeeping());
  }

  @Property(tries = 30)
  void crashedRun_leavesCoveredRemainderAndLosesNothing(
      @ForAll("edits") Edit edit,
      @ForAll @IntRange(min = 1, max = 4) int parallelism,
      @ForAll @Size(max = 4) List<@IntRange(min = 0, max = 20) Integer> moments) {
    var laboratory = new Laboratory(parallelism);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    var approved = laboratory.plan(edit.after());
    laboratory.apply(
        approved, Laboratory.Conditions.dyingAfter(moments.isEmpty() ? 3 : moments.getFirst()));
    for (int each : moments.stream().skip(1).limit(3).toList()) {
      var remainder = laboratory.remainder(edit.after(), approved);
      isCovered(laboratory, approved, remainder);
      assertThat(laboratory.replacesNothingTwice(approved, remainder)).isTrue();
      laboratory.apply(remainder, approved.plan().digest(), Laboratory.Conditions.dyingAfter(each));
    }
    isCovered(laboratory, approved, laboratory.remainder(edit.after(), approved));
    laboratory.settle(edit.after());
  }

  /// The request is part of every remainder, as the one who asks cannot know what was done.
  @Property(tries = 30)
  void crashedRun_carriesOutRequestedReplacementsOnce(
      @ForAll("edits") Edit edit,
      @ForAll @IntRange(min = 1, max = 4) int parallelism,
      @ForAll @Size(min = 1, max = 3) Set<@IntRange(min = 0, max = MOST - 1) Integer> requested,
      @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 0, max = 20) Integer> moments) {
    var laboratory = new Laboratory(parallelism);
    var replace = instances(edit.after(), requested);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    var approved = laboratory.plan(edit.after(), replace);
    Assume.that(approved.outcome().diagnostics().stream().noneMatch(Diagnostic::isError));
    laboratory.apply(approved, Laboratory.Conditions.dyingAfter(moments.getFirst()));
    for (int each : moments) {
      var remainder = laboratory.remainder(edit.after(), approved, replace);
      isCovered(laboratory, approved, remainder);
      assertThat(laboratory.replacesNothingTwice(approved, remainder)).isTrue();
      laboratory.apply(remainder, approved.plan().digest(), Laboratory.Conditions.dyingAfter(each));
    }
    var rest = laboratory.remainder(edit.after(), approved, replace);
    laboratory.apply(rest, approved.plan().digest(), Laboratory.Conditions.good());
    assertThat(laboratory.remainder(edit.after(), approved, replace).plan().effective())
        .noneMatch(change -> change.reason() == Reason.BY_REQUEST);
    laboratory.settle(edit.after());
  }

  private static List<InstanceAddress> instances(RandomStack stack, Set<Integer> numbers) {
    return numbers.stream()
        .flatMap(number ->
            Stream.of(new InstanceKey.None(), new InstanceKey.Index(0), new InstanceKey.Key("a"))
                .map(stack.address(number)::instance))
        .toList();
  }

  @Property(tries = 20)
  void stoppedRun_leavesCoveredRemainder(
      @ForAll("edits") Edit edit,
      @ForAll @IntRange(min = 1, max = 4) int parallelism,
      @ForAll @IntRange(min = 0, max = 10) int calls) {
    var laboratory = new Laboratory(parallelism);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    var approved = laboratory.plan(edit.after());
    laboratory.apply(approved, Laboratory.Conditions.stoppedAfter(calls));
    isCovered(laboratory, approved, laboratory.remainder(edit.after(), approved));
    laboratory.settle(edit.after());
  }

  @Property(tries = 30)
  void failedRun_leavesCoveredRemainder(
      @ForAll("edits") Edit edit,
      @ForAll @IntRange(min = 1, max = 4) int parallelism,
      @ForAll @Size(max = 4) List<@IntRange(min = 0, max = 40) Integer> chosen) {
    var laboratory = new Laboratory(parallelism);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    var approved = laboratory.plan(edit.after());
    laboratory.apply(
        approved,
        Laboratory.Conditions.failing(failures(laboratory.calls(approved.plan()), chosen)));
    isCovered(laboratory, approved, laboratory.remainder(edit.after(), approved));
    laboratory.settle(edit.after());
  }

  /// Lets some calls fail, each in the way its number says. None leaves half an object behind: what
  /// becomes of that is a new plan to approve.
  private static SortedMap<String, Misbehaviour> failures(
      List<String> calls, List<Integer> chosen) {
    var failures = new TreeMap<String, Misbehaviour>();
    for (int number : chosen) {
      if (calls.isEmpty()) break;
      failures.put(
          calls.get(number % calls.size()),
          switch (number % 4) {
            case 0 -> new Misbehaviour.Lost(true);
            case 1 -> new Misbehaviour.Lost(false);
            case 2 -> new Misbehaviour.NotSent();
            default -> new Misbehaviour.Fails("no", Optional.empty());
          });
    }
    return failures;
  }

  @Property(tries = 15)
  void halfMadeObjects_areReplacedAndNoneIsLost(
      @ForAll("edits") Edit edit,
      @ForAll @IntRange(min = 1, max = 4) int parallelism,
      @ForAll @Size(max = 4) Set<@IntRange(min = 0, max = 40) Integer> chosen) {
    var laboratory = new Laboratory(parallelism);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    for (int again = 0; again < 2; again++) {
      var planned = laboratory.plan(edit.after());
      var calls = laboratory.calls(planned.plan());
      var failures = new TreeMap<String, Misbehaviour>();
      for (int number : chosen)
        if (!calls.isEmpty())
          failures.put(
              calls.get(number % calls.size()),
              new Misbehaviour.Fails("no", Optional.of(new TreeMap<>())));
      laboratory.apply(planned, Laboratory.Conditions.failing(failures));
    }
    laboratory.settleInSteps(edit.after());
  }

  @Property(tries = 20)
  void changedInput_isNotCovered(
      @ForAll("edits") Edit edit,
      @ForAll @IntRange(min = 0, max = 20) int moments,
      @ForAll @IntRange(min = 0, max = MOST - 1) int changed) {
    var laboratory = new Laboratory(2);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    var approved = laboratory.plan(edit.after());
    laboratory.apply(approved, Laboratory.Conditions.dyingAfter(moments));
    var other = laboratory.remainder(edit.after().withSize(changed, 5), approved);
    boolean visible =
        other.plan().effective().stream()
            .anyMatch(change ->
                change.after().isPresent()
                    && change.object().instance().resource().equals(edit.after().address(changed)));
    assertThat(other.plan().isCoveredBy(approved.run(), Laboratory.KEY)).isEqualTo(!visible);
  }

  /// What is left was approved, and no replacement that was approved has got lost.
  private static void isCovered(
      Laboratory laboratory, Laboratory.Planned approved, Laboratory.Planned remainder) {
    assertThat(remainder.problems()).isEmpty();
    assertThat(remainder.plan().isCoveredBy(approved.run(), Laboratory.KEY))
        .as("covered:%n%s%nby:%n%s", PlanText.of(remainder.plan()), PlanText.of(approved.plan()))
        .isTrue();
    assertThat(laboratory.forgetsNoReplacement(approved, remainder))
        .as(
            "replaced:%n%s%nas in:%n%s",
            PlanText.of(remainder.plan()), PlanText.of(approved.plan()))
        .isTrue();
  }

  @Property(tries = 25)
  void brokenResource_leavesOutOnlyWhatHasToWait(
      @ForAll("editsInPlace") Edit edit, @ForAll @IntRange(min = 0, max = MOST - 1) int broken) {
    var laboratory = new Laboratory(3);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    var whole = laboratory.plan(edit.after());
    var failures = new TreeMap<String, Misbehaviour>();
    for (var key : List.of("", "[0]", "[1]", "[\"a\"]", "[\"b\"]"))
      failures.put(
          "plan " + edit.after().address(broken) + key,
          new Misbehaviour.Fails("broken", Optional.empty()));
    var partial = laboratory.plan(edit.after(), failures, 3);
    var held = held(edit.after(), whole, partial.outcome().hasErrors() ? broken : -1);

    var expected = new TreeMap<>(whole.plan().changes());
    expected.keySet().removeIf(object -> held.contains(object.instance()));
    // What was to go with something that is left out goes by itself. Nothing goes with an instance
    // that is not there yet.
    var staying = held.stream().filter(each -> isThere(whole, each)).toList();
    expected.replaceAll((_, change) ->
        change.goesWith().filter(each -> staying.stream().anyMatch(each::covers)).isPresent()
            ? goingAlone(change)
            : change);
    assertThat(partial.plan().changes()).isEqualTo(expected);
  }

  private static boolean isThere(Laboratory.Planned whole, InstanceAddress at) {
    return Optional.ofNullable(whole.plan().changes().get(ObjectRef.current(at)))
        .flatMap(Change::before)
        .isPresent();
  }

  private static Change goingAlone(Change change) {
    return new Change(
        change.object(),
        change.action(),
        change.reason(),
        change.before(),
        change.after(),
        change.privateData(),
        change.deposeAs(),
        change.movedFrom(),
        change.imported(),
        change.because(),
        Optional.empty(),
        change.setBy(),
        change.transformedBy(),
        change.written(),
        change.compared());
  }

  /// The instances that are broken, what depends on their resource, what would be destroyed under
  /// any of these, and what would replace any.
  private static Set<InstanceAddress> held(
      RandomStack stack, Laboratory.Planned whole, int broken) {
    var held = new TreeSet<InstanceAddress>();
    if (broken < 0) return held;
    instances(stack.address(broken), whole)
        .filter(change -> change.after().isPresent())
        .forEach(change -> held.add(change.object().instance()));
    // Users do not see what is to go, so it holds up nobody.
    var touched = new TreeSet<ResourceAddress>(Set.of(stack.address(broken)));
    int before;
    do {
      before = held.size() + touched.size();
      stack
          .resources()
          .forEach((number, resource) ->
              resource.uses().keySet().stream()
                  .filter(stack.resources()::containsKey)
                  .filter(used -> touched.contains(stack.address(used)))
                  .flatMap(used -> Stream.of(stack.address(number), RandomStack.data(number, used)))
                  .forEach(waiting -> {
                    touched.add(waiting);
                    instances(waiting, whole)
                        .forEach(change -> held.add(change.object().instance()));
                  }));
      triggering(stack, whole, held)
          .forEach(each -> {
            held.add(each);
            touched.add(each.resource());
          });
      var used = usedBy(held, whole);
      whole.plan().effective().stream()
          .filter(change -> change.action().destructive())
          .filter(change -> used.contains(change.object().instance().resource()))
          .forEach(change -> {
            held.add(change.object().instance());
            if (change.action().converges()) touched.add(change.object().instance().resource());
          });
    } while (held.size() + touched.size() > before);
    return held;
  }

  private static Set<InstanceAddress> triggering(
      RandomStack stack, Laboratory.Planned whole, Set<InstanceAddress> held) {
    var triggering = new TreeSet<InstanceAddress>();
    stack
        .resources()
        .forEach((number, resource) -> {
          boolean isHeld =
              instances(stack.address(number), whole)
                  .map(Change::object)
                  .anyMatch(object ->
                      held.contains(object.instance()) && isThere(whole, object.instance()));
          if (!isHeld) return;
          resource.uses().entrySet().stream()
              .filter(use -> use.getValue() == RandomStack.Use.TRIGGER)
              .flatMap(use -> instances(stack.address(use.getKey()), whole))
              .filter(change -> !change.isNoOp() && change.action().converges())
              .forEach(change -> triggering.add(change.object().instance()));
        });
    return triggering;
  }

  private static Stream<Change> instances(ResourceAddress resource, Laboratory.Planned whole) {
    return whole.plan().changes().values().stream()
        .filter(change -> change.object().instance().resource().equals(resource));
  }

  private static Set<ResourceAddress> usedBy(Set<InstanceAddress> held, Laboratory.Planned whole) {
    var used = new TreeSet<ResourceAddress>();
    var former = new TreeSet<InstanceAddress>();
    whole
        .plan()
        .moves()
        .forEach((to, from) -> {
          if (held.contains(to)) former.add(from);
        });
    whole
        .snapshot()
        .prior()
        .instances()
        .forEach((at, instance) -> {
          if (held.contains(at) || former.contains(at))
            instance.current().stream()
                .flatMap(object -> object.dependencies().stream())
                .map(Dependency::resource)
                .forEach(used::add);
        });
    return used;
  }
}
