package io.keelson.operator.stack.context;

import java.time.Duration;
import java.time.Instant;

/// Spreads the reading of real objects over time, for all Stacks of an operator together: a number
/// of reads a second on average, in the order in which they were asked for. Reads of objects that a
/// plan changes, and reads that a Run asks for, are not counted.
public final class ReadingPace {
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  private final int readsPerSecond;
  private final Jitter jitter;
  private Instant free = Instant.EPOCH;

  /// By how much a Stack is read before its interval is over, so that Stacks that were made
  /// together are not read together for ever.
  public interface Jitter {
    /// Gives the same result for the same Stack and round.
    ///
    /// @param round how often the Stack was read by this process
    /// @return from 0 to 1: the fraction of the longest time that is allowed
    double of(StackKey stack, long round);

    /// Looks random, and is the same each time.
    Jitter SPREAD =
        (stack, round) -> {
          long mixed = (stack.toString().hashCode() * 31L + round) * 0x9E3779B97F4A7C15L;
          return (mixed >>> 11) * 0x1.0p-53;
        };
  }

  /// @param readsPerSecond at least 1
  public ReadingPace(int readsPerSecond, Jitter jitter) {
    this.readsPerSecond = readsPerSecond;
    this.jitter = jitter;
  }

  /// The most instances that are read in one turn: a declaration that changes is planned after
  /// these, and does not wait for all others.
  public int most() {
    return Math.toIntExact(readsPerSecond * AT_ONCE.toSeconds());
  }

  /// Reserves a number of reads.
  ///
  /// @return when they may be made
  public synchronized Instant reserve(int reads, Instant now) {
    var begin = free.isAfter(now) ? free : now;
    free = begin.plus(Duration.ofSeconds(1).multipliedBy(reads).dividedBy(readsPerSecond));
    return begin;
  }

  /// When the next round is due: up to a tenth of the interval early, never late.
  public Instant next(StackKey stack, long round, Instant last, Duration interval) {
    long most = interval.toMillis() / 10;
    double part = Math.clamp(jitter.of(stack, round), 0.0, 1.0);
    return last.plus(interval.minusMillis((long) (most * part)));
  }
}
