package io.keelson.operator;

import io.keelson.operator.metrics.StackFacts;
import io.keelson.operator.stack.StackRunner;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackEvent;
import io.keelson.operator.stack.context.StackKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The runners of all Stacks: one for each, started when the Stack is first heard of, and ended
/// when nothing is left of it. Passes each event that [Watches] sees to the runner of its Stack,
/// and decides nothing about it. Sets no condition.
///
/// There is no reconciler of Stacks, because the framework forgets what comes without its Stack,
/// and tells a turn nothing while it runs: `docs/decisions/framework.md`.
final class Stacks {
  private final OperatorContext context;
  private final Map<StackKey, Running> all = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private record Running(StackRunner runner, Thread thread) {}

  Stacks(OperatorContext context) {
    this.context = context;
  }

  /// Passes an event to the runner of its Stack, and starts a runner if there is none and it is
  /// worth one. A runner that is about to end either sees the event before it ends, or is replaced
  /// by a new one.
  void tell(StackEvent event) {
    var _ =
        all.compute(
            event.stack(),
            (key, there) -> {
              var running = there == null && event.isReasonToBegin() ? started(key) : there;
              if (running != null) running.runner().tell(event);
              return running;
            });
  }

  private Running started(StackKey key) {
    if (closed) throw new IllegalStateException("the operator is ending");
    var runner = new StackRunner(key, context);
    return new Running(
        runner, Thread.ofVirtual().name("stack " + key).start(() -> runner.run(() -> leave(key))));
  }

  /// Ends the runner of a Stack, unless it has just been told something.
  private boolean leave(StackKey key) {
    return all.computeIfPresent(key, (_, running) -> running.runner().isIdle() ? null : running)
        == null;
  }

  List<StackRunner> runners() {
    return all.values().stream().map(Running::runner).toList();
  }

  /// What is known of each Stack now.
  List<StackFacts> facts() {
    return runners().stream().flatMap(each -> each.facts().stream()).toList();
  }

  /// Wakes all runners: something has changed that any Stack may have waited for.
  void wakeAll() {
    runners().forEach(StackRunner::wake);
  }

  /// Ends all runners; nothing new is started from now on.
  void end() {
    closed = true;
    runners().forEach(StackRunner::close);
  }

  /// Waits until all runners have ended, and with them the operations that they recorded.
  ///
  /// @return whether all runners have ended in that time
  boolean awaitEnd(Duration patience) {
    var limit = System.nanoTime() + patience.toNanos();
    try {
      for (Running running : new ArrayList<>(all.values()))
        if (!running.thread().join(Duration.ofNanos(Math.max(1, limit - System.nanoTime()))))
          return false;
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
