package io.keelson.provider.plugin.supervision;

import io.keelson.retry.Backoff;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/// When a process that keeps failing may be started again: at once after the first failure, then
/// after longer and longer pauses.
final class RestartPause {
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(64));

  private final Clock clock;
  private int failures;
  private Instant notBefore = Instant.MIN;

  RestartPause(Clock clock) {
    this.clock = clock;
  }

  void failed() {
    failures++;
    if (failures > 1) notBefore = clock.instant().plus(BACKOFF.after(failures - 1));
  }

  void worked() {
    failures = 0;
    notBefore = Instant.MIN;
  }

  /// How long to wait; zero if nothing has to be waited for.
  Duration pause() {
    if (notBefore.equals(Instant.MIN)) return Duration.ZERO;
    var left = Duration.between(clock.instant(), notBefore);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
