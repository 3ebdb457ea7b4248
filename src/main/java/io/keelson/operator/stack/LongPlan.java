package io.keelson.operator.stack;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says of a Stack that it is being planned, in a thread of its own, where that lasts and its
/// status still says what it waited for before. What it says of the plan before this one stays: a
/// Stack that is ready, or waits for a person, is also planned now and then to see that this is
/// still so. Sets Ready=False with Planning.
final class LongPlan implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LongPlan.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final StackStatusWriter status;
  private final Stack stack;
  private final String began;
  private final StopSignal stop;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread telling;

  /// @param stop heeded by what the plan asks
  LongPlan(StackStatusWriter status, Stack stack, Instant since, StopSignal stop) {
    this.status = status;
    this.stack = stack;
    this.began = "The Stack is being planned since " + Durations.shown(since);
    this.stop = stop;
    this.telling = Thread.ofVirtual().name("long-plan").start(this::tell);
  }

  /// Says it again after twice the time, since something else may be asked then.
  private void tell() {
    Predicate<Stack> demand = LongPlan::saysNothing;
    try {
      for (var patience = PATIENCE; isGoingOn(patience); patience = patience.multipliedBy(2)) {
        var message = began + ": its providers and programs are asked" + about(stop) + ".";
        status.reportIf(demand, stack, Report.going(ConditionReason.Planning, message), null);
        demand = this::isTold;
      }
    } catch (KubernetesClientException | StoreFenced e) {
      LOG.debug("That a plan takes long stays untold: {}", e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isGoingOn(Duration patience) throws InterruptedException {
    return !over.await(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static String about(StopSignal stop) {
    var all = stop.heeders();
    return all.isEmpty() ? "" : ", for the longest time about '" + all.getFirst() + "'";
  }

  private boolean isTold(Stack now) {
    return ready(now).filter(each -> each.getMessage().startsWith(began)).isPresent();
  }

  /// Whether the status says nothing that still holds while the Stack is planned.
  static boolean saysNothing(Stack stack) {
    return ready(stack)
        .map(Condition::getReason)
        .map(ConditionReason.MembersChanged.name()::equals)
        .orElse(true);
  }

  private static Optional<Condition> ready(Stack stack) {
    return Optional.ofNullable(stack.getStatus())
        .map(status -> Conditions.find(status.conditions, Conditions.READY));
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
