package io.keelson.provider.plugin.process;

import java.util.function.LongSupplier;

/// How much of what one process says is passed on to the log that all share: many lines at once,
/// but few in the long run, however much it says.
final class LogBudget {
  private static final double NANOS_PER_SECOND = 1e9;

  private final int atOnce;
  private final int perSecond;
  private final LongSupplier clock;
  private double left;
  private long last;
  private long leftOut;

  /// @param atOnce how many lines may come at once
  /// @param perSecond how many may come in each second after that
  /// @param clock in nanoseconds, from any point on
  LogBudget(int atOnce, int perSecond, LongSupplier clock) {
    this.atOnce = atOnce;
    this.perSecond = perSecond;
    this.clock = clock;
    this.left = atOnce;
    this.last = clock.getAsLong();
  }

  /// What becomes of a line.
  sealed interface Verdict {
    /// @param leftOut how many lines were not passed on, right before this one
    record Passed(long leftOut) implements Verdict {}

    /// @param first whether the line before was passed on
    record LeftOut(boolean first) implements Verdict {}
  }

  int atOnce() {
    return atOnce;
  }

  int perSecond() {
    return perSecond;
  }

  /// Takes one line.
  synchronized Verdict next() {
    long now = clock.getAsLong();
    left = Math.min(atOnce, left + (now - last) * perSecond / NANOS_PER_SECOND);
    last = now;
    if (left < 1) return new Verdict.LeftOut(leftOut++ == 0);
    left--;
    var passed = new Verdict.Passed(leftOut);
    leftOut = 0;
    return passed;
  }
}
