package io.keelson.operator.stack.output;

import io.keelson.operator.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How soon what somebody else has changed is restored: whoever changes it again and again is not
/// answered faster each time.
final class RestorePace {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration QUIET = Duration.ofMinutes(5);

  private Instant due = Instant.EPOCH;
  private int times;
  private boolean postponed;

  /// The objects are looked at.
  void begin() {
    postponed = false;
  }

  /// Whether something may be restored now; if not, it is postponed.
  boolean allows(Instant now) {
    if (!now.isBefore(due)) return true;
    postponed = true;
    return false;
  }

  /// Something was restored.
  void restored(Instant now) {
    times = now.isAfter(due.plus(QUIET)) ? 1 : times + 1;
    due = now.plus(Backoff.after(times, FIRST, QUIET));
  }

  /// When what was postponed may be restored; empty if nothing was. That may have become due since;
  /// then it is told once, for nobody may look in the next turn either.
  Optional<Instant> next(Instant now) {
    if (!postponed) return Optional.empty();
    postponed = now.isBefore(due);
    return Optional.of(due);
  }
}
