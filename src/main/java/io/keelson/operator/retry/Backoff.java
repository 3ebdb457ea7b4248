package io.keelson.operator.retry;

import java.time.Duration;

/// Pauses that double with each failure in a row.
public final class Backoff {
  private static final int MOST_DOUBLINGS = 20;

  private Backoff() {}

  /// @param failures in a row, at least 1
  public static Duration after(int failures, Duration first, Duration longest) {
    var pause = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    return pause.compareTo(longest) > 0 ? longest : pause;
  }
}
