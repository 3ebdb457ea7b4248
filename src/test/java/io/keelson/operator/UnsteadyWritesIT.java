package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.cli.ClusterConnection;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.SentRequests;
import io.keelson.testing.TestNamespace;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a provider costs that answers each reading, upgrade and import differently, beside one that
/// repeats itself. `-Dkeelson.quiet=PT10M` watches for ten minutes in place of ten seconds; there
/// are ten intervals in either case.
@ExtendWith(OnControlPlane.class)
final class UnsteadyWritesIT {
  private static final Duration QUIET =
      Duration.parse(System.getProperty("keelson.quiet", "PT10S"));
  private static final int INTERVALS = 10;

  /// The Plan and its status, the status of the one that gave way, the Stack's, those of the two
  /// Resources and of the record that was read, and two events.
  private static final int WRITES_OF_A_PLAN = 10;

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, interval: INTERVAL, approval: {mode: Manual}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: thing}
      spec: {stack: shop, type: unsteady, import: {id: t-1}, config: {word: one}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: label}
      spec: {stack: shop, type: terraform_data, config: {input: "${unsteady.thing.reading}"}}
      """
          .replace("INTERVAL", QUIET.dividedBy(INTERVALS).toSeconds() + "s");

  private record Cost(int writes, int plans) {}

  @Test
  void answersThatNeverRepeat_costOnePlanAnIntervalAtMost(TestNamespace namespace) {
    var steady = cost(namespace, new UnsteadyProvider.Answers().steady());
    var another = namespace.controlPlane().newNamespace("unsteady");
    var unsteady = cost(another, new UnsteadyProvider.Answers());

    System.out.printf(
        "API writes in %s after the apply (%d intervals): %d with a steady provider, %d with one"
            + " that never repeats an answer, for %d plans%n",
        QUIET, INTERVALS, steady.writes(), unsteady.writes(), unsteady.plans());
    assertThat(unsteady.plans()).isLessThanOrEqualTo(INTERVALS + 1);
    assertThat(unsteady.writes())
        .isLessThanOrEqualTo(steady.writes() + WRITES_OF_A_PLAN * unsteady.plans());
  }

  /// One plan, one approval and one apply; then nothing is declared and nobody decides.
  private static Cost cost(TestNamespace namespace, UnsteadyProvider.Answers answers) {
    var kubectl = new Kubectl(namespace);
    var sent = new SentRequests();
    var client =
        ClusterConnection.builder(namespace.controlPlane().config())
            .withHttpClientBuilderConsumer(
                http -> http.addOrReplaceInterceptor("sent-requests", sent))
            .build();
    try (var _ = OperatorUnderTest.in(namespace, client, answers.added())) {
      kubectl.apply(SHOP);
      var plan = kubectl.awaitPlan("shop");
      kubectl.approve(plan);
      kubectl.awaitPhase(plan, "Applied");
      int before = sent.writes();
      var end = Instant.now().plus(QUIET);
      await().atMost(QUIET.multipliedBy(2)).until(() -> Instant.now().isAfter(end));
      int writes = sent.writes() - before;
      assertThat(answers.applies()).isEqualTo(1);
      assertThat(kubectl.get("planapprovals", ".items[*].status.phase")).isEqualTo("Used");
      var phases = kubectl.get("plans", ".items[*].status.phase").split(" ");
      assertThat(phases).containsOnlyOnce("Applied");
      return new Cost(writes, phases.length - 1);
    }
  }
}
