package io.keelson.apiserver;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ends every pause of a provider at once when it is asked to stop.
public final class Stopping {
  private final CountDownLatch asked = new CountDownLatch(1);

  public void ask() {
    asked.countDown();
  }

  public boolean asked() {
    return asked.getCount() == 0;
  }

  /// Waits, but not after a stop was asked for.
  public void pause(Duration time) {
    try {
      if (!asked.await(time.toMillis(), TimeUnit.MILLISECONDS)) return;
    } catch (InterruptedException e) {
      // The engine asks for a stop instead of interrupting threads, but an interrupt means the
      // same.
      Thread.currentThread().interrupt();
      ask();
    }
  }
}
