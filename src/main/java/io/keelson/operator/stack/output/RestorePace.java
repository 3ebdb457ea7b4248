package io.keelson.operator.stack.output;

import io.keelson.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How soon what somebody else has changed is restored: whoever changes it again and again is not
/// answered faster each time.
final class RestorePace {
  private static final Duration QUIET = Duration.ofMinutes(5);
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), QUIET);

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
    due = now.plus(BACKOFF.after(times));
  }

  /// When what was postponed may be restored; empty if nothing was. That may have become due since;
  /// then it is told once, for nobody may look in the next turn either.
  Optional<Instant> next(Instant now) {
    if (!postponed) return Optional.empty();
    postponed = now.isBefore(due);
    return Optional.of(due);
  }
}
