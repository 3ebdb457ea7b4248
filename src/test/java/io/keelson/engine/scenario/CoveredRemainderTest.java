package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Misbehaviour;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
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
