package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.scenario.RandomStack.Repeat;
import io.keelson.engine.scenario.RandomStack.Use;
import io.keelson.testing.Misbehaviour;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How far an approval goes when not all of its plan could be carried out.
class CoveredRemainderTest {
  private final Laboratory laboratory = new Laboratory(1);

  private static RandomStack stack(int image, boolean createFirst) {
    var resource =
        new RandomStack.Resource(RandomStack.Repeat.SINGLE, image, 0, new TreeMap<>(), createFirst);
    return new RandomStack(new TreeMap<>(Map.of(0, resource)), new TreeSet<>());
  }

  private boolean coveredAfter(Misbehaviour failure, boolean createFirst) {
    laboratory.settle(stack(0, createFirst));
    var approved = laboratory.plan(stack(1, createFirst));
    laboratory.apply(approved, Laboratory.Conditions.failing(Map.of("create fake.r0", failure)));
    var remainder = laboratory.remainder(stack(1, createFirst), approved);
    return remainder.plan().isCoveredBy(approved.run(), Laboratory.KEY);
  }

  /// The data source is read again as long as something is left to destroy of what it reads, so the
  /// trigger is planned again when what it triggers is done.
  @Test
  void triggerThatIsPlannedAgain_doesNotReplaceAgainWhatCameAfterIt() {
    var before =
        stack(
            resource(Repeat.TWO, 1, Map.of()),
            resource(Repeat.SINGLE, 0, Map.of(0, Use.DATA)),
            resource(Repeat.SINGLE, 0, Map.of()));
    var after =
        stack(
            resource(Repeat.SINGLE, 0, Map.of()),
            resource(Repeat.SINGLE, 0, Map.of(0, Use.DATA)),
            new RandomStack.Resource(
                Repeat.TWO, 0, 0, new TreeMap<>(Map.of(1, Use.TRIGGER)), true, true));
    for (int moment = 0; moment < 25; moment++) {
      var crashed = new Laboratory(1);
      crashed.settle(before);
      var approved = crashed.plan(after);
      crashed.apply(approved, Laboratory.Conditions.dyingAfter(moment));
      var remainder = crashed.remainder(after, approved).plan();
      assertThat(remainder.isCoveredBy(approved.run(), Laboratory.KEY))
          .as("died after %s calls: %s", moment, PlanText.of(remainder))
          .isTrue();
      assertThat(crashed.replacesNothingTwice(approved, crashed.remainder(after, approved)))
          .isTrue();
    }
  }

  private static RandomStack.Resource resource(Repeat repeat, int image, Map<Integer, Use> uses) {
    return new RandomStack.Resource(repeat, image, 0, new TreeMap<>(uses), false);
  }

  private static RandomStack stack(RandomStack.Resource... resources) {
    var byNumber = new TreeMap<Integer, RandomStack.Resource>();
    for (var each : resources) byNumber.put(byNumber.size(), each);
    return new RandomStack(byNumber, new TreeSet<>());
  }

  /// Otherwise the advice to take the option away could not be followed.
  @Test
  void orderThatIsDeclaredOtherwise_isNotTheApprovedOne() {
    laboratory.settle(stack(0, true));
    var approved = laboratory.plan(stack(1, true));
    var failure = new Misbehaviour.Fails("no", Optional.empty());
    laboratory.apply(approved, Laboratory.Conditions.failing(Map.of("create fake.r0", failure)));

    var remainder = laboratory.remainder(stack(1, false), approved).plan();

    assertThat(PlanText.of(remainder)).contains("-/+ fake.r0");
    assertThat(remainder.isCoveredBy(approved.run(), Laboratory.KEY)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void createOfReplaceFailedWithNothingMade_isTriedAgain(boolean createFirst) {
    assertThat(coveredAfter(new Misbehaviour.Fails("no", Optional.empty()), createFirst)).isTrue();
  }

  /// Otherwise a create that always fails half-way would make object after object.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void createOfReplaceFailedWithObjectMade_isForAPersonToSee(boolean createFirst) {
    var half = new Misbehaviour.Fails("no", Optional.of(new TreeMap<>()));
    assertThat(coveredAfter(half, createFirst)).isFalse();
  }
}
