package io.keelson.operator.stack;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Lets a runner rest until a time or until it is called. A call while it works is not lost.
final class WakeUp {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Clock clock;
  private boolean called;

  WakeUp(Clock clock) {
    this.clock = clock;
  }

  void call() {
    lock.lock();
    try {
      called = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Whether it was called since the runner last rested.
  boolean isCalled() {
    lock.lock();
    try {
      return called;
    } finally {
      lock.unlock();
    }
  }

  void await(Instant until) throws InterruptedException {
    lock.lock();
    try {
      long left = Duration.between(clock.instant(), until).toNanos();
      while (!called && left > 0) left = changed.awaitNanos(left);
      called = false;
    } finally {
      lock.unlock();
    }
  }
}
