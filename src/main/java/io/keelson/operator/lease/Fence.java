package io.keelson.operator.lease;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/// Whether this process may start something: only while its lease is provably valid.
///
/// The time of validity is measured on the monotonic clock from before the renewal was asked for,
/// so that neither a slow answer nor a stepped clock can make it too long.
public final class Fence {
  private final LongSupplier nanoTime;
  private final AtomicReference<Grant> grant;
  private final OptionalLong only;

  private record Grant(long epoch, boolean given, long untilNanos) {}

  public Fence(LongSupplier nanoTime) {
    this(nanoTime, new AtomicReference<>(new Grant(0, false, 0)), OptionalLong.empty());
  }

  private Fence(LongSupplier nanoTime, AtomicReference<Grant> grant, OptionalLong only) {
    this.nanoTime = nanoTime;
    this.grant = grant;
    this.only = only;
  }

  /// A fence that always holds, for a process that is known to be the only one.
  public static Fence open() {
    var fence = new Fence(() -> 0);
    fence.renewed(1, 0, Duration.ofDays(1));
    return fence;
  }

  /// This fence for as long as the lease does not change hands. If this process gets the lease back
  /// afterwards, others have written meanwhile: what was read before must be read again.
  public Fence reign() {
    return new Fence(nanoTime, grant, OptionalLong.of(epoch()));
  }

  /// The time on the monotonic clock, to be taken before a renewal is asked for.
  long now() {
    return nanoTime.getAsLong();
  }

  void renewed(long epoch, long askedNanos, Duration valid) {
    grant.set(new Grant(epoch, true, askedNanos + valid.toNanos()));
  }

  void lost() {
    grant.updateAndGet(now -> new Grant(now.epoch(), false, 0));
  }

  /// The number that rises whenever the lease changes hands; 0 if it was never held.
  public long epoch() {
    return only.orElseGet(() -> grant.get().epoch());
  }

  public boolean holds() {
    var now = grant.get();
    return now.given()
        && now.epoch() == only.orElse(now.epoch())
        && nanoTime.getAsLong() - now.untilNanos() < 0;
  }
}
