package io.keelson.operator.stack;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says of a Stack that it is being planned, in a thread of its own, where that lasts and its
/// status still says what it waited for before. What it says of the plan before this one stays: a
/// Stack that is ready, or waits for a person, is also planned now and then to see that this is
/// still so. Sets Ready=False with Planning.
final class LongPlan implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LongPlan.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread telling;

  LongPlan(StackStatusWriter status, Stack stack, Instant since) {
    this.telling = Thread.ofVirtual().name("long-plan").start(() -> tell(status, stack, since));
  }

  private void tell(StackStatusWriter status, Stack stack, Instant since) {
    var report =
        Report.going(
            ConditionReason.Planning,
            "The Stack is being planned since "
                + Durations.shown(since)
                + ": its providers and programs are asked.");
    try {
      if (!over.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
        status.reportIf(LongPlan::saysNothing, stack, report, null);
    } catch (KubernetesClientException | StoreFenced e) {
      LOG.debug("That a plan takes long stays untold: {}", e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whether the status says nothing that still holds while the Stack is planned.
  static boolean saysNothing(Stack stack) {
    var status = stack.getStatus();
    var ready = status == null ? null : Conditions.find(status.conditions, Conditions.READY);
    return ready == null || ready.getReason().equals(ConditionReason.MembersChanged.name());
  }

  /// Returns when nothing is told any more.
  @Override
  public void close() {
    over.countDown();
    try {
      telling.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
