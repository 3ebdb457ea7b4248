package io.keelson.operator.api;

/// How far a plan has come. `Applied` and `Failed` are the end. A plan that was superseded,
/// rejected or only shown counts again if planning comes to it once more.
public enum PlanPhase {
  AwaitingApproval,
  /// A policy forbids it, and nobody can approve it while that lasts.
  Forbidden,
  Approved,
  Applying,
  Applied,
  Failed,
  Superseded,
  Rejected,
  /// A Run asked for it to be looked at.
  Shown
}
