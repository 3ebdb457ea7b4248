package io.keelson.operator.stack.output;

import io.keelson.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Delays restoring: the more often somebody else changes the objects, the longer it waits.
final class RestorePace {
  private static final Duration QUIET = Duration.ofMinutes(5);
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), QUIET);

  private Instant due = Instant.EPOCH;
  private int times;
  private boolean postponed;

  /// Called before the objects are looked at.
  void begin() {
    postponed = false;
  }

  /// Whether something may be restored now; if not, it is postponed.
  boolean allows(Instant now) {
    if (!now.isBefore(due)) return true;
    postponed = true;
    return false;
  }

  /// Called when something was restored.
  void restored(Instant now) {
    times = now.isAfter(due.plus(QUIET)) ? 1 : times + 1;
    due = now.plus(BACKOFF.after(times));
  }

  /// When delayed restoring may go on; empty if none was delayed. A time that has passed is given
  /// only once, as the next turn may not look at the objects either.
  Optional<Instant> next(Instant now) {
    if (!postponed) return Optional.empty();
    postponed = now.isBefore(due);
    return Optional.of(due);
  }
}
