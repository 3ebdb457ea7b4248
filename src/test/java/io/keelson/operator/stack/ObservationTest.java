package io.keelson.operator.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.StackSpec.DriftMode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ObservationTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Observation observation = new Observation(new StackKey("team", "shop"), START);

  @Test
  void intervalIsOver_isDueUntilItIsDone() {
    var later = START.plus(Duration.ofHours(1));
    assertThat(observation.isDue(stack(DriftMode.Report), START)).isFalse();
    assertThat(observation.isDue(stack(DriftMode.Report), later)).isTrue();

    observation.done(later);

    assertThat(observation.isDue(stack(DriftMode.Report), later)).isFalse();
    assertThat(observation.next(stack(DriftMode.Report), later)).isAfter(later);
  }

  @Test
  void switchedOff_isNeverDueAndNeverInThePast() {
    var nextWeek = START.plus(Duration.ofDays(7));

    assertThat(observation.isDue(stack(DriftMode.Off), nextWeek)).isFalse();
    assertThat(observation.next(stack(DriftMode.Off), nextWeek)).isAfter(nextWeek);
  }

  @Test
  void inAHurry_isDueAtOnce() {
    observation.hurry();

    assertThat(observation.isDue(stack(DriftMode.Report), START)).isTrue();
  }

  private static Stack stack(DriftMode mode) {
    var stack = new Stack();
    var spec = new StackSpec();
    spec.interval = "1h";
    spec.driftPolicy = new StackSpec.DriftPolicy();
    spec.driftPolicy.mode = mode;
    stack.setSpec(spec);
    return stack;
  }
}
