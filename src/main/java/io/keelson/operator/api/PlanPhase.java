package io.keelson.operator.api;

/// How far a plan has come. The last five are final.
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
