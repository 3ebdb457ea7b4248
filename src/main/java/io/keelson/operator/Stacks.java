package io.keelson.operator;

import io.fabric8.kubernetes.api.model.Secret;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.metrics.StackFacts;
import io.keelson.operator.stack.StackRunner;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.state.Labels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

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

  /// Passes an event to the runner of a Stack, and starts a runner if there is none. A runner that
  /// is about to end either sees the event before it ends, or is replaced by a new one.
  private void tell(StackKey key, Consumer<StackRunner> news) {
    var _ =
        all.compute(
            key,
            (_, there) -> {
              var running = there == null ? started(key) : there;
              news.accept(running.runner());
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

  void observe(Stack stack) {
    tell(
        key(stack.getMetadata().getNamespace(), stack.getMetadata().getName()),
        runner -> runner.observe(stack));
  }

  void vanished(Stack stack) {
    tell(
        key(stack.getMetadata().getNamespace(), stack.getMetadata().getName()),
        runner -> runner.vanished(stack));
  }

  void observe(Resource resource) {
    tell(
        key(resource.getMetadata().getNamespace(), resource.getSpec().stack),
        runner -> runner.observe(resource));
  }

  void vanished(Resource resource) {
    tell(
        key(resource.getMetadata().getNamespace(), resource.getSpec().stack),
        runner -> runner.vanished(resource));
  }

  void observe(Component component) {
    tell(
        key(component.getMetadata().getNamespace(), component.getSpec().stack),
        runner -> runner.observe(component));
  }

  void vanished(Component component) {
    tell(
        key(component.getMetadata().getNamespace(), component.getSpec().stack),
        runner -> runner.vanished(component));
  }

  void observe(ResourceInstance record) {
    tell(
        key(record.getMetadata().getNamespace(), record.getSpec().stack),
        runner -> runner.observe(record));
  }

  void vanished(ResourceInstance record) {
    tell(
        key(record.getMetadata().getNamespace(), record.getSpec().stack),
        runner -> runner.vanished(record));
  }

  void observe(Run run) {
    tell(key(run.getMetadata().getNamespace(), run.getSpec().stack), runner -> runner.observe(run));
  }

  void vanished(Run run) {
    tell(
        key(run.getMetadata().getNamespace(), run.getSpec().stack), runner -> runner.vanished(run));
  }

  /// Wakes all runners: something has changed that any Stack may have waited for.
  void wakeAll() {
    runners().forEach(StackRunner::wake);
  }

  void decided(PlanApproval approval) {
    tell(
        key(approval.getMetadata().getNamespace(), approval.getSpec().stack),
        runner -> runner.decided());
  }

  void keyAppeared(Secret secret) {
    of(secret).ifPresent(StackRunner::keyAppeared);
    // A key that is being deleted may be all that is left of a Stack, so it needs a runner.
    if (secret.getMetadata().getDeletionTimestamp() != null)
      stack(secret).ifPresent(key -> tell(key, StackRunner::wake));
  }

  void keyVanished(Secret secret) {
    of(secret).ifPresent(StackRunner::wake);
  }

  /// The runner of the Stack that a key belongs to; empty if there is none: a key may outlive its
  /// Stack.
  private Optional<StackRunner> of(Secret key) {
    return stack(key).map(all::get).map(Running::runner);
  }

  private static Optional<StackKey> stack(Secret key) {
    var meta = key.getMetadata();
    return Optional.ofNullable(meta.getLabels())
        .map(labels -> labels.get(Labels.STACK))
        .map(stack -> key(meta.getNamespace(), stack));
  }

  private static StackKey key(String namespace, String name) {
    return new StackKey(namespace, name);
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
