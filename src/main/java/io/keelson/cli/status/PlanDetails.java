package io.keelson.cli.status;

import io.keelson.operator.api.Decision;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.api.plan.PlanSpec.PlanDeferral;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a Plan and the decisions about it say beside the status of the Stack.
///
/// @param message what it waits for
/// @param changes the action for each address; a Plan has the first 1000
/// @param deferred why an address is left to a later plan
/// @param mayDecide whether the reader may create PlanApprovals; empty if that is not known
public record PlanDetails(
    String message,
    SortedMap<String, String> changes,
    SortedMap<String, String> deferred,
    Optional<Decision> decision,
    List<Approval> approvals,
    Optional<Boolean> mayDecide) {
  public static final PlanDetails NONE = without(List.of(), Optional.empty());

  /// A decision that somebody has written down.
  ///
  /// @param phase what became of it, such as Pending
  public record Approval(String name, String by, String verdict, String phase) {
    static Approval of(PlanApproval approval) {
      var status = approval.getStatus();
      return new Approval(
          approval.getMetadata().getName(),
          approval.getSpec().approver,
          String.valueOf(approval.getSpec().decision),
          status == null || status.phase == null ? "Pending" : status.phase.name());
    }
  }

  /// What is known where the Plan itself cannot be read.
  static PlanDetails without(List<Approval> approvals, Optional<Boolean> mayDecide) {
    return new PlanDetails(
        "",
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Optional.empty(),
        approvals,
        mayDecide);
  }

  public static PlanDetails of(Plan plan, List<Approval> approvals, Optional<Boolean> mayDecide) {
    var changes = new TreeMap<String, String>();
    if (plan.getSpec().changes != null)
      for (var each : plan.getSpec().changes)
        if (each.deposedKey == null) changes.put(each.address, each.action);
    var deferred = new TreeMap<String, String>();
    if (plan.getSpec().deferred != null)
      for (PlanDeferral each : plan.getSpec().deferred) deferred.put(each.address, each.message);
    var status = plan.getStatus();
    return new PlanDetails(
        status == null ? "" : Objects.requireNonNullElse(status.message, ""),
        changes,
        deferred,
        Optional.ofNullable(status).map(each -> each.decision),
        approvals,
        mayDecide);
  }
}
