package io.keelson.operator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The lease cannot be renewed, or is another's for a while: nothing new is started, what runs is
/// written down, and the work goes on when the lease is there again.
@ExtendWith(OnControlPlane.class)
final class LeaseFaultsIT {
  private static final int PARALLEL = 5;

  private TestNamespace namespace;
  private LayeredStack big;
  private Kubectl kubectl;
  private @Nullable OperatorBehindProxy operator;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    big = new LayeredStack(own, 3, 6, 2);
    kubectl = new Kubectl(own);
  }

  @AfterEach
  void stop() {
    if (operator != null) operator.close();
  }

  private OperatorBehindProxy started() {
    operator = OperatorBehindProxy.start(namespace);
    return operator;
  }

  @Test
  void leaseThatIsNotRenewedInTime_stopsWhatIsNewAndIsTakenBack() {
    var operator = started();
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    operator.calls().hold();
    kubectl.approve(plan);
    namespace.eventually(() -> assertThat(operator.calls().count()).isEqualTo(PARALLEL));

    operator.proxy().inject(".*", "/leases/", FaultyProxy.ALWAYS, new Fault.Answer(503));
    namespace.eventually(() -> assertThat(operator.leads()).isFalse());
    operator.calls().release();
    namespace.eventually(() -> assertThat(big.made()).isEqualTo(PARALLEL));
    int renewals = operator.sent().renewals();
    namespace.eventually(() -> assertThat(operator.sent().renewals()).isGreaterThan(renewals + 1));

    assertThat(big.open()).isEmpty();
    assertThat(big.instances()).hasSize(PARALLEL);
    assertThat(operator.calls().count()).isEqualTo(PARALLEL);

    operator.proxy().heal();
    kubectl.awaitReady("big");
    big.everythingExistsOnce();
    assertThat(operator.calls().count()).isEqualTo(big.size());
    assertThat(kubectl.get("planapprovals", ".items[*].status.phase")).isEqualTo("Used");
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");
    assertThat(kubectl.get("stack big", ".status.applyEpoch")).isEqualTo("1");
  }

  @Test
  void leaseOfAnother_isLeftAloneAndThenEverythingIsReadAnew() {
    var operator = started();
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    operator.calls().hold();
    kubectl.approve(plan);
    namespace.eventually(() -> assertThat(operator.calls().count()).isEqualTo(PARALLEL));
    var ours = lease();

    editLease(lease -> {
      lease.getSpec().setHolderIdentity("rival");
      lease.getMetadata().getAnnotations().put("keelson.dev/epoch", "7");
      lease.getMetadata().getAnnotations().remove("keelson.dev/holder");
    });
    namespace.eventually(() -> assertThat(operator.leads()).isFalse());
    operator.calls().release();
    namespace.eventually(() -> assertThat(big.open()).isEmpty());
    assertThat(big.made()).isEqualTo(PARALLEL);
    // The rival writes what this operator cannot know.
    kubectl.namespace().mergeStatus("stack big", "{\"status\":{\"applyEpoch\":5}}");
    editLease(lease -> lease.getSpec().setHolderIdentity(null));

    kubectl.awaitReady("big");
    big.everythingExistsOnce();
    assertThat(operator.calls().count()).isEqualTo(big.size());
    assertThat(kubectl.get("stack big", ".status.applyEpoch")).isEqualTo("5");
    assertThat(epoch(ours)).isEqualTo("1");
    assertThat(epoch(lease())).isEqualTo("8");
  }

  @Test
  void renewalThatIsAnsweredWithAnError_countsAtTheNextLook() {
    var operator = started();
    kubectl.apply(big.manifest("one"));
    var plan = kubectl.awaitPlan("big");
    operator.proxy().inject("PUT", "/leases/", FaultyProxy.ALWAYS, new Fault.AnswerReplaced(500));
    operator.proxy().inject("GET", "/leases/", 2, new Fault.AnswerLost());
    int renewals = operator.sent().renewals();
    namespace.eventually(() -> assertThat(operator.sent().renewals()).isGreaterThan(renewals + 4));
    operator.proxy().heal();

    kubectl.approve(plan);
    kubectl.awaitReady("big");
    assertThat(operator.calls().count()).isEqualTo(big.size());
    assertThat(epoch(lease())).isEqualTo("1");
  }

  @Test
  void serverThatIsDownWhenTheOperatorStarts_isWaitedFor() {
    var proxy = FaultyProxy.inFrontOf(namespace.controlPlane());
    kubectl.apply(big.manifest("one"));
    proxy.stopServing();
    operator = OperatorBehindProxy.start(namespace, proxy);
    operator.awaitRequests(2);
    proxy.heal();

    kubectl.approve(kubectl.awaitPlan("big"));
    kubectl.awaitReady("big");
    big.everythingExistsOnce();
  }

  private Lease lease() {
    return namespace
        .client()
        .leases()
        .inNamespace(namespace.name())
        .withName("keelson-leader")
        .get();
  }

  /// The operator may renew it in between.
  private void editLease(Consumer<Lease> edit) {
    namespace.eventually(() -> assertThatCode(() -> editOnce(edit)).doesNotThrowAnyException());
  }

  private void editOnce(Consumer<Lease> edit) {
    namespace
        .client()
        .leases()
        .inNamespace(namespace.name())
        .withName("keelson-leader")
        .edit(lease -> {
          edit.accept(lease);
          return lease;
        });
  }

  private static String epoch(Lease lease) {
    return requireNonNull(lease.getMetadata().getAnnotations().get("keelson.dev/epoch"));
  }
}
