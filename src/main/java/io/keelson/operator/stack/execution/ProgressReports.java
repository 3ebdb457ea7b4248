package io.keelson.operator.stack.execution;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.status.Durations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells how far an apply is, and what it waits for: first when it has lasted for a pause, then
/// after each pause in which that has changed.
final class ProgressReports implements ApplyProgress, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressReports.class);
  private static final int MOST_NAMED = 3;

  private final Plan plan;
  private final long operations;
  private final Clock clock;
  private final Consumer<String> reader;
  private final Map<Step, Running> running = new ConcurrentHashMap<>();
  private final AtomicInteger ended = new AtomicInteger();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread telling;

  private record Running(Instant since, Supplier<Optional<String>> waits) {}

  /// @param reader is given some sentences; what it throws because the API server does not answer,
  ///   or because somebody else leads, only means that nothing is told this time
  ProgressReports(Plan plan, Clock clock, Duration pause, Consumer<String> reader) {
    this.plan = plan;
    this.operations =
        plan.steps().nodes().stream().filter(step -> step.changes().isPresent()).count();
    this.clock = clock;
    this.reader = reader;
    this.telling = Thread.ofVirtual().name("progress").start(() -> tell(pause));
  }

  @Override
  public void began(Step step) {
    running.put(step, new Running(clock.instant(), Optional::empty));
  }

  @Override
  public void called(Step step, Supplier<Optional<String>> waits) {
    running.computeIfPresent(step, (_, known) -> new Running(known.since(), waits));
  }

  @Override
  public void ended(Step step) {
    running.remove(step);
    if (step.changes().isPresent()) ended.incrementAndGet();
  }

  private void tell(Duration pause) {
    var told = "";
    try {
      while (!over.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        var now = text();
        if (now.equals(told)) continue;
        told = now;
        tell(now);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(String text) {
    try {
      reader.accept(text);
    } catch (KubernetesClientException | StoreFenced e) {
      LOG.debug("How far an apply is stays untold for now: {}", e.getMessage());
    }
  }

  /// `2 of 5 operations are over. server.web is being created since TIME: its phase is Pending.`
  private String text() {
    int done = ended.get();
    var steps =
        running.entrySet().stream()
            .sorted(
                Comparator.comparing((Map.Entry<Step, Running> each) -> each.getValue().since())
                    .thenComparing(each -> each.getKey().toString()))
            .toList();
    var named =
        steps.stream()
            .limit(MOST_NAMED)
            .map(each -> " " + told(each.getKey(), each.getValue()) + ".")
            .collect(Collectors.joining());
    int others = steps.size() - MOST_NAMED;
    return "%d of %d operations %s over.%s%s"
        .formatted(
            done,
            operations,
            done == 1 ? "is" : "are",
            named,
            others <= 0 ? "" : " " + others + " more are under way.");
  }

  private String told(Step step, Running each) {
    return "%s since %s%s"
        .formatted(
            told(step),
            Durations.shown(each.since()),
            each.waits().get().map(waits -> ": " + waits).orElse(""));
  }

  private String told(Step step) {
    return switch (step) {
      case Step.Converge(var at) -> at + " is being " + made(step);
      case Step.Destroy(_, var object) -> object + " is being destroyed";
      case Step.Forget(var object) -> object + " is being forgotten";
      case Step.Read(var at) -> at + " is being read";
      case Step.Check(var at) -> at + " is being checked";
      case Step.Barrier _ -> throw new IllegalArgumentException("nothing is done: " + step);
    };
  }

  private String made(Step step) {
    boolean exists =
        step.changes()
            .map(plan.changes()::get)
            .filter(change -> change.action() instanceof Action.Update)
            .isPresent();
    return exists ? "changed" : "created";
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
