package io.keelson.operator.stack.approval;

import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.plan.PlanRecords;

/// Both ways to show a plan and to have people decide about it.
public record Reviews(PlanRecords plans, ObjectReview objects, StatusReview inStatus) {

  public static Reviews of(StackKey key, OperatorContext context, Takeover takeover) {
    var plans = new PlanRecords(context.client(), key, context.clock());
    var approvals = new Approvals(context.client(), key, plans);
    return new Reviews(
        plans,
        new ObjectReview(key, plans, approvals, context.clock()),
        new StatusReview(key, takeover, approvals, context.clock()));
  }

  /// How a plan is shown and decided about.
  ///
  /// @param namespaceEnding whether the Stack's namespace is being deleted: nothing can be created
  ///   there
  public Review reviewOf(boolean namespaceEnding) {
    return namespaceEnding ? inStatus : objects;
  }
}
