package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A provider that answers differently each time it is asked.
@ExtendWith(OnControlPlane.class)
final class UnsteadyAnswersIT {
  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, interval: INTERVAL, maxRemovals: 100%, approval: {mode: APPROVAL}}
      """;

  private static final String CLOCK =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: clock}
      spec: {stack: shop, type: unsteady, mode: Data}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: trigger}
      spec:
        stack: shop
        type: terraform_data
        config: {triggers_replace: "${data.unsteady.clock.reading}"}
      """;

  private final UnsteadyProvider.Answers answers = new UnsteadyProvider.Answers();
  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace given) {
    namespace = given;
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace, answers.added());
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private static String stack(String approval, String interval) {
    return STACK.replace("APPROVAL", approval).replace("INTERVAL", interval);
  }

  private String condition(String type) {
    return kubectl.get(
        "stack shop", ".status.conditions[?(@.type==\"" + type + "\")]['status','reason']");
  }

  private int applies() {
    var epoch = kubectl.get("stack shop", ".status.applyEpoch");
    return epoch.isEmpty() ? 0 : Integer.parseInt(epoch);
  }

  @Test
  void dataThatChangesAfterEachApply_isFollowedWithTheNextDeclaration() {
    kubectl.apply(stack("Automatic", "1h") + CLOCK);

    kubectl.awaitReady("shop");
    namespace.eventually(
        () -> assertThat(condition("DataChanged")).isEqualTo("True ChangedSinceApply"));
    assertThat(kubectl.get("stack shop", ".status.conditions[?(@.type==\"DataChanged\")].message"))
        .startsWith(
            "data.unsteady.clock gives something else since the last apply. What follows from that"
                + " is planned at ");
    assertThat(applies()).isEqualTo(1);
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");

    kubectl.merge("stack shop", "{\"spec\":{\"parallelism\":3}}");

    namespace.eventually(() -> assertThat(applies()).isEqualTo(2));
    kubectl.awaitReady("shop");
    assertThat(applies()).isEqualTo(2);
  }

  @Test
  void dataThatChangesAfterEachApply_isFollowedOnceAnInterval() {
    var start = System.nanoTime();
    kubectl.apply(stack("Automatic", "2s") + CLOCK);

    // On a busy machine it may never be Ready for long enough to be seen.
    namespace.eventually(() -> assertThat(applies()).isGreaterThanOrEqualTo(4));

    // Whatever else there is to wake the Stack: a reading is at most a tenth of its interval early,
    // and the first interval begins with the whole second in which the Stack was made.
    var intervals = applies() - 1;
    var took = Duration.ofNanos(System.nanoTime() - start);
    assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(1800L * intervals - 1000));
  }

  @Test
  void objectThatNeverSettles_isAppliedTwiceAndThenWaitsAlsoWithAnotherOperator() {
    answers.steady().neverSettle();
    kubectl.apply(
        stack("Automatic", "1h")
            + """
            ---
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: thing}
            spec: {stack: shop, type: unsteady, config: {word: one}}
            """);

    kubectl.awaitPlan("shop");
    assertThat(kubectl.message("stack shop"))
        .contains(
            "unsteady.thing is to be changed again after 2 times in a row, although nothing else is"
                + " declared; the next one is made at ");
    assertThat(answers.applies()).isEqualTo(2);
    assertThat(kubectl.get("stack shop", ".status.repeats.changes[*]['change','times']"))
        .isEqualTo("unsteady.thing 2");

    operator.close();
    operator = OperatorUnderTest.in(namespace, answers.added());
    kubectl.merge("stack shop", "{\"metadata\":{\"annotations\":{\"example.org/seen\":\"yes\"}}}");
    var plan = kubectl.awaitPlan("shop");
    assertThat(answers.applies()).isEqualTo(2);

    kubectl.approve(plan);

    kubectl.awaitPhase(plan, "Applied");
    namespace.eventually(() ->
        assertThat(kubectl.get("stack shop", ".status.repeats.changes[0].times")).isEqualTo("3"));
  }

  /// What is looked for is what was applied, not what was found the last time.
  @Test
  void privilegeThatWasRevoked_isDriftAtEachReading() {
    answers.steady();
    kubectl.apply(
        stack("Automatic", "1s")
            + """
            ---
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: thing}
            spec: {stack: shop, type: unsteady, config: {word: granted}}
            """);
    kubectl.awaitReady("shop");

    answers.revoke();
    var plan = kubectl.awaitPlan("shop");
    int until = answers.reads() + 6;
    namespace.eventually(() -> assertThat(answers.reads()).isGreaterThanOrEqualTo(until));

    assertThat(kubectl.awaitPlan("shop")).isEqualTo(plan);
    assertThat(kubectl.get("plans", ".items[*].status.phase"))
        .isEqualTo("Applied AwaitingApproval");
    assertThat(condition("DriftDetected")).startsWith("True");
  }

  /// An object whose reading another one refers to.
  private static String things(String word) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: thing}
    spec: {stack: shop, type: unsteady, import: {id: t-1}, config: {word: WORD}}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: label}
    spec: {stack: shop, type: terraform_data, config: {input: "${unsteady.thing.reading}"}}
    """
        .replace("WORD", word);
  }

  @Test
  void importThenUpdateOfWhatNeverReadsTheSame_takesOnePlanAndOneApprovalEach() {
    kubectl.apply(stack("Manual", "1h") + things("one"));
    decided();

    kubectl.apply(stack("Manual", "1h") + things("two"));
    decided();

    assertThat(answers.applies()).isEqualTo(2);
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied Applied");
    assertThat(kubectl.get("planapprovals", ".items[*].status.phase")).isEqualTo("Used Used");
  }

  /// Approves the plan that waits after the Stack was woken a few times, and waits for its end.
  private void decided() {
    namespace.eventually(() ->
        assertThat(kubectl.get("stack shop", ".status.observedGeneration"))
            .isEqualTo(kubectl.get("stack shop", ".metadata.generation")));
    var plan = kubectl.awaitPlan("shop");
    for (int i = 0; i < 3; i++) {
      var annotation = "{\"metadata\":{\"annotations\":{\"example.org/seen\":\"" + i + "\"}}}";
      kubectl.merge("plan " + plan, annotation);
      kubectl.merge("stack shop", annotation);
    }
    kubectl.approve(plan);
    kubectl.awaitPhase(plan, "Applied");
    kubectl.awaitReady("shop");
  }

  @Test
  void planThatWaits_isTheSameForAnotherOperator() {
    kubectl.apply(stack("Manual", "1h") + things("one") + CLOCK);
    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + plan, ".spec.answers")).isNotEmpty().doesNotContain("r-");

    restart();

    assertThat(kubectl.awaitPlan("shop")).isEqualTo(plan);
    kubectl.approve(plan);
    kubectl.awaitPhase(plan, "Applied");
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");
    assertThat(kubectl.get("planapprovals", ".items[*].status.phase")).isEqualTo("Used");
  }

  @Test
  void planThatGaveWay_saysWhereAnotherOneDiffers() {
    kubectl.apply(stack("Manual", "1h") + things("one"));
    var first = kubectl.awaitPlan("shop");
    kubectl.apply(stack("Manual", "1h") + things("two"));
    var why =
        "took its place before it was applied: terraform_data.label differs in input,"
            + " unsteady.thing differs in reading, word.";

    namespace.eventually(
        () -> assertThat(kubectl.get("plan " + first, ".status.message")).endsWith(why));
    var second = kubectl.awaitPlan("shop");
    assertThat(kubectl.message("stack shop"))
        .contains(
            "It took the place of plan "
                + first
                + ": terraform_data.label differs in input, unsteady.thing differs in"
                + " reading, word.");
    kubectl.approve(first);

    namespace.eventually(() ->
        assertThat(kubectl.get("planapprovals", ".items[0].status['phase','message']"))
            .isEqualTo(
                "Mismatch Plan "
                    + first
                    + " no longer counts. Plan "
                    + second
                    + " "
                    + why
                    + " Read the current one: kubectl get plans; then delete this object and"
                    + " decide about that."));
  }

  /// Another operator takes over, and has planned once.
  private void restart() {
    operator.close();
    int plans = answers.plans();
    operator = OperatorUnderTest.in(namespace, answers.added());
    namespace.eventually(() -> assertThat(answers.plans()).isGreaterThan(plans));
  }

  @Test
  void planOfARunThatReadsEverything_isApprovedOnce() {
    kubectl.apply(stack("Automatic", "1h") + things("one"));
    kubectl.awaitReady("shop");
    int before = answers.applies();
    kubectl.merge("stack shop", "{\"spec\":{\"approval\":{\"mode\":\"Manual\"}}}");
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: again}
        spec: {stack: shop, mode: Apply, refresh: All, replace: [unsteady.thing]}
        """);

    decided();

    assertThat(kubectl.get("run again", ".status.phase")).isEqualTo("Succeeded");
    assertThat(answers.applies()).isEqualTo(before + 2);
    assertThat(kubectl.get("planapprovals", ".items[*].status.phase")).isEqualTo("Used");
  }
}
