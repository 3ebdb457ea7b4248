package io.keelson.provider.plugin;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Runs something in good time before it is due: when four fifths of the time until then have
/// passed. A provider that asks for what is over already is not asked more than once a second.
final class Reminder {
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private Reminder() {}

  /// @return takes it back, unless it has begun
  static Runnable before(Instant due, Clock clock, Runnable task) {
    var wait = Duration.between(clock.instant(), due).multipliedBy(4).dividedBy(5);
    long millis = Math.max(SHORTEST.toMillis(), wait.toMillis());
    var later =
        CompletableFuture.delayedExecutor(
            millis, TimeUnit.MILLISECONDS, each -> Thread.ofVirtual().name("renew").start(each));
    var running = CompletableFuture.runAsync(task, later);
    return () -> running.cancel(false);
  }
}
