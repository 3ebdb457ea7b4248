package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Kills the operator again and again, at random moments, while it carries out what was approved.
/// The moments are random; `-Dkeelson.seed=…` repeats those of an earlier run as far as the machine
/// allows.
final class RepeatedKills {
  private static final Duration CALL = Duration.ofMillis(400);
  private static final Duration NO_DELAY = Duration.ofMillis(1);

  private final TestNamespace namespace;
  private final Records records;
  private final Path log;
  private final long seed = Long.getLong("keelson.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final Semaphore begun = new Semaphore(0);

  /// @param log of the operator, all of its lives in a row
  RepeatedKills(TestNamespace namespace, Path log) {
    this.namespace = namespace;
    this.records = new Records(namespace);
    this.log = log;
  }

  /// Runs the operator `times` times with slow providers, and kills it each time in the middle, the
  /// last time before it has begun more than the given number of operations.
  ///
  /// @param decide what a person does when it runs for the first time
  /// @param standing says how the stack is, should nothing go on
  void kill(int times, int operations, Runnable decide, Supplier<String> standing)
      throws IOException, InterruptedException {
    var moments = random.ints(times, 1, operations).sorted().toArray();
    var lives =
        IntStream.range(0, times)
            .map(kill -> Math.max(1, moments[kill] - (kill == 0 ? 0 : moments[kill - 1])))
            .toArray();
    kill(
        lives,
        life -> {
          if (life == 0) decide.run();
        },
        standing);
  }

  /// Runs the operator `times` times with slow providers, and kills it each time after it has begun
  /// at most the given number of operations since.
  ///
  /// @param decide what a person does each time that it runs, by how often it ran before
  /// @param standing says how it is, should nothing go on
  void killEachTime(int times, int operations, IntConsumer decide, Supplier<String> standing)
      throws IOException, InterruptedException {
    kill(random.ints(times, 1, operations + 1).toArray(), decide, standing);
  }

  private void kill(int[] lives, IntConsumer decide, Supplier<String> standing)
      throws IOException, InterruptedException {
    System.out.printf("keelson.seed=%d, log %s%n", seed, log);
    var interrupted = new ArrayList<List<String>>();
    try (var _ = records.client().watch(new Begun(begun))) {
      for (int life = 0; life < lives.length; life++) {
        begun.drainPermits();
        try (var operator = OperatorProcess.start(namespace, CALL, log)) {
          decide.accept(life);
          assertThat(begun.tryAcquire(lives[life], 180, TimeUnit.SECONDS))
              .as(() -> "the apply goes on; see " + log + "\n" + standing.get())
              .isTrue();
          assertThat(operator.runsFor(Duration.ofMillis(random.nextLong(CALL.toMillis()))))
              .as("the operator runs; see " + log)
              .isTrue();
        }
        interrupted.add(records.open());
      }
    }
    for (int life = 0; life < lives.length; life++)
      System.out.printf("  killed after %d more in %s%n", lives[life], interrupted.get(life));
    assertThat(interrupted)
        .as("most kills hit operations")
        .filteredOn(open -> !open.isEmpty())
        .hasSizeGreaterThan(lives.length / 2);
  }

  /// Runs the operator without delays until what is waited for has come. One in this JVM has
  /// another version, so that what was approved and not begun would be asked about again.
  void letItEnd(Runnable wait) throws IOException {
    try (var _ = OperatorProcess.start(namespace, NO_DELAY, log)) {
      wait.run();
    }
  }

  /// Counts the operations that are begun.
  private record Begun(Semaphore seen) implements Watcher<ResourceInstance> {
    @Override
    public void eventReceived(Action action, ResourceInstance record) {
      if (!Records.isMade(record) || record.getStatus().operation != null) seen.release();
    }

    @Override
    public void onClose(WatcherException cause) {
      // The test fails when nothing is seen any more.
    }
  }
}
