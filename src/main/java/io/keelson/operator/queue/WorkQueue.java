package io.keelson.operator.queue;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/// A queue of keys that are worked on one after the other. A key that is added several times before
/// its turn is worked on once; a key whose work could not be done is added again after a while.
///
/// @param <K> names what is worked on
public final class WorkQueue<K> implements AutoCloseable {
  /// After this time, work that could not be done is tried again.
  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final Predicate<K> work;
  private final Set<K> waiting = new LinkedHashSet<>();
  private final Thread worker;
  private volatile boolean closed;

  /// @param name of the thread
  /// @param work does the work for a key and returns whether it is done; never throws
  public WorkQueue(String name, Predicate<K> work) {
    this.work = work;
    this.worker = Thread.ofVirtual().name(name).unstarted(this::run);
  }

  /// Starts to work, beginning with the keys that were added so far.
  public void start() {
    worker.start();
  }

  public void add(K key) {
    synchronized (waiting) {
      waiting.add(key);
      waiting.notifyAll();
    }
  }

  public boolean isClosed() {
    return closed;
  }

  private void run() {
    try {
      while (!closed) {
        var next = next();
        if (!work.test(next) && !closed) later(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private K next() throws InterruptedException {
    synchronized (waiting) {
      while (waiting.isEmpty()) waiting.wait();
      var first = waiting.iterator().next();
      waiting.remove(first);
      return first;
    }
  }

  private void later(K key) {
    Thread.ofVirtual()
        .start(() -> {
          try {
            Thread.sleep(AGAIN);
            add(key);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @Override
  public void close() {
    closed = true;
    worker.interrupt();
  }
}
