package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.DeferralCause;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.scenario.PlanAndApplyPropertyTest.Edit;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StackState;
import io.keelson.testing.Misbehaviour;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/// What is deferred is left alone, whatever else a plan is about, and follows when it can.
class DeferralPropertyTest {
  @Provide
  Arbitrary<Edit> edits() {
    return new PlanAndApplyPropertyTest().edits();
  }

  @Property(tries = 30)
  void deferredPart_isLeftAloneAndFollowsInTheNextPlan(
      @ForAll("edits") Edit edit,
      @ForAll @IntRange(min = 1, max = 4) int parallelism,
      @ForAll @Size(min = 1, max = 3)
          Set<@IntRange(min = 0, max = PlanAndApplyPropertyTest.MOST - 1) Integer> later) {
    var laboratory = new Laboratory(parallelism);
    laboratory.settle(edit.before());
    laboratory.assumePlannable(edit.after());
    var whole = laboratory.plan(edit.after());
    var part = laboratory.plan(edit.after(), deferring(edit.after(), later), parallelism);
    Assume.that(part.problems().isEmpty());

    var roots = roots(part.plan());
    assertThat(part.plan().changes().keySet()).noneMatch(each -> roots.contains(each.instance()));
    assertThat(lines(whole.plan())).containsAll(lines(part.plan()));
    assertThat(laboratory.apply(part, Laboratory.Conditions.good()).complete()).isTrue();
    var before = part.snapshot().prior();
    var after = laboratory.plan(edit.after()).snapshot().prior();
    assertThat(roots)
        .allSatisfy(at -> assertThat(attributes(after, at)).isEqualTo(attributes(before, at)));
    laboratory.assumePlannable(edit.after());
    // That an object has to come before its predecessor goes may be recorded one plan later.
    laboratory.apply(laboratory.plan(edit.after()), Laboratory.Conditions.good());
    laboratory.settle(edit.after());
  }

  private static Map<String, Misbehaviour> deferring(RandomStack stack, Set<Integer> numbers) {
    var deferring = new TreeMap<String, Misbehaviour>();
    numbers.stream()
        .flatMap(number ->
            Stream.of(new InstanceKey.None(), new InstanceKey.Index(0), new InstanceKey.Key("a"))
                .map(stack.address(number)::instance))
        .forEach(at ->
            deferring.put(
                "plan " + at, new Misbehaviour.Defers(Deferral.Reason.ABSENT_PREREQUISITE)));
    return deferring;
  }

  private static List<InstanceAddress> roots(Plan plan) {
    return plan.deferred().entrySet().stream()
        .filter(each -> each.getValue() instanceof DeferralCause.ByProvider)
        .map(each -> ((Subject.OfInstance) each.getKey()).instance())
        .toList();
  }

  private static Optional<RawState> attributes(StackState state, InstanceAddress at) {
    return state.instance(at).current().map(ObjectState::attributes);
  }

  private static List<String> lines(Plan plan) {
    return plan.effective().stream()
        .map(change -> change.action().word() + " " + change.object())
        .toList();
  }
}
