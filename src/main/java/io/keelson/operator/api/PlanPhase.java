package io.keelson.operator.api;

/// How far a plan has come. `Applied` and `Failed` are final. A plan that was superseded, rejected
/// or only shown becomes current again if planning results in it once more.
public enum PlanPhase {
  AwaitingApproval,
  /// A policy forbids the plan, and nobody can approve it as long as the policy does.
  Forbidden,
  Approved,
  Applying,
  Applied,
  Failed,
  Superseded,
  Rejected,
  /// A Run asked only to see the plan.
  Shown
}
