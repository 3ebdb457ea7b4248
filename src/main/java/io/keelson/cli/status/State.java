package io.keelson.cli.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How one object is, and why.
///
/// @param reason one word, as in the condition Ready
/// @param message what it does or waits for; empty if there is nothing to say
/// @param since when the operation began that runs now
public record State(Health health, String reason, String message, Optional<Instant> since) {
  static final String QUEUED = ConditionReason.Queued.name();

  private static final State NEW =
      new State(Health.WORKING, "New", "The operator has not looked at it yet.");

  public State(Health health, String reason, String message) {
    this(health, reason, message, Optional.empty());
  }

  /// By the conditions of a declared object.
  ///
  /// @param generation of what is declared
  /// @param observed the generation for which the conditions were computed
  public static State of(
      @Nullable List<Condition> conditions, @Nullable Long generation, @Nullable Long observed) {
    var ready = Conditions.find(conditions, Conditions.READY);
    if (ready == null) return NEW;
    if (generation != null && observed != null && observed < generation)
      return new State(
          Health.WORKING, "Changed", "It was changed; the operator has not looked at that yet.");
    return new State(
        Health.of(conditions),
        Objects.requireNonNullElse(ready.getReason(), ""),
        Objects.requireNonNullElse(ready.getMessage(), ""));
  }

  /// How a declared object is that has a part in a plan that is being carried out: as its status
  /// says, or, while that says nothing yet or still that the plan waits, as its instances are.
  ///
  /// @param instances in it, those that have a part in the plan or a record
  State within(List<State> instances) {
    if (!(equals(NEW) || isAwaitingApproval()) || instances.isEmpty()) return this;
    if (instances.stream().allMatch(State::isQueued))
      return new State(
          Health.WORKING, QUEUED, "It has a part in the plan that is being carried out.");
    return new State(
        Health.WORKING,
        ConditionReason.Applying.name(),
        instances.stream().anyMatch(each -> each.health() == Health.WORKING)
            ? "Its part in the plan that is being carried out has begun."
            : "Its part in the plan that is being carried out is over.");
  }

  /// Whether an operation runs, or what was done is still to be looked at.
  boolean isPassing() {
    return since.isPresent() || isApplying() || reason.equals(ConditionReason.Planning.name());
  }

  /// Whether all that is said is that a plan is being carried out.
  boolean isApplying() {
    return reason.equals(ConditionReason.Applying.name());
  }

  private boolean isAwaitingApproval() {
    return reason.equals(ConditionReason.AwaitingApproval.name());
  }

  private boolean isQueued() {
    return reason.equals(QUEUED);
  }
}
