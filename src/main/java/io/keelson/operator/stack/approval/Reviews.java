package io.keelson.operator.stack.approval;

import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.context.Surroundings;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.plan.PlanRecords;

/// Both ways to show a plan and have it decided.
public record Reviews(PlanRecords plans, ObjectReview objects, StatusReview inStatus) {

  public static Reviews of(StackKey key, Surroundings with, Takeover takeover) {
    var plans = new PlanRecords(with.client(), key, with.clock());
    var approvals = new Approvals(with.client(), key, plans);
    return new Reviews(
        plans,
        new ObjectReview(key, plans, approvals, with.clock()),
        new StatusReview(key, takeover, approvals, with.clock()));
  }

  /// @param ending whether the Stack's namespace is being deleted: nothing can be created there
  public Review where(boolean ending) {
    return ending ? inStatus : objects;
  }
}
