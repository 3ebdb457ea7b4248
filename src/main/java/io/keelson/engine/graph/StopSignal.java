package io.keelson.engine.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Asks a walk to start nothing new. Once set it stays set.
public final class StopSignal {
  private static final ScopedValue<StopSignal> HEEDED = ScopedValue.newInstance();

  private final BooleanSupplier reason;
  private final Set<Task> tasks = ConcurrentHashMap.newKeySet();
  private final List<String> heeders = Collections.synchronizedList(new ArrayList<>());
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
    tasks.forEach(Task::run);
  }

  public boolean isSet() {
    if (!set && reason.getAsBoolean()) set();
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

  /// Does work that asks others, and need not wait for their answers once the signal is set. Only
  /// for questions that change nothing.
  public <T> T heeding(Supplier<T> work) {
    return ScopedValue.where(HEEDED, this).call(work::get);
  }

  /// The same, which [#heeders] tells of while it goes on.
  ///
  /// @param what the work is about, for messages
  public <T> T heeding(String what, Supplier<T> work) {
    heeders.add(what);
    try {
      return heeding(work);
    } finally {
      heeders.remove(what);
    }
  }

  /// What work goes on about that heeds the signal, that which began first before the others.
  public List<String> heeders() {
    synchronized (heeders) {
      return List.copyOf(heeders);
    }
  }

  /// The signal that ends the waiting of this thread; empty if it has to wait for every answer.
  public static Optional<StopSignal> heeded() {
    return HEEDED.isBound() ? Optional.of(HEEDED.get()) : Optional.empty();
  }

  /// Has something done as soon as the signal is found set, perhaps more than once.
  ///
  /// @param task must not wait for anything
  /// @return forgets the task when it is closed
  public Task whenSet(Runnable task) {
    var registered = new Task(task);
    tasks.add(registered);
    if (set) registered.run();
    return registered;
  }

  /// What is done when the signal is set.
  public final class Task implements AutoCloseable {
    private final Runnable task;

    private Task(Runnable task) {
      this.task = task;
    }

    private void run() {
      task.run();
    }

    @Override
    public void close() {
      tasks.remove(this);
    }
  }
}
