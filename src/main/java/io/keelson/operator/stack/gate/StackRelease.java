package io.keelson.operator.stack.gate;

import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.stack.approval.Reviews;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/// Lets a deleted Stack go.
///
/// @param takeover holds it until then
public record StackRelease(Reviews reviews, Takeover takeover, Clock clock) {
  private static final Duration LONG = Duration.ofHours(1);

  /// Lets the Stack go: nothing is left to destroy.
  public TurnResult gone(Stack stack) {
    StackStatus.openRun(stack)
        .flatMap(open -> Optional.ofNullable(open.name))
        .ifPresent(name -> reviews.plans().phase(name, PlanPhase.Applied, "It was carried out."));
    reviews.plans().deleteUnowned();
    takeover.release(stack);
    return deleting("Everything is destroyed.");
  }

  /// Lets the Stack go and leaves its objects alone.
  ///
  /// @param why it may, as it is noted at each record
  /// @param told what becomes of the objects and of their records
  public TurnResult leave(Stack stack, String why, String told) {
    reviews.plans().deleteUnowned();
    takeover.giveUp(stack, why);
    return deleting(told);
  }

  private TurnResult deleting(String message) {
    return TurnResult.of(
        Report.going(ConditionReason.Deleting, message), clock.instant().plus(LONG));
  }
}
