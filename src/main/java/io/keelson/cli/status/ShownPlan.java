package io.keelson.cli.status;

import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanCounts;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The plan that a Stack is at now.
///
/// @param name empty in a namespace that is being deleted, where there can be no Plan
/// @param rule what approves its plans without a person
public record ShownPlan(
    String name,
    String digest,
    PlanPhase phase,
    PlanCounts counts,
    Optional<Decision> decision,
    String rule,
    PlanDetails details) {

  static Optional<ShownPlan> of(Stack stack, PlanDetails details) {
    var status = stack.getStatus();
    var current = status == null ? null : status.plan;
    if (current == null || current.phase == null) return Optional.empty();
    return Optional.of(
        new ShownPlan(
            Objects.requireNonNullElse(current.name, ""),
            Objects.requireNonNullElse(current.digest, ""),
            current.phase,
            Objects.requireNonNullElseGet(current.counts, PlanCounts::new),
            decision(current, details),
            rule(stack),
            details));
  }

  private static Optional<Decision> decision(CurrentPlan current, PlanDetails details) {
    return Optional.ofNullable(current.decision).or(details::decision);
  }

  private static String rule(Stack stack) {
    var approval = stack.getSpec().approval;
    if (approval == null || approval.mode == null) return "";
    return switch (approval.mode) {
      case Automatic -> "mode Automatic: every plan passes without a person";
      case Policy -> "mode Policy: without a person if " + approval.autoApproveWhen;
      case Manual -> "mode Manual: a person decides about every plan";
    };
  }

  /// Whether it goes on only when a person has decided.
  public boolean waits() {
    return phase == PlanPhase.AwaitingApproval;
  }

  boolean isBeingApplied() {
    return phase == PlanPhase.Applying;
  }

  /// The word for its phase.
  public Health health() {
    return switch (phase) {
      case AwaitingApproval, Rejected, Shown -> Health.WAITING;
      case Forbidden, Failed -> Health.FAILED;
      case Approved, Applying, Superseded -> Health.WORKING;
      case Applied -> Health.READY;
    };
  }

  /// How an instance is for which this plan has an action; empty if there is nothing to say.
  ///
  /// @param recorded null if there is no record of it
  Optional<State> stateOf(String action, @Nullable Instance recorded) {
    if (recorded != null && recorded.state().health() == Health.WORKING) return Optional.empty();
    if (!isBeingApplied())
      return waits()
          ? Optional.of(new State(Health.WAITING, phase.name(), planned(action)))
          : Optional.empty();
    if (isDone(action, recorded)) return Optional.empty();
    return Optional.of(new State(Health.WORKING, State.QUEUED, planned(action)));
  }

  /// As far as the record tells.
  private boolean isDone(String action, @Nullable Instance recorded) {
    return switch (action) {
      case "delete", "forget" -> recorded == null;
      case "update" -> recorded != null && recorded.writtenBy().equals(digest);
      case "create", "recreate" -> recorded != null && recorded.state().health() == Health.READY;
      case "destroy-then-create", "create-then-destroy", "forget-then-create" ->
          recorded != null && recorded.madeBy().equals(digest);
      default -> true;
    };
  }

  private static String planned(String action) {
    return switch (action) {
      case "create" -> "to be created";
      case "recreate" -> "to be created again";
      case "update" -> "to be updated";
      case "delete" -> "to be destroyed";
      case "forget" -> "to be forgotten";
      case "destroy-then-create", "create-then-destroy", "forget-then-create" -> "to be replaced";
      case "no-op" -> "to be moved";
      default -> action;
    };
  }
}
