package io.keelson.operator.stack.context;

import io.keelson.operator.queue.FairPlaces;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/// The places in which Stacks are loaded and planned at once: as many as memory holds, given in
/// turn to namespaces, and of each namespace no more than are left to others. Large Stacks have a
/// few places of their own, so that small ones never wait for them.
public final class PlanningPlaces {
  /// The most instances of a small Stack.
  static final int SMALL = 1_000;

  /// The expressions of a small Stack may make this fraction of what a plan's expressions may make.
  static final int SMALL_SHARE = 16;

  private static final int SMALL_ONES = 16;
  private static final long MEMORY_OF_LARGE = 512L * 1024 * 1024;

  private final FairPlaces small;
  private final FairPlaces large;

  /// @param memory that the process may use, in bytes
  /// @param waited told how long each Stack has waited for its place, in nanoseconds
  public PlanningPlaces(long memory, LongConsumer waited) {
    int places = Math.clamp(memory / MEMORY_OF_LARGE, 1, 8);
    this.small = new FairPlaces(SMALL_ONES, waited);
    this.large = new FairPlaces(places, waited);
  }

  /// @throws java.util.concurrent.CancellationException if the caller gives up before there is a
  ///   place
  FairPlaces.Place enter(StackKey stack, boolean isLarge, BooleanSupplier givenUp) {
    return (isLarge ? large : small).enter(stack.namespace(), givenUp);
  }

  /// How many Stacks wait to be planned.
  public int queued() {
    return small.queued() + large.queued();
  }
}
