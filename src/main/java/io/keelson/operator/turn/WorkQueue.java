package io.keelson.operator.turn;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/// What waits to be looked at, one after the other: each once, however often it is named until
/// then, and again after a while if it could not be done.
///
/// @param <K> names what is to be looked at
public final class WorkQueue<K> implements AutoCloseable {
  /// After so long something that could not be done is tried again.
  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final Predicate<K> work;
  private final Set<K> waiting = new LinkedHashSet<>();
  private final Thread worker;
  private volatile boolean closed;

  /// @param name of the thread
  /// @param work whether it is done; never throws
  public WorkQueue(String name, Predicate<K> work) {
    this.work = work;
    this.worker = Thread.ofVirtual().name(name).unstarted(this::run);
  }

  /// Begins with what was named so far.
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
