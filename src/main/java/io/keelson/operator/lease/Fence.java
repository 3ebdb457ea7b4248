package io.keelson.operator.lease;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Whether this process may start something: only while its lease is provably valid.
///
/// Measured on the monotonic clock from before the last successful renewal was sent, so that
/// neither a slow answer nor a stepped clock can make it last too long.
public final class Fence {
  private final LongSupplier nanoTime;
  private volatile Grant grant = new Grant(0, false, 0);

  private record Grant(long epoch, boolean given, long untilNanos) {}

  public Fence(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// A fence that always holds, for a process that is known to be the only one.
  public static Fence open() {
    var fence = new Fence(() -> 0);
    fence.renewed(1, 0, Duration.ofDays(1));
    return fence;
  }

  /// The reading to take before a renewal is sent.
  long now() {
    return nanoTime.getAsLong();
  }

  void renewed(long epoch, long sentNanos, Duration valid) {
    grant = new Grant(epoch, true, sentNanos + valid.toNanos());
  }

  void lost() {
    grant = new Grant(grant.epoch(), false, 0);
  }

  /// Raised whenever the lease changes hands; 0 if it was never held.
  public long epoch() {
    return grant.epoch();
  }

  public boolean holds() {
    var now = grant;
    return now.given() && nanoTime.getAsLong() - now.untilNanos() < 0;
  }
}
