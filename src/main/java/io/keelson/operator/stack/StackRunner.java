package io.keelson.operator.stack;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.graph.StopSignal;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceInstance;
import io.keelson.operator.api.Stack;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Works for one Stack, on a thread of its own: one thing at a time, in the order of its turns.
///
/// Events come from other threads. They only change the memory, ask a running apply to stop, and
/// wake the runner.
public final class StackRunner implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(StackRunner.class);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(5);

  private final StackKey key;
  private final Surroundings with;
  private final StackMemory memory = new StackMemory();
  private final InstanceMemory instances = new InstanceMemory();
  private final WakeUp wakeUp;
  private final StackTurns turns;
  private volatile boolean closing;
  private volatile @Nullable StopSignal running;
  private int failures;

  public StackRunner(StackKey key, Surroundings with) {
    this.key = key;
    this.with = with;
    this.wakeUp = new WakeUp(with.clock());
    this.turns = new StackTurns(key, with, memory, instances, this::started, this::news);
  }

  /// Called when an apply starts, with the means to stop it, and with null when it has ended.
  private void started(@Nullable StopSignal stop) {
    running = stop;
    if (stop != null && closing) stop.set();
  }

  public void observe(Stack event) {
    if (memory.observe(event)) news();
  }

  public void vanished(Stack event) {
    if (memory.vanished(event)) news();
  }

  public void observe(Resource event) {
    if (memory.observe(event)) news();
  }

  public void vanished(Resource event) {
    if (memory.vanished(event)) news();
  }

  public void observe(ResourceInstance event) {
    if (instances.observe(event)) wakeUp.call();
  }

  public void vanished(ResourceInstance event) {
    if (instances.vanished(event)) wakeUp.call();
  }

  /// Something outside of what is declared may have changed, such as a decision.
  public void wake() {
    wakeUp.call();
  }

  private void news() {
    var apply = running;
    if (apply != null && turns.mustStop()) apply.set();
    wakeUp.call();
  }

  /// Starts nothing new; [#run] returns when what runs has ended.
  public void close() {
    closing = true;
    var apply = running;
    if (apply != null) apply.set();
    wakeUp.call();
  }

  @Override
  public void run() {
    try {
      while (!closing) {
        var next = turn();
        if (!closing) wakeUp.await(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      turns.close();
    }
  }

  private Instant turn() {
    var now = with.clock().instant();
    if (!with.fence().holds()) return now.plus(RETRY);
    try {
      var next = turns.take();
      failures = 0;
      return next;
    } catch (KubernetesClientException e) {
      LOG.warn("{}: the API server did not do what was asked: {}", key, e.getMessage());
      return retry(now, "The API server did not do what was asked: " + e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("{}: broken", key, e);
      return retry(now, "Internal error, see the operator's log: " + e);
    }
  }

  private Instant retry(Instant now, String message) {
    memory.distrust();
    instances.distrust();
    failures++;
    try {
      turns.say(Report.going(ConditionReason.ProgressingWithRetry, message));
    } catch (KubernetesClientException e) {
      LOG.debug("{}: the status could not be written either", key, e);
    }
    return now.plus(Backoff.after(failures, RETRY, LONGEST_RETRY));
  }

  public StackKey key() {
    return key;
  }

  /// The last time a turn ended well, for the watchdog; empty before the first.
  public Optional<Instant> lastTurn() {
    return turns.lastTurn();
  }
}
