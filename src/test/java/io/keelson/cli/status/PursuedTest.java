package io.keelson.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// When `keelson approve --watch` ends, and with what.
final class PursuedTest {
  private final Stack stack = new Stack();
  private final StackStatus status = new StackStatus();

  PursuedTest() {
    stack.getMetadata().setName("shop");
    stack.getMetadata().setNamespace("quickstart");
    stack.setStatus(status);
  }

  private void isAt(String plan, PlanPhase phase) {
    var current = new StackStatus.CurrentPlan();
    current.name = plan;
    current.phase = phase;
    status.plan = current;
  }

  private void ended(String plan, PlanPhase phase) {
    var last = new StackStatus.LastApply();
    last.plan = plan;
    last.phase = phase;
    status.lastApplied = last;
  }

  private int exitCode() {
    return new Pursued("shop-1").apply(stack).map(Ending::exitCode).orElse(-1);
  }

  @ParameterizedTest
  @CsvSource({
    "AwaitingApproval,-1",
    "Approved,-1",
    "Applying,-1",
    "Applied,-1",
    "Failed,1",
    "Rejected,1",
    "Forbidden,1",
    "Superseded,1"
  })
  void planThatTheStackIsAt_endsWithItsPhase(PlanPhase phase, int exitCode) {
    isAt("shop-1", phase);
    ended("shop-0", PlanPhase.Applied);

    assertThat(exitCode()).isEqualTo(exitCode);
  }

  @ParameterizedTest
  @EnumSource(names = {"Applied", "Failed"})
  void applyThatHasEnded_counts_whateverComesNext(PlanPhase phase) {
    ended("shop-1", phase);
    isAt("shop-2", PlanPhase.AwaitingApproval);

    assertThat(exitCode()).isEqualTo(phase == PlanPhase.Applied ? 0 : 1);
  }

  @Test
  void anotherPlan_isNotTheOneThatWasApproved() {
    isAt("shop-2", PlanPhase.Applying);

    assertThat(new Pursued("shop-1").apply(stack).orElseThrow().sentence())
        .contains("Plan 'shop-1' does not count any more", "keelson status shop -n quickstart");
  }

  @Test
  void operationThatFails_isToldAtOnce() {
    isAt("shop-1", PlanPhase.Applying);
    status.conditions =
        List.of(
            new ConditionBuilder()
                .withType("Ready")
                .withStatus("False")
                .withReason("ApplyFailed")
                .build());

    assertThat(exitCode()).isOne();
  }
}
