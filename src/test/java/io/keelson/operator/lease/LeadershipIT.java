package io.keelson.operator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.record.JournalEntry.Holder;
import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Processes compete for one lease; their clocks go as the test says.
@ExtendWith(OnControlPlane.class)
final class LeadershipIT {
  private TestNamespace namespace;
  private FaultyProxy proxy;
  private KubernetesClient proxied;

  /// A process with a clock of its own.
  private record Contender(EpochLease lease, Fence fence, AtomicLong nanos) {
    void passes(Duration time) {
      nanos.addAndGet(time.toNanos());
    }
  }

  @BeforeEach
  void connect(TestNamespace own) {
    namespace = own;
    proxy = FaultyProxy.inFrontOf(own.controlPlane());
    proxied = new KubernetesClientBuilder().withConfig(proxy.config()).build();
  }

  @AfterEach
  void disconnect() {
    proxied.close();
    proxy.close();
  }

  private Contender contender(String process, KubernetesClient client) {
    var self = new Holder();
    self.process = process;
    self.host = process;
    var nanos = new AtomicLong();
    var fence = new Fence(nanos::get);
    var lease =
        new EpochLease(
            client,
            namespace.name(),
            Leadership.LEASE,
            new ProcessLiveness(self, namespace.client()),
            fence);
    return new Contender(lease, fence, nanos);
  }

  @Test
  void slowLook_makesTheLeaseNoLonger() throws Exception {
    var one = contender("one", proxied);
    var gate = new Fault.Gate();
    proxy.inject("GET", "/leases/", 1, new Fault.Hold(gate));
    var held = CompletableFuture.supplyAsync(one.lease()::hold, Thread::startVirtualThread);
    gate.awaitRequest();
    one.passes(Duration.ofSeconds(11));
    gate.open();

    assertThat(held.join()).isTrue();
    assertThat(one.fence().holds()).isTrue();
    one.passes(Duration.ofSeconds(1));
    assertThat(one.fence().holds()).isFalse();
  }

  @Test
  void leaseOfAnother_isTakenWhenItWasSeenUnchangedForAsLongAsItLasts() {
    var one = contender("one", namespace.client());
    var two = contender("two", namespace.client());
    assertThat(one.lease().hold()).isTrue();

    assertThat(two.lease().hold()).isFalse();
    two.passes(Duration.ofSeconds(14));
    assertThat(two.lease().hold()).isFalse();
    assertThat(one.lease().hold()).isTrue();
    two.passes(Duration.ofSeconds(14));
    assertThat(two.lease().hold()).isFalse();
    two.passes(Duration.ofSeconds(15));
    assertThat(two.lease().hold()).isTrue();

    assertThat(two.fence().epoch()).isEqualTo(2);
    assertThat(one.lease().hold()).isFalse();
    assertThat(one.fence().holds()).isFalse();
  }

  @Test
  void leaseGivenBack_isFreeAtOnceAndAnotherReignBegins() {
    var one = contender("one", namespace.client());
    one.lease().hold();
    var reign = one.fence().reign();

    one.lease().release();
    assertThat(reign.holds()).isFalse();
    assertThat(contender("two", namespace.client()).lease().hold()).isTrue();
    editHolder("");
    assertThat(one.lease().hold()).isTrue();

    assertThat(one.fence().holds()).isTrue();
    assertThat(one.fence().epoch()).isEqualTo(3);
    assertThat(reign.holds()).isFalse();
  }

  @Test
  void renewalWhoseAnswerIsLost_isItsOwnAtTheNextLook() {
    var one = contender("one", proxied);
    one.lease().hold();
    proxy.inject("PUT", "/leases/", 1, new Fault.AnswerLost());

    assertThatNobodyKnows(one);
    assertThat(one.lease().hold()).isTrue();
    assertThat(one.fence().epoch()).isEqualTo(1);
  }

  @Test
  void leaseThatIsStillOnesOwn_isRenewedWithoutALook() {
    var one = contender("one", proxied);
    one.lease().hold();
    int before = proxy.requests().size();

    one.lease().hold();

    assertThat(proxy.requests()).hasSize(before + 1);
  }

  private static void assertThatNobodyKnows(Contender contender) {
    try {
      contender.lease().hold();
      throw new AssertionError("an answer came");
    } catch (KubernetesClientException e) {
      // As it should be.
    }
  }

  private void editHolder(String holder) {
    namespace
        .client()
        .leases()
        .inNamespace(namespace.name())
        .withName(Leadership.LEASE)
        .edit(lease -> heldBy(lease, holder));
  }

  private static Lease heldBy(Lease lease, String holder) {
    Objects.requireNonNull(lease).getSpec().setHolderIdentity(holder);
    return lease;
  }
}
