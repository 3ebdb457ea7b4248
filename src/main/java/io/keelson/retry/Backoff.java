package io.keelson.retry;

import java.time.Duration;

/// Pauses that double with each failure in a row.
///
/// @param first after the first failure
/// @param longest no pause is longer
public record Backoff(Duration first, Duration longest) {
  private static final int MOST_DOUBLINGS = 20;

  /// The pause after so many failures.
  ///
  /// @param failures in a row, at least 1
  public Duration after(int failures) {
    return atMost(first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS)));
  }

  /// The pause after so many failures where somebody demands one.
  ///
  /// @param demanded no pause is shorter, unless it is longer than the longest
  public Duration after(int failures, Duration demanded) {
    var pause = after(failures);
    return demanded.compareTo(pause) > 0 ? atMost(demanded) : pause;
  }

  private Duration atMost(Duration pause) {
    return pause.compareTo(longest) > 0 ? longest : pause;
  }
}
