package io.keelson.operator.stack;

import io.fabric8.kubernetes.api.model.Condition;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.metrics.InstanceFacts;
import io.keelson.operator.metrics.StackFacts;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What metrics say of a Stack. Whatever somebody has written into its status, only words of ours
/// get out.
final class MeasuredStack {
  private static final String UNKNOWN = "Unknown";

  private static final Set<String> REASONS =
      Stream.of(ConditionReason.values()).map(Enum::name).collect(Collectors.toSet());

  private MeasuredStack() {}

  static StackFacts facts(Stack stack, InstanceFacts instances) {
    var status = stack.getStatus();
    return new StackFacts(
        stack.getMetadata().getNamespace(),
        condition(status, Conditions.READY)
            .map(Condition::getReason)
            .filter(REASONS::contains)
            .orElse(UNKNOWN),
        instances,
        waitingSince(status));
  }

  private static Optional<Condition> condition(@Nullable StackStatus status, String type) {
    return Optional.ofNullable(status)
        .flatMap(each -> Optional.ofNullable(Conditions.find(each.conditions, type)));
  }

  /// Since when there is something to do that is not done: the later one of when the Stack was no
  /// longer ready, and when changes were planned.
  private static Optional<Instant> waitingSince(@Nullable StackStatus status) {
    if (status == null || status.plan == null || status.plan.phase != PlanPhase.AwaitingApproval)
      return Optional.empty();
    return Stream.of(Conditions.READY, Conditions.PLANNED)
        .flatMap(type -> condition(status, type).stream())
        .flatMap(each -> time(each.getLastTransitionTime()).stream())
        .max(Comparator.naturalOrder());
  }

  private static Optional<Instant> time(@Nullable String text) {
    try {
      return Optional.ofNullable(text).map(Instant::parse);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
