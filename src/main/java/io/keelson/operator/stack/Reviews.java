package io.keelson.operator.stack;

/// Both ways to show a plan and have it decided.
record Reviews(PlanRecords plans, ObjectReview objects, StatusReview inStatus) {

  static Reviews of(StackKey key, Surroundings with, Takeover takeover) {
    var plans = new PlanRecords(with.client(), key, with.clock());
    var approvals = new Approvals(with.client(), key, plans);
    return new Reviews(
        plans,
        new ObjectReview(key, plans, approvals, with.clock()),
        new StatusReview(key, takeover, approvals, with.clock()));
  }

  /// @param ending whether the Stack's namespace is being deleted: nothing can be created there
  Review where(boolean ending) {
    return ending ? inStatus : objects;
  }
}
