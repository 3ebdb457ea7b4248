package io.keelson.operator.stack.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.api.plan.PlanApprovalSpec;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.plan.PlanRecords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is written on decisions while people change them.
@EnableKubernetesMockClient(https = false)
@SuppressWarnings("NullAway.Init")
final class ApprovalsTest {
  private static final String PATH = "/apis/keelson.dev/v1alpha1/namespaces/test/planapprovals/one";
  private static final String DIGEST = "sha256:abc";

  private KubernetesMockServer server;
  private KubernetesClient client;

  private static PlanApproval approval(String uid) {
    var approval = new PlanApproval();
    approval.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("test")
            .withName("one")
            .withUid(uid)
            .withResourceVersion("1")
            .withCreationTimestamp("2026-01-01T00:00:00Z")
            .build());
    approval.setSpec(new PlanApprovalSpec());
    approval.getSpec().digest = DIGEST;
    approval.getSpec().decision = Decision.Verdict.Reject;
    return approval;
  }

  private void report(PlanApproval approval) {
    var key = new StackKey("test", "shop");
    new Approvals(client, key, new PlanRecords(client, key, Clock.systemUTC()))
        .report(
            List.of(approval),
            Optional.of(DIGEST),
            new ApprovalGate(Duration.ZERO, true, Instant.EPOCH),
            true);
  }

  private long writes() throws InterruptedException {
    long writes = 0;
    for (int i = server.getRequestCount(); i > 0; i--)
      if (server.takeRequest().getMethod().equals("PUT")) writes++;
    return writes;
  }

  @Test
  void decisionThatSomebodyTouched_isToldAgain() throws InterruptedException {
    server.expect().put().withPath(PATH + "/status").andReturn(409, "{}").once();
    server.expect().get().withPath(PATH).andReturn(200, approval("first")).once();
    server.expect().put().withPath(PATH + "/status").andReturn(200, approval("first")).once();

    report(approval("first"));

    assertThat(writes()).isEqualTo(2);
  }

  @Test
  void otherDecisionUnderTheSameName_isNotToldWhatTheFirstCameTo() throws InterruptedException {
    server.expect().put().withPath(PATH + "/status").andReturn(409, "{}").once();
    server.expect().get().withPath(PATH).andReturn(200, approval("second")).once();

    report(approval("first"));

    assertThat(writes()).isEqualTo(1);
  }
}
