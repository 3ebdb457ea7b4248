package io.keelson.cli.process;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Gives memory back that work has left behind, once the work is done. The JVM itself looks for
/// garbage only when its heap is full, and keeps a heap as large as the work has made it.
public final class IdleMemory implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  /// A process that does next to nothing fills its heap too, now and then.
  private static final int FEWEST = 5;

  private final LongSupplier collections;
  private final Runnable collect;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("idle-memory").factory());
  private long seen;
  private long given;

  /// @param collections how many there were so far, of whichever kind
  /// @param collect gives all memory back that is not needed
  IdleMemory(LongSupplier collections, Runnable collect) {
    this.collections = collections;
    this.collect = collect;
  }

  public static IdleMemory watch() {
    var memory = new IdleMemory(IdleMemory::collections, System::gc);
    long millis = INTERVAL.toMillis();
    var _ =
        memory.clock.scheduleWithFixedDelay(memory::look, millis, millis, TimeUnit.MILLISECONDS);
    return memory;
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  /// Collects if the heap was filled several times since that was last done, and not any more since
  /// the last look.
  void look() {
    long before = seen;
    seen = collections.getAsLong();
    if (seen != before || seen - given < FEWEST) return;
    collect.run();
    seen = collections.getAsLong();
    given = seen;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
