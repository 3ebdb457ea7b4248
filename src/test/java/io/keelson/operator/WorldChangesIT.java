package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Somebody changes real objects behind the Stack's back. It is read every second, reported, and
/// corrected only when a person says so.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class WorldChangesIT {
  private static final String RIGHTS = Rights.to("get, create, patch, delete", "configmaps");

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: STACK}
      spec: {settle: 0s, interval: 1s, driftPolicy: {mode: "MODE"}, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: STACK}
      spec:
        stack: STACK
        type: kubernetes_object
        name: map
        config:
          manifest:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: STACK, labels: {part: front}}
            data: {word: hello, other: same}
      """;

  private static final String OTHER =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: other}
      spec: {settle: 0s, interval: 1s, driftPolicy: {mode: Correct}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: a}
      spec:
        stack: other
        type: kubernetes_object
        config:
          manifest:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: other-a}
            data: {word: WORD}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: b}
      spec:
        stack: other
        type: kubernetes_object
        config:
          manifest:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: other-b}
            data: {word: WORD}
      """;

  private static final String USER =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: other-user}
      spec:
        stack: other
        type: terraform_data
        name: user
        lifecycle: {replaceTriggeredBy: [kubernetes_object.a]}
      """;

  private static final String CORRECTED = ".status.drift.corrections[0].times";

  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace);
    kubectl.apply(RIGHTS);
    declare("shop", "Report");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private void declare(String stack, String mode) {
    kubectl.apply(SHOP.replace("STACK", stack).replace("MODE", mode));
    kubectl.awaitReady(stack);
  }

  @Test
  void changedObject_isShownWithItsAttributesAndCorrectedByAPerson() {
    edit("shop", "oops");

    var plan = kubectl.awaitPlan("shop");
    assertThat(drift("shop", ".kind")).isEqualTo("Changed");
    assertThat(drift("shop", ".attributes")).isEqualTo("[\"manifest.data.word\"]");
    assertThat(kubectl.get("stack shop", ".status.drifted")).isEqualTo("1");
    assertThat(driftDetected("shop")).isEqualTo("True Drifted");
    assertThat(kubectl.message("stack shop"))
        .contains("it corrects drift of kubernetes_object.map", "spec.driftPolicy.mode is Report");
    assertThat(kubectl.get("plan " + plan, ".spec.text")).contains("\"oops\"", "\"hello\"");
    assertThat(word("shop")).isEqualTo("oops");

    kubectl.approve(plan);
    kubectl.awaitReady("shop");

    assertThat(word("shop")).isEqualTo("hello");
    assertThat(driftDetected("shop")).isEqualTo("False UpToDate");
    assertThat(drift("shop", "")).isEmpty();
  }

  /// The Stack itself reads nothing here, so the Run alone finds it.
  @Test
  @Tag("R-MODE-1")
  void runThatOnlyReads_saysWhatDiffers() {
    declare("shop", "Off");
    edit("shop", "oops");

    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: look}
        spec: {stack: shop, mode: RefreshOnly}
        """);

    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.message("run look"))
                .startsWith(
                    "1 instance differs in the world from what was applied:"
                        + " kubernetes_object.map."));
    assertThat(kubectl.get("run look", ".status.phase")).isEqualTo("Succeeded");
    assertThat(word("shop")).isEqualTo("oops");
  }

  @Test
  void runThatOnlyReads_namesAllThatDiffer() {
    kubectl.apply(OTHER.replace("WORD", "one").replace("Correct", "\"Off\""));
    kubectl.awaitReady("other");
    edit("other-a", "oops");
    kubectl.namespace().delete("configmap other-b");

    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: look}
        spec: {stack: other, mode: RefreshOnly}
        """);

    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.message("run look"))
                .startsWith(
                    "2 instances differ in the world from what was applied:"
                        + " kubernetes_object.a, kubernetes_object.b."));
  }

  @Test
  void changeThatIsTakenBack_isNoDriftAnyMore() {
    edit("shop", "oops");
    kubectl.awaitPlan("shop");

    edit("shop", "hello");

    kubectl.awaitReady("shop");
    assertThat(drift("shop", "")).isEmpty();
    assertThat(driftDetected("shop")).isEqualTo("False UpToDate");
    assertThat(kubectl.get("plans", ".items[*].status.phase")).contains("Superseded");
  }

  @Test
  void driftThatBecomesDeclared_needsNobody() {
    edit("shop", "oops");
    kubectl.awaitPlan("shop");

    kubectl.apply(SHOP.replace("STACK", "shop").replace("MODE", "Report").replace("hello", "oops"));

    kubectl.awaitReady("shop");
    assertThat(word("shop")).isEqualTo("oops");
    assertThat(kubectl.get("planapprovals", ".items[*].metadata.name")).isEmpty();
    assertThat(drift("shop", "")).isEmpty();
  }

  @Test
  void deletedObject_isMadeAgainOnlyByAPerson() {
    var before = kubectl.get("configmap shop", ".metadata.uid");

    kubectl.namespace().delete("configmap shop");

    var plan = kubectl.awaitPlan("shop");
    assertThat(drift("shop", ".kind")).isEqualTo("Missing");
    assertThat(kubectl.get(record("shop"), ".status.phase")).isEqualTo("Missing");
    assertThat(kubectl.get("plan " + plan, ".spec.counts.recreate")).isEqualTo("1");
    assertThat(kubectl.get("configmap shop", ".metadata.uid")).isEmpty();

    kubectl.approve(plan);
    kubectl.awaitReady("shop");

    assertThat(kubectl.get("configmap shop", ".metadata.uid")).isNotEmpty().isNotEqualTo(before);
    assertThat(drift("shop", "")).isEmpty();
    assertThat(kubectl.get(record("shop"), ".status.phase")).isEqualTo("Ready");
  }

  @Test
  void modeOff_readsNothing() {
    declare("blind", "Off");

    edit("blind", "oops");
    // Two readings of the other Stack later it would have been seen.
    for (String word : new String[] {"first", "second"}) {
      edit("shop", word);
      kubectl
          .namespace()
          .eventually(() -> assertThat(pendingText("shop")).contains("\"" + word + "\""));
    }

    assertThat(kubectl.reason("stack blind")).isEqualTo("UpToDate");
    assertThat(drift("blind", "")).isEmpty();
    assertThat(word("blind")).isEqualTo("oops");
  }

  @Test
  void modeCorrect_setsBackWhatSomebodyChangedAndAsksNobody() {
    declare("shop", "Correct");

    edit("shop", "oops");

    kubectl.namespace().eventually(() -> assertThat(word("shop")).isEqualTo("hello"));
    kubectl.awaitReady("shop");
    assertThat(driftDetected("shop")).isEqualTo("False UpToDate");
    assertThat(drift("shop", "")).isEmpty();
    assertThat(kubectl.get("plans", ".items[-1:].spec.text")).contains("\"oops\"", "\"hello\"");
    assertThat(kubectl.get("plans", ".items[-1:].status.decision.policy"))
        .isEqualTo("mode Automatic");
    assertThat(kubectl.get("planapprovals", ".items[*].metadata.name")).isEmpty();
  }

  @Test
  void modeCorrect_passesTheSameGate() {
    kubectl.apply(
        SHOP.replace("STACK", "shop")
            .replace("MODE", "Correct")
            .replace("mode: Automatic", "mode: Policy"));
    kubectl.awaitReady("shop");

    kubectl.namespace().delete("configmap shop");

    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.message("stack shop")).contains("plan.destructive == 0");
    assertThat(kubectl.get("plan " + plan, ".spec.counts.recreate")).isEqualTo("1");
    assertThat(kubectl.get("configmap shop", ".metadata.uid")).isEmpty();
  }

  @Test
  void modeCorrect_leavesAloneWhatWaitsForAPerson() {
    kubectl.apply(OTHER.replace("WORD", "one"));
    kubectl.awaitReady("other");
    var before = kubectl.get("configmap other-b", ".metadata.uid");
    kubectl.apply(OTHER.replace("WORD", "one").replace("name: other-b}", "name: other-c}"));
    var plan = kubectl.awaitPlan("other");
    assertThat(kubectl.get("plan " + plan, ".spec.counts.replace")).isEqualTo("1");

    edit("other-a", "oops");

    kubectl.namespace().eventually(() -> assertThat(word("other-a")).isEqualTo("one"));
    kubectl
        .namespace()
        .eventually(() -> assertThat(driftDetected("other")).isEqualTo("False UpToDate"));
    kubectl.awaitReason("stack other", "AwaitingApproval");
    assertThat(kubectl.get("configmap other-b", ".metadata.uid")).isEqualTo(before);
    assertThat(kubectl.get("configmap other-c", ".metadata.uid")).isEmpty();
  }

  /// Made again alone it would change nothing afterwards, and its user would never be replaced.
  @Test
  @Tag("R-RTB-3")
  void modeCorrect_doesNotPartWhatIsMadeAgainFromWhatThatReplaces() {
    kubectl.apply(OTHER.replace("WORD", "one") + USER);
    kubectl.awaitReady("other");
    var user = userId();

    kubectl.namespace().delete("configmap other-a");

    var plan = kubectl.awaitPlan("other");
    assertThat(kubectl.get("plan " + plan, ".spec.counts"))
        .contains("\"recreate\":1", "\"replace\":1");
    kubectl.approve(plan);
    kubectl.awaitReady("other");
    assertThat(userId()).isNotEmpty().isNotEqualTo(user);
  }

  @Test
  void driftThatComesBackAgainAndAgain_isNotCorrectedForEver() {
    declare("shop", "Correct");

    // The pauses between them get longer: each correction is waited for by itself.
    for (int times = 1; times <= 5; times++) {
      var corrected = "[" + times + "-5]";
      kubectl
          .namespace()
          .eventually(() -> {
            if (word("shop").equals("hello")) edit("shop", "oops");
            assertThat(kubectl.get("stack shop", CORRECTED)).matches(corrected);
          });
    }
    kubectl
        .namespace()
        .eventually(() -> {
          if (word("shop").equals("hello")) edit("shop", "oops");
          assertThat(driftMessage("shop")).contains("no other one is made without a person");
        });

    assertThat(driftDetected("shop")).isEqualTo("True DriftsBack");
    assertThat(driftMessage("shop"))
        .contains(
            "1 instance differs",
            "kubernetes_object.map differs again, or still, after 5 corrections");
    kubectl.approve(kubectl.awaitPlan("shop"));
    kubectl.awaitReady("shop");
    assertThat(word("shop")).isEqualTo("hello");
  }

  @Test
  void readingThatIsDue_isMadeByTheNextProcess() {
    kubectl.apply(SHOP.replace("STACK", "slow").replace("MODE", "Report").replace("1s", "1h"));
    kubectl.awaitReady("slow");
    operator.close();
    edit("slow", "oops");
    // Neither this process nor the next lives for an hour.
    status("slow", "{\"drift\": {\"readAt\": \"2020-01-01T00:00:00Z\"}}");

    operator = OperatorUnderTest.in(kubectl.namespace());

    kubectl.awaitPlan("slow");
    assertThat(drift("slow", ".attributes")).isEqualTo("[\"manifest.data.word\"]");
    assertThat(kubectl.get("stack slow", ".status.drift.readAt")).isGreaterThan("2021");
  }

  @Test
  void correctionsThatDidNotLast_areRememberedByTheNextProcess() {
    declare("shop", "Correct");
    edit("shop", "oops");
    kubectl
        .namespace()
        .eventually(() -> assertThat(kubectl.get("stack shop", CORRECTED)).isEqualTo("1"));
    kubectl.awaitReady("shop");
    operator.close();
    var correction =
        "{\"address\": \"kubernetes_object.map\", \"times\": 5, \"at\": \"%s\"}"
            .formatted(Instant.now());
    status("shop", "{\"drift\": {\"corrections\": [" + correction + "]}}");
    edit("shop", "again");

    operator = OperatorUnderTest.in(kubectl.namespace());

    kubectl.awaitReason("stack shop", "AwaitingApproval");
    assertThat(driftDetected("shop")).isEqualTo("True DriftsBack");
    assertThat(driftMessage("shop")).contains("after 5 corrections in a row", "without a person");
    assertThat(word("shop")).isEqualTo("again");
    kubectl.approve(kubectl.awaitPlan("shop"));
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("stack shop", CORRECTED)).isEqualTo("6");
  }

  private void status(String stack, String patch) {
    kubectl.namespace().mergeStatus("stack " + stack, "{\"status\": " + patch + "}");
  }

  private String driftMessage(String stack) {
    return kubectl.get(
        "stack " + stack, ".status.conditions[?(@.type==\"DriftDetected\")].message");
  }

  private String pendingText(String stack) {
    var plan = kubectl.get("stack " + stack, ".status.plan.name");
    return plan.isEmpty() ? "" : kubectl.get("plan " + plan, ".spec.text");
  }

  private void edit(String map, String word) {
    kubectl.namespace().merge("configmap " + map, "{\"data\":{\"word\":\"" + word + "\"}}");
  }

  private String word(String map) {
    return kubectl.get("configmap " + map, ".data.word");
  }

  private String drift(String stack, String path) {
    return kubectl.get(record(stack), ".status.drift" + path);
  }

  private String driftDetected(String stack) {
    var condition = ".status.conditions[?(@.type==\"DriftDetected\")]";
    return kubectl.get("stack " + stack, condition + ".status")
        + " "
        + kubectl.get("stack " + stack, condition + ".reason");
  }

  private String userId() {
    return new Records(kubectl.namespace()).ids().getOrDefault("terraform_data.user", "");
  }

  private String record(String stack) {
    return "resourceinstance "
        + kubectl.get(
            "resourceinstances", ".items[?(@.spec.stack==\"" + stack + "\")].metadata.name");
  }
}
