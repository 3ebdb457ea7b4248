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
    stack.apply("one");
    var before = big.ids();

    kubectl.apply(big.manifest("two"));
    var change = kubectl.awaitPlan("big");
    kubectl.approve(change);
    stack.awaitApplied(change);
    kubectl.awaitReady("big");
    big.everythingExistsOnce();
    assertThat(big.ids()).isEqualTo(before);
    assertThat(kubectl.get("stack big", ".status.applyEpoch")).isEqualTo("2");

    destroy();
  }

  @Test
  void everyWriteIsTurnedAwayAtFirst_andIsMadeWhenTheServerHasTime() {
    proxy.injectOnEach("POST|PUT|PATCH", ".*", 1, new Fault.Answer(429));

    stack.apply("one");
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
    REPORT("PUT", "/resources/.*/status"),
    DESTRUCTION("PUT", RECORDS + "/.*/status"),
    DESTROY("DELETE", "/configmaps/"),
    REMOVAL("DELETE", RECORDS),
    RELEASE("PATCH", RECORDS);

    private final String method;
    private final String path;

    Moment(String method, String path) {
      this.method = method;
      this.path = path;
    }
  }

  private Outage at(Moment moment, boolean arrived) {
    return Outage.at(operator, moment.method, moment.path, arrived);
  }

  static Stream<Boolean> arrived() {
    return Stream.of(false, true);
  }

  /// @param arrived whether the request got there, and only its answer did not come back
  @ParameterizedTest
  @MethodSource("arrived")
  void serverDownInEachPhase_losesNothing(boolean arrived) throws InterruptedException {
    var down = at(Moment.PLANNING, arrived).await();
    kubectl.apply(big.manifest("one"));
    down.then(at(Moment.PLAN, arrived)).happen();
    var plan = kubectl.awaitPlan("big");
    down = at(Moment.APPROVAL, arrived).await();
    kubectl.approve(plan);
    for (Moment moment :
        List.of(Moment.START, Moment.INTENT, Moment.CALL, Moment.RESULT, Moment.REPORT))
      down = down.then(at(moment, arrived));
    down.happen();
    stack.awaitApplied(plan);
    kubectl.awaitReady("big");
    stack.everythingWasMadeOnce();

    Outage.now(operator).happen();
    kubectl.namespace().beginDeleteAll("stack,resource");
    down = at(Moment.DESTRUCTION, arrived).await();
    kubectl.approve(kubectl.awaitPlan("big"));
    for (Moment moment : List.of(Moment.DESTROY, Moment.REMOVAL, Moment.RELEASE))
      down = down.then(at(moment, arrived));
    down.happen();
    awaitNothingLeft();
  }

  /// For longer than it is repeated at once.
  @Test
  void dryRunThatGetsNoAnswer_isAskedAgainBeforeAPlanIsShown() {
    proxy.inject("PATCH", "/configmaps/map-0-0.*dryRun", 5, new Fault.Answer(503));

    stack.apply("one");
  }

  /// Somebody reads it, and approves it.
  @Test
  void dryRunThatGetsNoAnswer_leavesThePlanThatWaitsAsItIs() {
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    proxy.inject("PATCH", "/configmaps/map-0-0.*dryRun", 5, new Fault.Answer(503));
    var asked = "{\"metadata\": {\"annotations\": {\"reconcile.fluxcd.io/requestedAt\": \"now\"}}}";
    kubectl.merge("stack big", asked);
    kubectl.awaitReason("stack big", "PlanFailed");

    kubectl.approve(plan);
    stack.awaitApplied(plan);
    kubectl.awaitReady("big");
    stack.everythingWasMadeOnce();
  }

  @Test
  void dryRunThatNeverGetsAnAnswer_leavesItsPartOutOfThePlan() {
    proxy.inject("PATCH", "/configmaps/map-0-0.*dryRun", FaultyProxy.ALWAYS, new Fault.Answer(503));
    kubectl.apply(big.manifest("one"));
    kubectl.awaitReason("stack big", "PlanFailed");
    assertThat(kubectl.message("stack big"))
        .contains("kubernetes_object.map_0[0]", "gave no usable answer");
    assertThat(kubectl.get("plans", ".items[*].metadata.name")).isEmpty();

    assertThat(kubectl.get("plan " + kubectl.awaitPlan("big"), ".spec.text"))
        .contains("# terraform_data.data_0[0] will be created")
        .doesNotContain("# kubernetes_object.map_0[0] will be created");
  }

  @Test
  void overloadedServer_isNotOverloadedFurther() {
    stack.apply("one");
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
    long millis = Math.max(16_000, Duration.ofNanos(System.nanoTime() - start).toMillis());
    assertThat(operator.sent().count() - before).isLessThan((int) (150 * millis / 16_000));
    proxy.heal();
    var plan = kubectl.awaitPlan("big");
    kubectl.approve(plan);
    stack.awaitApplied(plan);
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
    operator = stack.startBehind(proxy);
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(
                    proxy.requests().stream().filter(each -> each.path().matches(".*" + cluster)))
                .hasSizeGreaterThan(2));
    assertThat(operator.operator().readiness()).startsWith("not ready: ");

    proxy.heal();
    proxy.inject("GET", "/providers(\\?|$)", 1, new Fault.Answer(403));

    stack.apply("one");
    awaitReadiness("ok\n");
  }

  @Test
  void watchThatIsLost_showsInTheReadiness_untilNewsComeAgain() {
    stack.apply("one");
    awaitReadiness("ok\n");

    proxy.inject("GET", "/stacks(\\?|$)", FaultyProxy.ALWAYS, new Fault.Answer(503));
    proxy.dropWatches();

    awaitReadiness("not ready: no watch of Stack, so news of these are missed\n");
    proxy.heal();
    awaitReadiness("ok\n");
  }

  /// The framework keeps this one.
  @Test
  void watchOfAController_showsInTheReadiness_untilNewsComeAgain() {
    kubectl.namespace().eventually(() -> assertThat(watchesOfProviders()).isOne());

    proxy.inject("GET", "/providers(\\?|$)", FaultyProxy.ALWAYS, new Fault.Answer(503));
    proxy.dropWatches();

    awaitReadiness("not ready: no watch of Provider, so news of these are missed\n");
    proxy.heal();
    awaitReadiness("ok\n");
  }

  private double watchesOfProviders() {
    return operator.operator().metrics().sum("keelson_watches", "purpose", "Provider");
  }

  private void awaitReadiness(String wanted) {
    kubectl
        .namespace()
        .eventually(() -> assertThat(operator.operator().readiness()).isEqualTo(wanted));
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
