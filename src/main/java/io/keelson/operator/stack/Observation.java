package io.keelson.operator.stack;

import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DriftMode;
import java.time.Duration;
import java.time.Instant;

/// When the real objects are read: every `spec.interval`, each Stack at a moment of its own.
final class Observation {
  private static final Duration NEVER = Duration.ofDays(1);
  private static final int JITTER_PARTS = 100;

  private final int jitter;
  private Instant last;

  Observation(StackKey key, Instant now) {
    this.jitter = Math.floorMod(key.hashCode(), JITTER_PARTS / 10);
    this.last = now;
  }

  boolean isDue(Stack stack, Instant now) {
    return stack.getSpec().driftPolicy.mode != DriftMode.Off && !now.isBefore(next(stack, now));
  }

  /// Makes the next reading due at once.
  void hurry() {
    last = Instant.EPOCH;
  }

  void done(Instant now) {
    last = now;
  }

  /// When the next reading is due; up to a tenth of the interval early.
  Instant next(Stack stack, Instant now) {
    if (stack.getSpec().driftPolicy.mode == DriftMode.Off) return now.plus(NEVER);
    var interval = Durations.parse(stack.getSpec().interval);
    return last.plus(interval.minus(interval.multipliedBy(jitter).dividedBy(JITTER_PARTS)));
  }
}
