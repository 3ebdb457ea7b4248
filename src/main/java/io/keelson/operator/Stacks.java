package io.keelson.operator;

import io.fabric8.kubernetes.api.model.Secret;
import io.keelson.operator.api.PlanApproval;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceInstance;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.StackKey;
import io.keelson.operator.stack.StackRunner;
import io.keelson.operator.stack.Surroundings;
import io.keelson.operator.state.Labels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The runners of all Stacks: one for each, started when the Stack is first heard of.
final class Stacks {
  private final Surroundings with;
  private final Map<StackKey, Running> all = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private record Running(StackRunner runner, Thread thread) {}

  Stacks(Surroundings with) {
    this.with = with;
  }

  private StackRunner runner(StackKey key) {
    return all.computeIfAbsent(key, this::started).runner();
  }

  private Running started(StackKey key) {
    if (closed) throw new IllegalStateException("the operator is ending");
    var runner = new StackRunner(key, with);
    return new Running(runner, Thread.ofVirtual().name("stack " + key).start(runner));
  }

  List<StackRunner> runners() {
    return all.values().stream().map(Running::runner).toList();
  }

  void observe(Stack stack) {
    runner(key(stack.getMetadata().getNamespace(), stack.getMetadata().getName())).observe(stack);
  }

  void vanished(Stack stack) {
    runner(key(stack.getMetadata().getNamespace(), stack.getMetadata().getName())).vanished(stack);
  }

  void observe(Resource resource) {
    runner(key(resource.getMetadata().getNamespace(), resource.getSpec().stack)).observe(resource);
  }

  void vanished(Resource resource) {
    runner(key(resource.getMetadata().getNamespace(), resource.getSpec().stack)).vanished(resource);
  }

  void observe(ResourceInstance record) {
    runner(key(record.getMetadata().getNamespace(), record.getSpec().stack)).observe(record);
  }

  void vanished(ResourceInstance record) {
    runner(key(record.getMetadata().getNamespace(), record.getSpec().stack)).vanished(record);
  }

  void observe(Run run) {
    runner(key(run.getMetadata().getNamespace(), run.getSpec().stack)).observe(run);
  }

  void vanished(Run run) {
    runner(key(run.getMetadata().getNamespace(), run.getSpec().stack)).vanished(run);
  }

  /// Something has changed that any Stack may have waited for.
  void wakeAll() {
    runners().forEach(StackRunner::wake);
  }

  void decided(PlanApproval approval) {
    runner(key(approval.getMetadata().getNamespace(), approval.getSpec().stack)).decided();
  }

  void keyAppeared(Secret secret) {
    of(secret).ifPresent(StackRunner::keyAppeared);
    // One that is to go may be all that is left of a Stack.
    if (secret.getMetadata().getDeletionTimestamp() != null)
      stack(secret).ifPresent(key -> runner(key).wake());
  }

  void keyVanished(Secret secret) {
    of(secret).ifPresent(StackRunner::wake);
  }

  /// A key may stay when its Stack is gone.
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

  /// Nothing new is started from now on.
  void end() {
    closed = true;
    runners().forEach(StackRunner::close);
  }

  /// Waits until what runs has ended and is written down.
  ///
  /// @return whether all has, in that time
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
