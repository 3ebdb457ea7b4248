package io.keelson.engine.scenario;

import java.util.concurrent.atomic.AtomicInteger;

/// Ends a process at a chosen moment: after so many moments nothing it does has an effect any more.
final class Fuse {
  private final AtomicInteger moments;

  Fuse(int moments) {
    this.moments = new AtomicInteger(moments);
  }

  /// Passes one moment between two lines that touch the world or the store.
  ///
  /// @return whether the process still lives
  boolean burn() {
    return moments.getAndDecrement() > 0;
  }

  boolean blown() {
    return moments.get() <= 0;
  }
}
