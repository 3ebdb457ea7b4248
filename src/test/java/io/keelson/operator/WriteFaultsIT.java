package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// A single write of the operator is refused, meets an object that somebody touched meanwhile, or
/// is lost on its way: nothing is lost, made or counted twice.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
@Execution(ExecutionMode.CONCURRENT)
final class WriteFaultsIT {
  private static final String RECORDS = "/resourceinstances";

  private StackBehindProxy stack;
  private OperatorBehindProxy operator;
  private FaultyProxy proxy;
  private Kubectl kubectl;
  private LayeredStack big;

  @BeforeEach
  void start(TestNamespace namespace) {
    stack = new StackBehindProxy(namespace);
    operator = stack.operator();
    proxy = operator.proxy();
    kubectl = stack.kubectl;
    big = stack.big;
  }

  @AfterEach
  void stop() {
    stack.close();
  }

  @Test
  void refusedIntent_isToldAndNotTriedInAHurry() {
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    proxy.inject("POST", RECORDS, FaultyProxy.ALWAYS, new Fault.Answer(403));

    kubectl.approve(plan);
    kubectl.awaitReason("stack big", "ApplyFailed");
    assertThat(kubectl.get("stack big", ".status.diagnostics[0].detail"))
        .contains("its record", "injected by a test");
    int before = operator.sent().count();
    int renewals = operator.sent().renewals();
    kubectl
        .namespace()
        .eventually(() -> assertThat(operator.sent().renewals()).isGreaterThan(renewals + 4));
    assertThat(operator.sent().count() - before).isLessThan(200);

    proxy.heal();
    stack.awaitApplied(plan);
    kubectl.awaitReady("big");
    stack.everythingWasMadeOnce();
  }

  @Test
  void memberWhoseStatusIsRefusedDuringAnApply_isToldOnce_andTheOthersGoOn() {
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    kubectl.awaitReason("resource data-0", "AwaitingApproval");
    long before = told("data-0");
    proxy.inject("PUT", "/resources/data-0/status", FaultyProxy.ALWAYS, new Fault.Answer(422));
    operator.calls().hold();

    kubectl.approve(plan);
    kubectl.awaitReason("resource data-2", "Queued");
    int renewals = operator.sent().renewals();
    kubectl
        .namespace()
        .eventually(() -> assertThat(operator.sent().renewals()).isGreaterThan(renewals + 2));
    assertThat(told("data-0")).isEqualTo(before + 1);
    assertThat(kubectl.namespace().list("events").path("items"))
        .filteredOn(event -> event.path("reason").asText().equals("StatusRefused"))
        .singleElement()
        .satisfies(event -> {
          assertThat(event.at("/involvedObject/name").asText()).isEqualTo("data-0");
          assertThat(event.path("count").asInt()).isOne();
          assertThat(event.path("message").asText()).contains("injected by a test");
        });

    proxy.heal();
    operator.calls().release();
    stack.awaitApplied(plan);
    kubectl.awaitReady("big");
    stack.everythingWasMadeOnce();
  }

  /// How often the status of a Resource was sent.
  private long told(String resource) {
    return proxy.requests().stream()
        .filter(each -> each.method().equals("PUT"))
        .filter(each -> each.path().endsWith("/resources/" + resource + "/status"))
        .count();
  }

  /// Somebody annotates each object between the operator's look and its write.
  @Test
  void objectsTouchedMeanwhile_areWrittenAllTheSame() throws InterruptedException {
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    var start = held("PUT", "/stacks/big/status", "\"phase\":\"Applying\"");
    kubectl.approve(plan);
    touch(start, "stack", "big");
    touch(held("PUT", "/plans/.*/status", "\"startedAt\""), "plan", plan);
    var result = held("PUT", RECORDS + "/.*/status", "\"phase\":\"Ready\"");
    result.awaitRequest();
    for (var record : big.instances())
      kubectl
          .namespace()
          .annotate("resourceinstance " + record.getMetadata().getName(), "example.com/seen=yes");
    result.open();
    touch(held("PUT", "/resources/map-2/status", ""), "resource", "map-2");

    stack.awaitApplied(plan);
    kubectl.awaitReady("big");
    stack.everythingWasMadeOnce();
    kubectl.awaitReason("resource map-2", "UpToDate");
  }

  /// The turn in which everything is made ends before it can say so.
  @Test
  void whatWasCarriedOutButNotCounted_isCountedInTheEnd() throws InterruptedException {
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    var count = held("PUT", "/plans/.*/status", "\"completed\"");

    kubectl.approve(plan);
    Outage.at(operator, count).happen();

    stack.awaitApplied(plan);
    kubectl.awaitReady("big");
    stack.everythingWasMadeOnce();
  }

  /// The turn in which the apply begins ends before its Plan says so.
  @Test
  void whatBeganButWasNotShownAsBegun_isShownWhenItGoesOn() throws InterruptedException {
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    var start = held("PUT", "/plans/.*/status", "\"startedAt\"");

    kubectl.approve(plan);
    Outage.at(operator, start).happen();

    stack.awaitApplied(plan);
    assertThat(kubectl.get("plan " + plan, ".status.startedAt")).isNotEmpty();
    stack.everythingWasMadeOnce();
  }

  private Fault.Gate held(String method, String path, String body) {
    var gate = new Fault.Gate(method + " " + path);
    proxy.inject(method, path, body, 1, new Fault.Hold(gate));
    return gate;
  }

  private void touch(Fault.Gate gate, String kind, String name) throws InterruptedException {
    gate.awaitRequest();
    kubectl.namespace().annotate(kind + " " + name, "example.com/seen=yes");
    gate.open();
  }

  /// The status write with which a plan begins is done, and its answer is lost.
  @Test
  void removalWhoseStartIsWrittenTwice_countsOnce() {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: yard}
        spec: {settle: 1s, removalGrace: 1s, maxRemovals: 2, approval: {mode: Automatic}}
        """);
    for (String name : new String[] {"a", "b", "c", "d"}) kubectl.apply(inYard(name));
    kubectl.awaitReady("yard");

    proxy.inject("PUT", "/stacks/yard/status", "\"phase\":\"Applying\"", 6, new Fault.AnswerLost());
    kubectl.namespace().delete("resource d");
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("resourceinstances", ".items[*].spec.address").split(" "))
                .hasSize(3));
    kubectl.awaitReady("yard");

    assertThat(kubectl.get("stack yard", ".status.guard.removedSince")).isEqualTo("1");
  }

  @Test
  void outputThatCannotBeWrittenForAWhile_isWrittenLater() {
    kubectl.apply(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: editor}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: editor}
        subjects: [{kind: ServiceAccount, name: default}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: editor}
        rules: [{apiGroups: [""], resources: [configmaps], verbs: ["*"]}]
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: yard}
        spec:
          settle: 1s
          outputs: [{name: a, value: "${terraform_data.a.output}", to: {configMap: {name: out, key: a}}}]
        """
            + "---\n"
            + inYard("a"));
    proxy.inject("PATCH", "/configmaps/out", 9, new Fault.Answer(503));

    kubectl
        .namespace()
        .eventually(() -> assertThat(kubectl.get("configmap out", ".data.a")).isEqualTo("x"));
    kubectl.awaitReady("yard");
  }

  private static String inYard(String name) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s}
    spec: {stack: yard, type: terraform_data, config: {input: x}}
    """
        .formatted(name);
  }
}
