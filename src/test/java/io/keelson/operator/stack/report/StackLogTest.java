package io.keelson.operator.stack.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import io.keelson.testing.LoggedFields;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StackLogTest {
  private static final String NAMESPACE = "stack-log-test";
  private static final Report FAILED =
      Report.stalled(ConditionReason.PlanFailed, "The password canary is wrong.")
          .with(List.of(problem("web"), problem("disk")));

  private final LoggedFields logged = new LoggedFields(NAMESPACE);
  private final StackLog log = new StackLog(new StackKey(NAMESPACE, "shop"));

  private static Diagnostic problem(String name) {
    var about = Subject.of(ResourceAddress.managed("server", name));
    return Diagnostic.error(Code.PROVIDER_ERROR, about, "Refused", "The password canary is wrong.");
  }

  @AfterEach
  void close() {
    logged.close();
  }

  @Test
  void failure_isCodeAndAddressWithoutTheMessage() {
    log.reported(FAILED);

    assertThat(logged.lines())
        .singleElement()
        .satisfies(line ->
            assertThat(line)
                .containsEntry("level", "WARN")
                .containsEntry("action", "failure")
                .containsEntry("stack", "shop")
                .containsEntry("reason", "PlanFailed")
                .containsEntry("errors", "2")
                .containsEntry("code", "PROVIDER_ERROR")
                .containsEntry("address", "server.web")
                .containsEntry(
                    "message",
                    "stack-log-test/shop: PlanFailed: PROVIDER_ERROR at server.web, and 1 more"))
        .satisfies(line -> assertThat(line.toString()).doesNotContain("canary"));
  }

  @Test
  void failureThatGoesOn_isToldOnce() {
    log.reported(FAILED);
    log.reported(Report.going(ConditionReason.Planning, "It is planned."));
    log.reported(FAILED);

    assertThat(logged.lines()).hasSize(1);
  }

  @Test
  void failureThatComesBack_isToldAgain() {
    log.reported(FAILED);
    log.reported(Report.done(List.of()));
    log.reported(FAILED);

    assertThat(logged.lines()).hasSize(2);
  }

  @Test
  void decision_isToldOnceForAPlan() {
    var decision = new Decision();
    decision.verdict = Decision.Verdict.Reject;
    decision.by = "alice";

    log.decided(plan("one"), decision);
    log.decided(plan("one"), decision);
    log.decided(plan("two"), decision);

    assertThat(logged.lines("decision"))
        .extracting(line -> line.get("digest"))
        .containsExactly("one", "two");
    assertThat(logged.lines("decision").getFirst())
        .containsEntry("plan", "shop-one")
        .containsEntry("verdict", "Reject")
        .containsEntry("by", "alice");
  }

  private static CurrentPlan plan(String digest) {
    var plan = new CurrentPlan();
    plan.name = "shop-" + digest;
    plan.digest = digest;
    return plan;
  }
}
