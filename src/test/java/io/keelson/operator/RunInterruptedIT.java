package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.SlowOperator;
import io.keelson.testing.TestNamespace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// The operator is killed while it carries out a Run, or the Run is deleted: what was asked for is
/// done in the end, or left alone, and each replacement is made once.
@Tag("soak")
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class RunInterruptedIT {
  private static final int DESKS = 6;
  private static final Duration CALL = Duration.ofMillis(500);

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, parallelism: 1}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk}
      spec:
        stack: shop
        type: terraform_data
        count: 6
        config: {input: desk}
        lifecycle: {createBeforeDestroy: true}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: garden}
      spec: {stack: shop, type: terraform_data, config: {input: GARDEN}}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;

  @BeforeEach
  void install(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    Installation.withAdmission(own);
  }

  @Test
  void killedInTheMiddle_goesOnUnderTheSameApproval() throws Exception {
    var before = killedInTheMiddle();
    var replaced = replacedSince(before);

    try (var _ = OperatorUnderTest.in(namespace)) {
      awaitPhase("Succeeded");
      kubectl.awaitReady("shop");
    }

    assertThat(records.ids()).containsAllEntriesOf(replaced);
    assertThat(replacedSince(before)).hasSize(DESKS);
    assertThat(kubectl.get("planapprovals", ".items[*].metadata.name").split(" ", -1)).hasSize(1);
    assertThat(kubectl.get("stack shop", ".status.applyEpoch")).isEqualTo("2");
    assertThat(records.remarkable()).isEmpty();
  }

  @Test
  void killedAndThenDeclaredAnew_asksAgainAndReplacesNothingTwice() throws Exception {
    var before = killedInTheMiddle();
    var replaced = replacedSince(before);
    kubectl.apply(SHOP.replace("GARDEN", "roses"));

    try (var _ = OperatorUnderTest.in(namespace)) {
      awaitPhase("AwaitingApproval");
      kubectl.approve(kubectl.get("run all", ".status.plan.name"));
      awaitPhase("Succeeded");
      kubectl.awaitReady("shop");
    }

    assertThat(records.ids()).containsAllEntriesOf(replaced);
    assertThat(replacedSince(before)).hasSize(DESKS);
    assertThat(records.state("terraform_data.garden", "output")).contains("roses");
    assertThat(records.remarkable()).isEmpty();
  }

  @Test
  void killedAndThenDeleted_leavesTheRestAsItIsAndAsksWhatToDoWithTheOldObjects() throws Exception {
    var before = killedInTheMiddle();
    namespace.delete("run all");

    try (var _ = OperatorUnderTest.in(namespace)) {
      var plan = kubectl.awaitPlan("shop");
      assertThat(kubectl.get("plan " + plan, ".spec.changes[*].action").split(" ", -1))
          .containsOnly("delete");
      kubectl.approve(plan);
      kubectl.awaitReady("shop");
    }

    assertThat(replacedSince(before)).hasSizeLessThan(DESKS);
    assertThat(records.ids()).hasSameSizeAs(before);
    assertThat(records.remarkable()).isEmpty();
    assertThat(kubectl.get("stack shop", ".status.runs[*].phase")).isEqualTo("Failed");
  }

  @Test
  void deletedInTheMiddle_startsNothingNew() {
    try (var _ = OperatorUnderTest.in(namespace, real -> SlowOperator.slow(real, CALL))) {
      var before = inTheMiddle();

      namespace.delete("run all");

      kubectl.approve(kubectl.awaitPlan("shop"));
      kubectl.awaitReady("shop");
      assertThat(replacedSince(before)).hasSizeBetween(2, DESKS - 1);
      assertThat(records.remarkable()).isEmpty();
      assertThat(kubectl.get("plans", ".items[*].status.phase")).contains("Failed");
    }
  }

  private Map<String, String> killedInTheMiddle() throws Exception {
    try (var _ = OperatorProcess.start(namespace, CALL, folder.resolve("operator.log"))) {
      return inTheMiddle();
    } finally {
      assertThat(kubectl.get("run all", ".status.phase")).isEqualTo("Applying");
    }
  }

  /// Begins to replace all desks, and returns when some have been.
  ///
  /// @return the ids before
  private Map<String, String> inTheMiddle() {
    kubectl.apply(SHOP.replace("GARDEN", "grass"));
    kubectl.awaitReady("shop");
    var before = new TreeMap<>(records.ids());
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: all}
        spec: {stack: shop, replace: [%s]}
        """
            .formatted(
                IntStream.range(0, DESKS)
                    .mapToObj(n -> "'terraform_data.desk[" + n + "]'")
                    .collect(Collectors.joining(", "))));
    awaitPhase("AwaitingApproval");
    kubectl.approve(kubectl.get("run all", ".status.plan.name"));
    namespace.eventually(() -> assertThat(replacedSince(before)).hasSizeGreaterThan(1));
    return before;
  }

  private Map<String, String> replacedSince(Map<String, String> before) {
    var now = new TreeMap<>(records.ids());
    now.entrySet()
        .removeIf(each ->
            each.getValue().equals("null") || each.getValue().equals(before.get(each.getKey())));
    return now;
  }

  private void awaitPhase(String phase) {
    namespace.eventually(() ->
        assertThat(kubectl.get("run all", ".status.phase"))
            .as(() -> kubectl.get("run all", ".status"))
            .isEqualTo(phase));
  }
}
