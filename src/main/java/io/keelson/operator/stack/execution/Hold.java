package io.keelson.operator.stack.execution;

import io.keelson.operator.requests.Retry;
import io.keelson.operator.stack.approval.Review;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.plan.PlanObjects;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Decides whether an approved plan has to wait all the same. Its reports become the condition
/// Ready=False: with PolicyViolation, Suspended or Held, or, until the next attempt, with the
/// reason of the failure before: that of an apply, or of a plan.
final class Hold {
  private static final Duration LONG = Duration.ofHours(1);

  private final OperatorContext context;
  private final Retry retry;

  Hold(OperatorContext context, Retry retry) {
    this.context = context;
    this.retry = retry;
  }

  /// Why an approved plan may not be carried out now; empty if it may.
  Optional<TurnResult> of(Review.ProposedPlan plan) {
    var forbidden = forbidden(plan);
    if (forbidden.isPresent()) return forbidden;
    if (isSuspended(plan)) return Optional.of(suspended(plan, "."));
    if (context.hold()) return Optional.of(held(plan));
    return retry
        .pause(plan.planned().members(), context.clock().instant())
        .map(until -> plan.result(retry.report().orElseGet(() -> paused(until)), until));
  }

  /// The report on a plan that a policy forbids as a whole, whoever approves it; empty if none
  /// does.
  ///
  /// @rule R-POL-6
  Optional<TurnResult> forbidden(Review.ProposedPlan plan) {
    return plan.planned()
        .forbidden()
        .map(why -> {
          plan.forbid();
          var message =
              "%s (%s) is not carried out, whoever approves it: %s Change what is declared, or ask whoever looks after the policy."
                  .formatted(plan.title(), PlanObjects.pending(plan.planned().plan()), why);
          return plan.result(Report.stalled(ConditionReason.PolicyViolation, message), later());
        });
  }

  private Instant later() {
    return context.clock().instant().plus(LONG);
  }

  private static Report paused(Instant until) {
    return Report.going(
        ConditionReason.ApplyFailed, "It is tried again at " + Durations.shown(until) + ".");
  }

  /// The report on a plan that waits for a person while the Stack is suspended; empty if it is not.
  Optional<TurnResult> awaitingSuspended(Review.ProposedPlan plan, String why) {
    return isSuspended(plan)
        ? Optional.of(suspended(plan, ", and it waits for a person as well: " + why + "."))
        : Optional.empty();
  }

  private static boolean isSuspended(Review.ProposedPlan plan) {
    return Boolean.TRUE.equals(plan.planned().stack().getSpec().suspend);
  }

  private TurnResult suspended(Review.ProposedPlan plan, String end) {
    var message =
        "The Stack is suspended (spec.suspend). %s (%s) is not carried out%s"
            .formatted(plan.title(), PlanObjects.pending(plan.planned().plan()), end);
    return plan.result(Report.waiting(ConditionReason.Suspended, message), later());
  }

  private TurnResult held(Review.ProposedPlan plan) {
    var message =
        "The operator was started with --hold. %s (%s) is not carried out."
            .formatted(plan.title(), PlanObjects.pending(plan.planned().plan()));
    return plan.result(Report.waiting(ConditionReason.Held, message), later());
  }
}
