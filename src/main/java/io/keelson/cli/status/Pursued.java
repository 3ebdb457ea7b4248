package io.keelson.cli.status;

import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import java.util.Optional;
import java.util.function.Function;

/// Says when a plan that somebody has approved came to its end.
///
/// @param plan the name of the Plan
public record Pursued(String plan) implements Function<Stack, Optional<Ending>> {
  @Override
  public Optional<Ending> apply(Stack stack) {
    var status = stack.getStatus();
    if (status == null) return Optional.empty();
    var last = status.lastApplied;
    if (last != null && plan.equals(last.plan)) {
      if (last.phase == PlanPhase.Applied)
        return ending(0, "Plan '%s' was carried out.".formatted(plan));
      if (last.phase == PlanPhase.Failed) return failed();
    }
    var current = status.plan;
    if (current == null || !plan.equals(current.name))
      return ending(
          1,
          "Plan '%s' does not count any more; the Stack says %s. keelson status %s -n %s shows why."
              .formatted(
                  plan,
                  State.of(status.conditions, null, null).reason(),
                  stack.getMetadata().getName(),
                  stack.getMetadata().getNamespace()));
    return switch (current.phase) {
      case null -> Optional.empty();
      case AwaitingApproval, Approved, Shown, Applied -> Optional.empty();
      case Applying -> stumbled(status);
      case Forbidden ->
          ending(
              1, "Plan '%s' is forbidden by a policy, and nobody can approve it.".formatted(plan));
      case Failed -> failed();
      case Superseded -> ending(1, "Plan '%s' was superseded by another one.".formatted(plan));
      case Rejected -> ending(1, "Plan '%s' was rejected.".formatted(plan));
    };
  }

  /// Part of it has failed, and is tried again for as long as the approval covers it.
  private Optional<Ending> stumbled(StackStatus status) {
    return Health.of(status.conditions) == Health.FAILED
        ? ending(1, "A part of plan '%s' has failed; the operator tries it again.".formatted(plan))
        : Optional.empty();
  }

  private Optional<Ending> failed() {
    return ending(1, "Plan '%s' was carried out in part and has failed.".formatted(plan));
  }

  private static Optional<Ending> ending(int exitCode, String sentence) {
    return Optional.of(new Ending(exitCode, sentence));
  }
}
