package io.keelson.engine.graph;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// Asks a walk to start nothing new. Once set it stays set.
public final class StopSignal {
  private final BooleanSupplier reason;
  private volatile boolean set;

  public StopSignal() {
    this(() -> false);
  }

  /// @param reason sets it as soon as this holds; asked often, by many threads
  public StopSignal(BooleanSupplier reason) {
    this.reason = reason;
  }

  public void set() {
    set = true;
  }

  public boolean isSet() {
    if (!set && reason.getAsBoolean()) set = true;
    return set;
  }

  /// Asked inside of long work that leaves nothing behind. Lets others work, too.
  ///
  /// @throws CancellationException if it is set
  @SuppressWarnings("ThreadPriorityCheck")
  public void check() {
    if (isSet()) throw new CancellationException("asked to stop");
    // Virtual threads get their turn only when another one gives way.
    Thread.yield();
  }
}
