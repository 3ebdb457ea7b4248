package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.Soak;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// A namespace in which everything is declared that may hurt, beside one that works.
/// `-Dkeelson.seed=…` repeats the manifests of an earlier run.
@Tag("alone")
@Tag("soak")
@ExtendWith(OnControlPlane.class)
@Tag("R-LIM-5")
final class HostileNeighbourIT {
  /// The heap that the image takes of the memory that the chart gives, its collector, and its
  /// compiler.
  private static final String AS_IN_THE_CHART =
      "-Xmx665m -Xms32m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=30 -XX:-ShrinkHeapInSteps"
          + " -XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError"
          + " -XX:TieredStopAtLevel=4";

  /// Of the heap after a collection; what is above is left for work.
  private static final long ENOUGH = 600L << 20;

  /// What the chart gives, in all.
  private static final long OF_THE_CHART = 1L << 30;

  /// What a change may take until it is planned and carried out, in processor time of the operator:
  /// so others that use the machine do not count.
  private static final Duration IN_TIME = Duration.ofSeconds(10);

  private static final String GOOD =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: good}
      spec:
        settle: 0s
        approval: {mode: Automatic}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: greeting}
      spec:
        stack: good
        type: terraform_data
        config: {input: "hello 0"}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private final long seed = Long.getLong("keelson.seed", new Random().nextLong());
  private int changes;
  private Duration longest = Duration.ZERO;

  @Test
  void whateverOneNamespaceDeclares_anotherIsPlannedInTime(TestNamespace good) throws Exception {
    var log = folder.resolve("operator.log");
    System.out.printf("keelson.seed=%d, log %s%n", seed, log);
    Installation.withAdmission(good);
    var bad = good.controlPlane().newNamespace("hostile");
    var kubectl = new Kubectl(bad);
    var hostile = new HostileStacks(bad);
    try (var operator = operator(good, bad, log)) {
      good.apply(GOOD);
      new Kubectl(good).awaitReady("good");
      try (var watched = MemoryWatch.of(log)) {
        planned(operator, good, "nothing");
        hostile.stack("typo");
        hostile.counted("typo", "ten-million", 10_000_000);
        hostile.counted("typo", "largest", Integer.MAX_VALUE);
        planned(operator, good, "counts");
        hostile.deep("deep", 5_000);
        hostile.deep("less-deep", 900);
        planned(operator, good, "depth");
        hostile.wide("wide");
        planned(operator, good, "width");
        hostile.heavy("heavy", 80);
        planned(operator, good, "weight");
        hostile.growing("growing");
        planned(operator, good, "growth");
        hostile.unsteady("unsteady");
        planned(operator, good, "an unsteady data source");
        hostile.many("many");
        planned(operator, good, "many instances");
        hostile.anything(Soak.times(10, 40), Soak.times(500, 2_000), new Random(seed));
        for (int i = 0; i < Soak.times(3, 10); i++) planned(operator, good, "anything");

        kubectl.awaitReason("resource heavy-79", "LimitExceeded");
        kubectl.awaitReason("resource ten-million", "LimitExceeded");
        kubectl.awaitReason("resource largest", "LimitExceeded");
        bad.eventually(() -> assertThat(reasonOf(bad, "deep")).isEqualTo("InvalidConfiguration"));
        bad.eventually(
            () -> assertThat(reasonOf(bad, "less-deep")).isEqualTo("InvalidConfiguration"));
        bad.beginDeleteAll("stacks");
        for (int i = 0; i < Soak.times(3, 10); i++) planned(operator, good, "deletion");
        System.out.printf(
            "hostile: %d manifests taken; %d changes planned, the longest in %d ms; %s; resident"
                + " %d MiB at most%n",
            hostile.made(), changes, longest.toMillis(), watched, operator.mostResident() >> 20);
        assertThat(watched.led()).as("it held the lease at every look").isTrue();
        assertThat(watched.live()).as("the heap after a collection").isBetween(1L, ENOUGH);
        assertThat(operator.mostResident()).as("its memory in all").isLessThan(OF_THE_CHART);
      }
      assertThat(operator.runsFor(Duration.ofSeconds(1)))
          .as("the first process still runs")
          .isTrue();
    }
    assertThat(Files.readString(log))
        .doesNotContain("The lease was not renewed", "java.lang.OutOfMemoryError", "StackOverflow");
  }

  /// Through kubectl: what it holds is too deep for a reader of ordinary JSON.
  private static String reasonOf(TestNamespace namespace, String resource) {
    var path = "jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}";
    return namespace.kubectl("get", "resource", resource, "-o", path).out().strip();
  }

  @Test
  void whateverOneNamespaceApplies_anotherIsPlannedInTime(TestNamespace good) throws Exception {
    var log = folder.resolve("operator.log");
    Installation.withAdmission(good);
    var busy = good.controlPlane().newNamespace("busy");
    try (var operator = operator(good, busy, log)) {
      good.apply(GOOD);
      new Kubectl(good).awaitReady("good");
      planned(operator, good, "nothing");
      var stacks = new HostileStacks(busy);
      for (String name : List.of("one", "two")) stacks.full(name);
      await().atMost(Duration.ofMinutes(3)).until(() -> records(busy) > 100);
      for (int i = 0; i < Soak.times(5, 10); i++) planned(operator, good, "applies");
      System.out.printf(
          "busy: %d records of 20,000; %d changes planned beside, the longest in %d ms; resident %d"
              + " MiB at most%n",
          records(busy), changes, longest.toMillis(), operator.mostResident() >> 20);
    }
  }

  /// For both namespaces, with the memory that it has in the chart.
  private static OperatorProcess operator(TestNamespace good, TestNamespace other, Path log)
      throws IOException {
    return OperatorProcess.start(
        good,
        log,
        Map.of("_JAVA_OPTIONS", AS_IN_THE_CHART, "MALLOC_ARENA_MAX", "2"),
        "--namespaces=" + other.name(),
        "--lease-namespace=" + good.name());
  }

  /// About how many records there are.
  private static long records(TestNamespace namespace) {
    var one = new ListOptionsBuilder().withLimit(1L).build();
    var more =
        namespace
            .client()
            .resources(ResourceInstance.class)
            .inNamespace(namespace.name())
            .list(one)
            .getMetadata()
            .getRemainingItemCount();
    return more == null ? 0 : more;
  }

  /// Changes what is declared in the good namespace, and sees it carried out in time.
  ///
  /// @param beside what the other namespace has got last
  private void planned(OperatorProcess operator, TestNamespace good, String beside) {
    changes++;
    var text = "hello " + changes;
    long start = System.nanoTime();
    var worked = operator.processorTime();
    new Kubectl(good)
        .merge("resource greeting", "{\"spec\":{\"config\":{\"input\":\"%s\"}}}".formatted(text));
    await()
        .alias("a change in the good namespace, after " + beside)
        .atMost(Duration.ofMinutes(3))
        .failFast(
            "the operator was busy with something else",
            () -> operator.processorTime().minus(worked).compareTo(IN_TIME) > 0)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() ->
            assertThat(
                    good.client()
                        .resources(ResourceInstance.class)
                        .inNamespace(good.name())
                        .list()
                        .getItems())
                .singleElement()
                .satisfies(
                    each -> assertThat(String.valueOf(each.getStatus().state)).contains(text)));
    var took = Duration.ofNanos(System.nanoTime() - start);
    System.out.printf("  %s: %d ms%n", beside, took.toMillis());
    if (took.compareTo(longest) > 0) longest = took;
  }
}
