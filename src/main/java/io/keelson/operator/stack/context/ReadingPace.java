package io.keelson.operator.stack.context;

import java.time.Duration;
import java.time.Instant;

/// Spreads the reading of real objects over time, for all Stacks of an operator together: so many
/// reads a second on average, in the order in which they were asked for. What a plan reads because
/// it is about to change it is not part of this, nor is what a Run asks for.
public final class ReadingPace {
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  private final int readsPerSecond;
  private final Jitter jitter;
  private Instant free = Instant.EPOCH;

  /// How much earlier than after a whole interval a Stack is read, so that those that were made
  /// together are not read together for ever.
  public interface Jitter {
    /// The same for the same Stack and round.
    ///
    /// @param round how often the Stack was read by this process
    /// @return from 0 to 1: the part of the most that is allowed
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

  /// How many instances are read in one go, at most: a declaration that changes is planned when
  /// they are read, and does not wait for all the others.
  public int most() {
    return Math.toIntExact(readsPerSecond * AT_ONCE.toSeconds());
  }

  /// Takes so many reads out of what may be read.
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
