package io.keelson.operator.api;

/// How far a plan has come. The last four are final.
public enum PlanPhase {
  AwaitingApproval,
  Approved,
  Applying,
  Applied,
  Failed,
  Superseded,
  Rejected
}
