package io.keelson.operator.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LongPlanTest {
  private static Stack saying(ConditionReason reason) {
    var stack = new Stack();
    var status = new StackStatus();
    status.conditions =
        List.of(
            new ConditionBuilder()
                .withType(Conditions.READY)
                .withStatus("False")
                .withReason(reason.name())
                .build());
    stack.setStatus(status);
    return stack;
  }

  @Test
  void newStack_saysNothing() {
    assertThat(LongPlan.saysNothing(new Stack())).isTrue();
  }

  @Test
  void whatWasWaitedForBefore_saysNothingWhileItIsPlanned() {
    assertThat(LongPlan.saysNothing(saying(ConditionReason.MembersChanged))).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = ConditionReason.class,
      names = {"UpToDate", "AwaitingApproval", "PlanFailed", "Applying", "Planning"})
  void whatCameOfThePlanBefore_stays(ConditionReason reason) {
    assertThat(LongPlan.saysNothing(saying(reason))).isFalse();
  }
}
