package io.keelson.operator.stack.execution;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.status.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells how far an apply is, in a thread of its own: the numbers, and what members wait or have
/// begun, each second; the sentences about what it waits for every tenth time. An apply that ends
/// within a second is told nothing of.
final class ProgressReports implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressReports.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int SENTENCES_EACH = 10;
  private static final int MOST_NAMED = 3;

  private final OperationCount count;
  private final Function<InstanceAddress, Optional<String>> obstacles;
  private final Reader reader;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread telling;

  /// Is told. What it throws because the API server does not answer, or because somebody else
  /// leads, only means that nothing is told this time.
  interface Reader {
    void numbers();

    void sentences(String text);

    /// @param over whether the apply has ended: then nothing more is to be told
    void members(BooleanSupplier over);
  }

  /// @param obstacles gives what keeps the result of an operation from being stored, in whole
  ///   sentences
  ProgressReports(
      OperationCount count, Function<InstanceAddress, Optional<String>> obstacles, Reader reader) {
    this.count = count;
    this.obstacles = obstacles;
    this.reader = reader;
    this.telling = Thread.ofVirtual().name("progress").start(this::tellUntilOver);
  }

  private void tellUntilOver() {
    var told = "";
    try {
      for (int i = 1; !over.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS); i++) {
        var text = i % SENTENCES_EACH == 0 ? text() : told;
        boolean isNew = !text.equals(told);
        told = text;
        tell(isNew ? () -> reader.sentences(text) : reader::numbers);
        tell(() -> reader.members(() -> over.getCount() == 0));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void tell(Runnable report) {
    try {
      report.run();
    } catch (KubernetesClientException | StoreFenced e) {
      LOG.debug("How far an apply is stays untold for now: {}", e.getMessage());
    }
  }

  /// `2 of 5 operations are over. server.web is being created since TIME: its phase is Pending.`
  private String text() {
    var now = count.now();
    int ended = now.done + now.failed;
    var steps = count.running();
    var named =
        steps.stream()
            .limit(MOST_NAMED)
            .map(each -> " " + sentences(each))
            .collect(Collectors.joining());
    int others = steps.size() - MOST_NAMED;
    return "%d of %d operations %s over.%s%s"
        .formatted(
            ended,
            now.total,
            ended == 1 ? "is" : "are",
            named,
            others <= 0 ? "" : " " + others + " more are under way.");
  }

  private String sentences(OperationCount.Running each) {
    var obstacle = each.step().changes().flatMap(object -> obstacles.apply(object.instance()));
    return told(each) + "." + obstacle.map(why -> " " + why).orElse("");
  }

  private String told(OperationCount.Running each) {
    return "%s since %s%s"
        .formatted(
            told(each.step()),
            Durations.shown(each.since()),
            each.waits().get().map(waits -> ": " + waits).orElse(""));
  }

  private String told(Step step) {
    return switch (step) {
      case Step.Converge(var at) ->
          at + (count.isUpdate(step) ? " is being changed" : " is being created");
      case Step.Destroy(_, var object) -> object + " is being destroyed";
      case Step.Forget(var object) -> object + " is being forgotten";
      case Step.Read(var at) -> at + " is being read";
      case Step.Check(var at) -> at + " is being checked";
      case Step.Barrier _ -> throw new IllegalArgumentException("nothing is done: " + step);
    };
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
