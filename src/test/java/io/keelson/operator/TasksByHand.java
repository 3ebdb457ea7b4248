package io.keelson.operator;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Keeps what it is to execute until a test runs it.
final class TasksByHand extends AbstractExecutorService {
  private static final long PATIENCE_MINUTES = 3;

  private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
  private volatile boolean ended;

  @Override
  public void execute(Runnable task) {
    waiting.add(task);
  }

  /// The task that has waited longest; waits for one.
  Runnable take() {
    try {
      var task = waiting.poll(PATIENCE_MINUTES, TimeUnit.MINUTES);
      if (task == null) throw new AssertionError("nothing was to be executed");
      return task;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  int count() {
    return waiting.size();
  }

  @Override
  public void shutdown() {
    ended = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    ended = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return ended;
  }

  @Override
  public boolean isTerminated() {
    return ended;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}
