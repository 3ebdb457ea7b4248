package io.keelson.operator.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.metrics.OperatorMetrics;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import io.keelson.operator.trace.Traces;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ChangeClockTest {
  private static final Report READY = Report.done(List.of());
  private static final Report ASKING = Report.waiting(ConditionReason.AwaitingApproval, "Decide.");

  private final OperatorMetrics metrics = new OperatorMetrics(Traces.NONE);
  private final ChangeClock clock = new ChangeClock(metrics.plans());

  private static Stack stack(long generation, @Nullable Long observed) {
    var stack = new Stack();
    stack.getMetadata().setGeneration(generation);
    stack.setStatus(new StackStatus());
    stack.getStatus().observedGeneration = observed;
    return stack;
  }

  private void assertCounts(int success, int approved, int failed) {
    assertThat(metrics.text())
        .contains("keelson_change_to_ready_seconds_count{result=\"success\"} " + success)
        .contains("keelson_change_to_ready_seconds_count{result=\"approved\"} " + approved)
        .contains("keelson_change_to_ready_seconds_count{result=\"failed\"} " + failed);
  }

  @Test
  void newStack_isMeasuredUntilItIsReady() {
    clock.begin(stack(1, null), 1);
    clock.end(Report.going(ConditionReason.Applying, "It goes on."));
    assertCounts(0, 0, 0);

    clock.end(READY);
    clock.end(READY);

    assertCounts(1, 0, 0);
  }

  /// After a start of the operator most Stacks are ready at once, which tells nothing.
  @Test
  void stackThatAnotherProcessHasSeen_isMeasuredFromItsNextChange() {
    clock.begin(stack(1, 1L), 1);
    clock.end(READY);
    assertCounts(0, 0, 0);

    clock.begin(stack(2, 1L), 2);
    clock.end(Report.stalled(ConditionReason.PlanFailed, "Mend it."));

    assertCounts(0, 0, 1);
  }

  @Test
  void whatAPersonHadToApprove_isToldApart() {
    clock.begin(stack(1, null), 1);
    clock.end(ASKING);
    clock.begin(stack(1, 1L), 2);
    clock.end(READY);

    assertCounts(0, 1, 0);
  }
}
