package io.keelson.operator.stack.approval;

import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.ApprovalMode;
import io.keelson.operator.api.StackSpec.DeletionApproval;
import io.keelson.operator.stack.declaration.ApprovalRule;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.plan.RemovalGuard;
import java.util.Optional;
import java.util.stream.Collectors;

/// Who has to approve a plan, and why: the rule of its Stack, or a person whatever that says.
///
/// @param personNeeded why a person has to decide whatever the policy says; empty if none has to
public record ApprovalDemand(ApprovalGate.Policy policy, Optional<String> personNeeded) {

  /// What a plan demands that brings the world to what is declared.
  ///
  /// @param drift why a person has to decide about the drift that it corrects
  public static ApprovalDemand normal(Planned planned, Optional<String> drift) {
    return new ApprovalDemand(policy(planned), guard(planned).or(() -> drift));
  }

  /// The same demand if a person decides anyway; otherwise the plan waits for a person if there is
  /// an objection to it.
  public ApprovalDemand unless(Optional<String> objection) {
    return approve() ? new ApprovalDemand(policy, objection) : this;
  }

  /// Whether no person has to decide.
  public boolean approve() {
    return policy.approves() && personNeeded.isEmpty();
  }

  /// What a plan demands that destroys a deleted Stack.
  ///
  /// @param remark added to the reason that a person reads
  public static ApprovalDemand deletion(Stack stack, String remark) {
    boolean automatic = stack.getSpec().deletion.approval == DeletionApproval.Automatic;
    var policy =
        new ApprovalGate.Policy(
            ApprovalMode.Automatic, automatic, "spec.deletion.approval is Automatic");
    var why = "the Stack is deleted, and spec.deletion.approval is Required" + remark;
    return new ApprovalDemand(policy, automatic ? Optional.empty() : Optional.of(why));
  }

  private static ApprovalGate.Policy policy(Planned planned) {
    var approval = planned.stack().getSpec().approval;
    return switch (approval.mode) {
      case Automatic -> new ApprovalGate.Policy(ApprovalMode.Automatic, true, "mode Automatic");
      case Manual -> new ApprovalGate.Policy(ApprovalMode.Manual, false, "mode Manual");
      case Policy -> {
        var rule = approval.autoApproveWhen;
        boolean approves = new ApprovalRule(rule).approves(planned.plan().counts());
        var wrong =
            ApprovalRule.problem(planned.stack())
                .map(problem -> " (%s)".formatted(withoutExcerpt(problem.detail())))
                .orElse("");
        yield new ApprovalGate.Policy(ApprovalMode.Policy, approves, rule + wrong);
      }
    };
  }

  /// The detail without the excerpt of the rule, which the text holds already.
  private static String withoutExcerpt(String detail) {
    return detail.lines().filter(line -> !line.startsWith(" ")).collect(Collectors.joining(" "));
  }

  private static Optional<String> guard(Planned planned) {
    int recorded = planned.snapshot().prior().instances().size();
    int removals = planned.plan().counts().of(PlanNumber.REMOVALS);
    return guard(planned.stack(), recorded).objection(removals, recorded);
  }

  static RemovalGuard guard(Stack stack, int recorded) {
    var remembered = stack.getStatus() == null ? null : stack.getStatus().guard;
    int removed =
        remembered == null || remembered.removedSince == null ? 0 : remembered.removedSince;
    // Before the first approval, all instances that ever existed count.
    int baseline =
        remembered == null || remembered.baselineInstances == null
            ? recorded + removed
            : remembered.baselineInstances;
    var limit = stack.getSpec().maxRemovals;
    var text = limit.getStrVal() != null ? limit.getStrVal() : String.valueOf(limit.getIntVal());
    return new RemovalGuard(baseline, removed, text);
  }
}
