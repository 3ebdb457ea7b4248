package io.keelson.operator.stack;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.engine.state.StateStore.StoreRefused;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.metrics.ReconcileMetrics;
import io.keelson.operator.metrics.StackFacts;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackEvent;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import io.keelson.operator.status.ServerMessage;
import io.keelson.retry.Backoff;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Works for one Stack, on a thread of its own, one turn after the other. It is woken by events
/// about the Stack, its members, records, Runs, PlanApprovals and key, by what it refers to, by the
/// deletion of its Plan that waits, and by time; events come from other threads, and only change
/// the memory and stop a running apply. [StackTurns] decides what a turn does and reports it. The
/// runner itself sets only Ready=False with ProgressingWithRetry, when a turn has failed.
public final class StackRunner {
  private static final Logger LOG = LoggerFactory.getLogger(StackRunner.class);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(5);
  private static final Backoff BACKOFF = new Backoff(RETRY, LONGEST_RETRY);
  private static final int OFTEN = 3;

  private final StackKey key;
  private final OperatorContext context;
  private final StackMemory memory;
  private final WakeUp wakeUp;
  private final InstanceMemory instances;
  private Fence reign;
  private volatile StackTurns turns;
  private volatile boolean closing;
  private int failures;
  private boolean nothingLeft;

  public StackRunner(StackKey key, OperatorContext context) {
    this.key = key;
    this.context = context;
    this.memory = new StackMemory(context.sizes());
    this.wakeUp = new WakeUp(context.clock());
    context.sizes().watch(key, wakeUp::call);
    this.instances = new InstanceMemory(wakeUp::call);
    this.reign = context.fence().reign();
    this.turns = turnsUnder(reign);
  }

  private StackTurns turnsUnder(Fence fence) {
    return new StackTurns(
        new StackParts(key, context.within(fence), memory, instances, () -> closing, this::news));
  }

  /// Takes down what is heard of the Stack, from any thread. A change of what is declared, or of a
  /// Run, stops a running apply where it makes it vain; that and all else wakes the runner if it is
  /// news.
  public void tell(StackEvent event) {
    switch (event) {
      case StackEvent.OfStack each -> {
        if (each.gone()) context.census().gone(key);
        boolean asked = memory.isAskedBy(each);
        if (memory.observe(each)) news();
        else if (asked) wakeUp.call();
      }
      case StackEvent.OfDeclared each -> {
        if (memory.observe(each)) news();
      }
      case StackEvent.OfRecord(var each, boolean gone) -> {
        if (gone) context.census().forgotten(key, each.getMetadata().getName());
        else context.census().recorded(key, each.getMetadata().getName());
        if (gone ? instances.vanished(each) : instances.observe(each)) wakeUp.call();
      }
      case StackEvent.OfRun each -> {
        if (turns.parts().runs.observe(each)) news();
      }
      case StackEvent.OfApproval _ -> {
        turns.parts().applying.decided();
        wakeUp.call();
      }
      case StackEvent.OfKey each -> {
        if (each.gone() || each.leaving() || turns.parts().session.lacksKey()) wakeUp.call();
      }
    }
  }

  /// Wakes the runner: something beside the declaration may have changed, such as a policy or a
  /// provider.
  public void wake() {
    wakeUp.call();
  }

  private void news() {
    turns.parts().applying.reconsider();
    wakeUp.call();
  }

  /// Starts nothing new; [#run] returns when the running operations have ended.
  public void close() {
    closing = true;
    turns.parts().applying.stop();
    wakeUp.call();
  }

  /// Works until it is closed, or until nothing is left to work for.
  ///
  /// @param leave asked whether this runner may end when nothing is left to work for
  public void run(BooleanSupplier leave) {
    try {
      while (!closing) {
        var next = turn();
        if (nothingLeft && leave.getAsBoolean()) break;
        if (!closing) wakeUp.await(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      context.sizes().unwatch(key);
      turns.close();
    }
  }

  /// Whether nothing is known of the Stack, and no event has come since its last turn.
  public boolean isIdle() {
    return memory.isEmpty() && !wakeUp.isCalled();
  }

  private Instant turn() {
    var now = context.clock().instant();
    nothingLeft = false;
    if (!context.fence().holds()) return now.plus(RETRY);
    if (!reign.holds()) beginAnew();
    try (var measured = context.metrics().reconciles().ofStack()) {
      return turn(now, measured);
    }
  }

  private Instant turn(Instant now, ReconcileMetrics.Reconciliation measured) {
    try {
      var next = turns.take();
      measured.ends(ReconcileMetrics.Result.SUCCESS);
      failures = 0;
      nothingLeft = next.isEmpty();
      return next.orElseGet(() -> now.plus(LONGEST_RETRY));
    } catch (CancellationException e) {
      // The Stack has changed meanwhile, or its plan needs a larger place: the turn begins anew.
      measured.ends(ReconcileMetrics.Result.REQUEUE);
      LOG.debug("{}: {}", key, e.getMessage());
      return now;
    } catch (StoreFenced e) {
      LOG.info("{}: {}", key, e.getMessage());
      return now.plus(RETRY);
    } catch (KubernetesClientException e) {
      if (isOvertaken(e)) {
        measured.ends(ReconcileMetrics.Result.REQUEUE);
        return again();
      }
      LOG.warn("{}: the API server did not do what was asked: {}", key, e.getMessage());
      return retry("The API server did not do what was asked: " + ServerMessage.of(e));
    } catch (StoreRefused e) {
      LOG.warn("{}: {}: {}", key, e.at(), e.getMessage());
      return retry("The record of " + e.at() + " cannot be written. " + e.getMessage());
    } catch (RuntimeException | Error e) {
      // Errors are caught, too: a runner that ended silently would leave its Stack without any
      // work.
      LOG.error("{}: broken", key, e);
      return retry("Internal error, see the operator's log: " + e);
    }
  }

  /// Another process may have led meanwhile: everything is read again.
  private void beginAnew() {
    turns.close();
    memory.distrust();
    instances.distrust();
    reign = context.fence().reign();
    turns = turnsUnder(reign);
  }

  /// Whether somebody else wrote in between. The next attempt mostly succeeds, so it is reported
  /// only after several.
  private boolean isOvertaken(KubernetesClientException e) {
    return e.getCode() == HttpURLConnection.HTTP_CONFLICT && failures < OFTEN;
  }

  private Instant retry(String message) {
    var next = again();
    try {
      turns.say(Report.going(ConditionReason.ProgressingWithRetry, message));
    } catch (KubernetesClientException | StoreFenced e) {
      LOG.debug("{}: the status could not be written either", key, e);
    }
    return next;
  }

  private Instant again() {
    memory.distrust();
    instances.distrust();
    failures++;
    return context.clock().instant().plus(BACKOFF.after(failures));
  }

  public StackKey key() {
    return key;
  }

  /// What is known of the Stack now, for the metrics; empty if there is none. Answers at once.
  public Optional<StackFacts> facts() {
    return memory.stack().map(stack -> MeasuredStack.facts(stack, instances.facts()));
  }

  /// The last time a turn ended well, for the watchdog; empty before the first.
  public Optional<Instant> lastTurn() {
    return turns.lastTurn();
  }
}
