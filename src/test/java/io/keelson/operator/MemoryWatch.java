package io.keelson.operator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Reads the metrics of an operator again and again, and keeps the worst.
final class MemoryWatch implements AutoCloseable {
  private static final long MEGABYTE = 1 << 20;
  private static final long INTERVAL_MILLIS = 200;

  private final Path log;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile double heap;
  private volatile double live;
  private volatile double collections;
  private volatile double seconds;
  private volatile double longest;
  private volatile boolean led = true;
  private volatile boolean unanswered;

  private MemoryWatch(Path log) {
    this.log = log;
    this.thread = Thread.ofPlatform().name("metrics").start(this::watch);
  }

  /// @param log of the operator
  static MemoryWatch of(Path log) {
    return new MemoryWatch(log);
  }

  private void watch() {
    try {
      do look(OperatorProcess.metrics(Files.readString(log)));
      while (!closing.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
    } catch (IOException | InterruptedException e) {
      unanswered = true;
    }
  }

  private void look(String metrics) {
    heap = Math.max(heap, sum(metrics, "jvm_memory_used_bytes{area=\"heap\""));
    live = Math.max(live, sum(metrics, "jvm_gc_live_data_size_bytes"));
    collections = sum(metrics, "jvm_gc_pause_seconds_count");
    seconds = sum(metrics, "jvm_gc_pause_seconds_sum");
    longest = Math.max(longest, sum(metrics, "jvm_gc_pause_seconds_max"));
    led &= sum(metrics, "leader_election_master_status") == 1;
  }

  private static double sum(String metrics, String name) {
    return Pattern.compile("^" + Pattern.quote(name) + ".* (\\S+)$", Pattern.MULTILINE)
        .matcher(metrics)
        .results()
        .mapToDouble(line -> Double.parseDouble(line.group(1)))
        .sum();
  }

  /// Whether it answered each time, and had the lease.
  boolean led() {
    return led && !unanswered;
  }

  /// The most that was left on the heap by a full collection.
  long live() {
    return (long) live;
  }

  @Override
  public String toString() {
    return "heap %d MiB at most, %d MiB after collections; %.0f collections in %.1f s, the longest %.2f s"
        .formatted((long) heap / MEGABYTE, (long) live / MEGABYTE, collections, seconds, longest);
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
