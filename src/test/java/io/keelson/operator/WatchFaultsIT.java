package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Watches break, expire and lag behind, lists are cut short, answers overtake events and events
/// answers: what people declare meanwhile is planned all the same, and nothing else.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class WatchFaultsIT {
  private static final String UP_TO_DATE = "\"reason\":\"UpToDate\"[^}]*\"type\":\"Ready\"";
  private static final String RESOURCES = "/namespaces/[^/]+/resources";

  /// How the Resources of one Stack are listed.
  private static final String MEMBERS = RESOURCES + "\\?.*fieldSelector=spec";

  private OperatorBehindProxy operator;
  private FaultyProxy proxy;
  private Kubectl kubectl;

  @BeforeEach
  void start(TestNamespace namespace) {
    operator = OperatorBehindProxy.start(namespace);
    proxy = operator.proxy();
    kubectl = operator.kubectl();
    kubectl.apply(stack("") + resource("a", "one") + resource("b", "one"));
    kubectl.awaitReady("shop");
    kubectl.awaitReason("resource a", "UpToDate");
    kubectl.awaitReason("resource b", "UpToDate");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  /// The answer to a status write tells of the edit, so that its event is no news any more.
  @Test
  void stackEditedDuringASlowStatusWrite_isPlannedAlthoughItsEventComesLate() throws Exception {
    var write = heldReport();
    kubectl.apply(resource("a", "two"));
    write.awaitRequest();
    proxy.holdWatches();
    kubectl.apply(stack(", outputs: [{name: last, value: \"${terraform_data.a.output}\"}]"));

    write.open();

    kubectl
        .namespace()
        .eventually(
            () -> assertThat(kubectl.get("stack shop", ".status.outputs.last")).isEqualTo("two"));
    proxy.heal();
    kubectl.awaitReady("shop");
    assertThat(kubectl.get("stack shop", ".status.observedGeneration"))
        .isEqualTo(kubectl.get("stack shop", ".metadata.generation"));
  }

  @Test
  void resourceEditedBeforeTheReport_isNotCalledReadyForWhatItDeclaresNow() throws Exception {
    var report = heldReport();
    kubectl.apply(resource("a", "two"));
    report.awaitRequest();
    operator.calls().hold();
    int calls = operator.calls().count();
    whileWatchesTell(() -> kubectl.apply(resource("a", "three")));

    report.open();

    kubectl.namespace().eventually(() -> assertThat(operator.calls().count()).isGreaterThan(calls));
    assertThat(generationCalledReady("a")).isNotEqualTo("3");
    operator.calls().release();
    awaitInput("a", "three");
    kubectl.awaitReady("shop");
    kubectl.namespace().eventually(() -> assertThat(generationCalledReady("a")).isEqualTo("3"));
  }

  @Test
  void resourceDeletedBeforeTheAnswerToItsStatusWrite_doesNotComeBack() throws Exception {
    var write = new Fault.Gate();
    proxy.inject("PUT", "/resources/b/status", UP_TO_DATE, 1, new Fault.AnswerHeld(write));
    kubectl.apply(resource("b", "two"));
    write.awaitRequest();
    whileWatchesTell(() -> kubectl.namespace().delete("resource b"));

    write.open();

    kubectl.approve(kubectl.awaitPlan("shop"));
    kubectl.namespace().eventually(() -> assertThat(inputs()).isEqualTo("one"));
    kubectl.awaitReady("shop");
  }

  @Test
  void resourceEditedBeforeTheAnswerOfAnOlderList_isPlanned() throws Exception {
    var list = new Fault.Gate();
    proxy.inject("GET", MEMBERS, 1, new Fault.AnswerHeld(list));
    // The turn fails, and the next one begins with a list.
    proxy.inject("GET", "/plans\\?", 4, new Fault.Answer(500));
    kubectl.apply(resource("b", "two"));
    list.awaitRequest();
    whileWatchesTell(() -> kubectl.apply(resource("a", "two")));

    list.open();

    awaitInput("a", "two");
    kubectl.awaitReady("shop");
  }

  @Test
  void listsCutShort_areNoLists() {
    proxy.inject("GET", MEMBERS, 2, new Fault.AnswerCut(700));
    proxy.inject("GET", RESOURCES + "\\?(?!.*(watch|fieldSelector)=)", 2, new Fault.AnswerCut(700));
    proxy.inject("GET", "/resourceinstances\\?(?!.*watch=)", 2, new Fault.AnswerCut(700));
    proxy.inject("GET", "/plans\\?", 4, new Fault.Answer(500));
    proxy.expireWatches();
    kubectl.apply(resource("b", "two"));

    awaitInput("b", "two");
    kubectl.awaitReady("shop");
    assertThat(inputs()).isEqualTo("one two");
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied Applied");
  }

  @Test
  void whatIsDeclaredWhileWatchesAreGone_isPlanned() {
    proxy.inject("GET", "watch=true", 6, new Fault.Answer(503));
    proxy.expireWatches();
    kubectl.apply(resource("a", "two") + resource("c", "new"));
    kubectl.namespace().delete("resource b");

    kubectl.approve(kubectl.awaitPlan("shop"));
    kubectl.namespace().eventually(() -> assertThat(inputs()).isEqualTo("two new"));
    kubectl.awaitReady("shop");
  }

  @Test
  void watchesDroppedEverySecond_loseNothing() {
    try (var dropping = Executors.newSingleThreadScheduledExecutor()) {
      var drop = dropping.scheduleAtFixedRate(proxy::dropWatches, 0, 1, TimeUnit.SECONDS);
      for (String input : new String[] {"two", "three", "four"}) {
        kubectl.apply(resource("a", input));
        awaitInput("a", input);
      }
      kubectl.namespace().delete("resource b");
      kubectl.approve(kubectl.awaitPlan("shop"));
      kubectl.namespace().eventually(() -> assertThat(inputs()).isEqualTo("four"));
      kubectl.awaitReady("shop");
      drop.cancel(false);
    }
  }

  @Test
  void stackSuspendedAndPlanApprovedWhileWatchesLag_startsNothing() {
    kubectl.apply(stack(", approval: {mode: Manual}") + resource("a", "two"));
    var plan = kubectl.awaitPlan("shop");
    int calls = operator.calls().count();
    proxy.holdWatches();
    kubectl.apply(stack(", approval: {mode: Manual}, suspend: true"));
    kubectl.approve(plan);

    proxy.heal();

    kubectl.awaitReason("stack shop", "Suspended");
    assertThat(operator.calls().count()).isEqualTo(calls);
    kubectl.apply(stack(", approval: {mode: Manual}, suspend: false"));
    awaitInput("a", "two");
    kubectl.awaitReady("shop");
  }

  /// What was declared before a Run is part of it, whichever of the two is heard of first.
  @Test
  void runThatOvertakesADeclaration_isPlannedFromIt() {
    kubectl.apply(stack("").replace("settle: 1s", "settle: 0s"));
    kubectl.awaitReady("shop");
    var resources = new Fault.Gate();
    proxy.inject("GET", "/resources\\?.*watch=true", FaultyProxy.ALWAYS, new Fault.Hold(resources));
    proxy.dropWatches();
    kubectl.apply(resource("a", "two"));
    kubectl.namespace().create(RUN);

    kubectl
        .namespace()
        .eventually(
            () -> assertThat(kubectl.get("run once", ".status.phase")).isEqualTo("Succeeded"));

    assertThat(inputs()).isEqualTo("two one");
    proxy.heal();
    resources.open();
    kubectl.awaitReady("shop");
  }

  private static final String RUN =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Run
      metadata: {name: once}
      spec: {stack: shop}
      """;

  private static String stack(String more) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: shop}
    spec: {settle: 1s, removalGrace: 1s%s}
    """
        .formatted(more);
  }

  private static String resource(String name, String input) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s}
    spec: {stack: shop, type: terraform_data, config: {input: %s}}
    """
        .formatted(name, input);
  }

  /// Holds the write that says that the Stack is as declared.
  private Fault.Gate heldReport() {
    var gate = new Fault.Gate();
    proxy.inject("PUT", "/stacks/shop/status", UP_TO_DATE, 1, new Fault.Hold(gate));
    return gate;
  }

  /// Does something and waits until the operator can have heard of it.
  private void whileWatchesTell(Runnable something) {
    int events = proxy.toldByWatches();
    something.run();
    kubectl.namespace().eventually(() -> assertThat(proxy.toldByWatches()).isGreaterThan(events));
  }

  private String inputs() {
    return kubectl.get("resourceinstances", ".items[*].status.state.input.value");
  }

  private void awaitInput(String name, String input) {
    var path =
        ".items[?(@.spec.address==\"terraform_data." + name + "\")].status.state.input.value";
    kubectl
        .namespace()
        .eventually(() -> assertThat(kubectl.get("resourceinstances", path)).isEqualTo(input));
  }

  private String generationCalledReady(String resource) {
    return kubectl.get(
        "resource " + resource, ".status.conditions[?(@.reason==\"UpToDate\")].observedGeneration");
  }
}
