package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The API server is down, slow, or answers with errors, at every moment of a Stack's life: the
/// operator tries again with growing pauses, and nothing is lost or made twice.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
@Execution(ExecutionMode.CONCURRENT)
final class ApiFaultsIT {
  private static final String NO_WATCH = "^(?!.*watch=)";
  private static final String RECORDS = "/resourceinstances";

  private OperatorBehindProxy operator;
  private FaultyProxy proxy;
  private Kubectl kubectl;
  private LayeredStack big;

  @BeforeEach
  void start(TestNamespace namespace) {
    operator = OperatorBehindProxy.start(namespace);
    proxy = operator.proxy();
    kubectl = operator.kubectl();
    big = new LayeredStack(namespace, 3, 6, 2);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  /// What happens to the first attempts of each request.
  static List<List<Fault>> faults() {
    return List.of(
        List.of(new Fault.Answer(500), new Fault.Lost()),
        List.of(new Fault.AnswerReplaced(500), new Fault.AnswerLost()));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void everyRequestFailsAtFirst_andAStackIsMadeChangedAndDestroyed(List<Fault> faults) {
    faults.forEach(fault -> proxy.injectOnEach(".*", NO_WATCH, 1, fault));
    apply("one");
    var before = big.ids();

    kubectl.apply(big.manifest("two"));
    var change = kubectl.awaitPlan("big");
    kubectl.approve(change);
    awaitApplied(change);
    kubectl.awaitReady("big");
    big.everythingExistsOnce();
    assertThat(big.ids()).isEqualTo(before);
    assertThat(kubectl.get("stack big", ".status.applyEpoch")).isEqualTo("2");

    destroy();
  }

  @Test
  void everyWriteIsTurnedAwayAtFirst_andIsMadeWhenTheServerHasTime() {
    proxy.injectOnEach("POST|PUT|PATCH", ".*", 1, new Fault.Answer(429));

    apply("one");
  }

  /// The moments that hurt, as the request that is under way when the API server goes down.
  private enum Moment {
    PLANNING("PATCH", "/configmaps/.*dryRun"),
    PLAN("POST", "/plans$"),
    APPROVAL("GET", "/planapprovals\\?.*fieldSelector=spec"),
    START("PUT", "/stacks/big/status"),
    INTENT("POST", RECORDS),
    CALL("PATCH", "/configmaps/(?!.*dryRun)"),
    RESULT("PUT", RECORDS + "/.*/status"),
    REPORT("PUT", "/resources/.*/status");

    private final String method;
    private final String path;

    Moment(String method, String path) {
      this.method = method;
      this.path = path;
    }
  }

  static Stream<Boolean> arrived() {
    return Stream.of(false, true);
  }

  /// @param arrived whether the request got there, and only its answer did not come back
  @ParameterizedTest
  @MethodSource("arrived")
  void serverDownInEachPhase_losesNothing(boolean arrived) throws InterruptedException {
    var down = Outage.at(operator, Moment.PLANNING.method, Moment.PLANNING.path, arrived);
    kubectl.apply(big.manifest("one"));
    down.happen();
    down = Outage.at(operator, Moment.PLAN.method, Moment.PLAN.path, arrived);
    down.happen();
    var plan = kubectl.awaitPlan("big");
    for (Moment moment :
        List.of(
            Moment.APPROVAL,
            Moment.START,
            Moment.INTENT,
            Moment.CALL,
            Moment.RESULT,
            Moment.REPORT)) {
      down = Outage.at(operator, moment.method, moment.path, arrived);
      if (moment == Moment.APPROVAL) kubectl.approve(plan);
      down.happen();
    }
    awaitApplied(plan);
    kubectl.awaitReady("big");
    everythingWasMadeOnce();

    Outage.now(operator).happen();
    kubectl.namespace().beginDeleteAll("stack,resource");
    down = Outage.at(operator, "PUT", RECORDS + "/.*/status", arrived);
    kubectl.approve(kubectl.awaitPlan("big"));
    down.happen();
    for (String[] request :
        new String[][] {{"DELETE", "/configmaps/"}, {"DELETE", RECORDS}, {"PATCH", RECORDS}}) {
      Outage.at(operator, request[0], request[1], arrived).happen();
    }
    awaitNothingLeft();
  }

  @Test
  void overloadedServer_isNotOverloadedFurther() {
    apply("one");
    int before = operator.sent().count();
    int renewals = operator.sent().renewals();
    long start = System.nanoTime();

    proxy.inject(".*", ".*", FaultyProxy.ALWAYS, new Fault.Answer(503));
    proxy.dropWatches();
    kubectl.apply(big.manifest("two"));
    kubectl
        .namespace()
        .eventually(() -> assertThat(operator.sent().renewals()).isGreaterThan(renewals + 8));

    // Eight renewals take 16 s, and longer on a busy machine.
    long seconds = Math.max(16, Duration.ofNanos(System.nanoTime() - start).toSeconds());
    assertThat(operator.sent().count() - before).isLessThan((int) (150 * seconds / 16));
    proxy.heal();
    var plan = kubectl.awaitPlan("big");
    kubectl.approve(plan);
    awaitApplied(plan);
    kubectl.awaitReady("big");
    big.everythingExistsOnce();
  }

  /// It does not know anybody yet, then not who may do what, then not enough to answer.
  @Test
  void serverThatIsStarting_isWaitedForAndEndsNoOperator() {
    operator.close();
    proxy = FaultyProxy.inFrontOf(kubectl.namespace().controlPlane());
    var cluster = "/namespaces/kube-system$";
    proxy.inject("GET", cluster, 1, new Fault.Answer(401));
    proxy.inject("GET", cluster, 1, new Fault.Answer(403));
    proxy.inject("GET", cluster, FaultyProxy.ALWAYS, new Fault.Answer(503));
    operator = OperatorBehindProxy.start(kubectl.namespace(), proxy);
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(
                    proxy.requests().stream().filter(each -> each.path().matches(".*" + cluster)))
                .hasSizeGreaterThan(2));
    assertThat(operator.operator().readiness()).startsWith("not ready: ");

    proxy.heal();
    proxy.inject("GET", "/providers(\\?|$)", 1, new Fault.Answer(403));

    apply("one");
    awaitReadiness("ok\n");
  }

  @Test
  void watchThatIsLost_showsInTheReadiness_untilNewsComeAgain() {
    apply("one");
    awaitReadiness("ok\n");

    proxy.inject("GET", "/stacks(\\?|$)", FaultyProxy.ALWAYS, new Fault.Answer(503));
    proxy.dropWatches();

    awaitReadiness("not ready: no watch of Stack, so news of these are missed\n");
    proxy.heal();
    awaitReadiness("ok\n");
  }

  private void awaitReadiness(String wanted) {
    kubectl
        .namespace()
        .eventually(() -> assertThat(operator.operator().readiness()).isEqualTo(wanted));
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
    awaitApplied(plan);
    kubectl.awaitReady("big");
    everythingWasMadeOnce();
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

    awaitApplied(plan);
    kubectl.awaitReady("big");
    everythingWasMadeOnce();
    kubectl.awaitReason("resource map-2", "UpToDate");
  }

  /// The turn in which everything is made ends before it can say so.
  @Test
  void whatWasCarriedOutButNotCounted_isCountedInTheEnd() throws InterruptedException {
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    var count = held("PUT", "/plans/.*/status", "\"completed\"");

    kubectl.approve(plan);
    new Outage(operator, count).happen();

    awaitApplied(plan);
    kubectl.awaitReady("big");
    everythingWasMadeOnce();
  }

  /// The turn in which the apply begins ends before its Plan says so.
  @Test
  void whatBeganButWasNotShownAsBegun_isShownWhenItGoesOn() throws InterruptedException {
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    var start = held("PUT", "/plans/.*/status", "\"startedAt\"");

    kubectl.approve(plan);
    new Outage(operator, start).happen();

    awaitApplied(plan);
    assertThat(kubectl.get("plan " + plan, ".status.startedAt")).isNotEmpty();
    everythingWasMadeOnce();
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

  private void apply(String seed) {
    kubectl.apply(big.manifest(seed));
    var plan = kubectl.awaitPlan("big");
    kubectl.approve(plan);
    awaitApplied(plan);
    kubectl.awaitReady("big");
    everythingWasMadeOnce();
  }

  private void awaitApplied(String plan) {
    kubectl.awaitPhase(plan, "Applied");
  }

  private void everythingWasMadeOnce() {
    big.everythingExistsOnce();
    assertThat(operator.calls().creates("terraform_data"))
        .hasSize(3 * 6)
        .allSatisfy((address, times) -> assertThat(times).as(address).isOne());
    assertThat(kubectl.get("planapprovals", ".items[*].status.phase")).isEqualTo("Used");
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");
    assertThat(kubectl.get("plans", ".items[*].status.completed")).isEqualTo("24");
    assertThat(kubectl.get("stack big", ".status.applyEpoch")).isEqualTo("1");
  }

  private void destroy() {
    kubectl.namespace().beginDeleteAll("stack,resource");
    kubectl.approve(kubectl.awaitPlan("big"));
    awaitNothingLeft();
  }

  private void awaitNothingLeft() {
    kubectl.namespace().awaitGone("stack/big");
    assertThat(big.instances()).isEmpty();
    assertThat(big.configMaps()).isEmpty();
    kubectl
        .namespace()
        .eventually(
            () -> assertThat(kubectl.get("secret keelson-big", ".metadata.name")).isEmpty());
  }
}
