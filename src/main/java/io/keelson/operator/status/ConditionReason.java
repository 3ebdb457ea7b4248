package io.keelson.operator.status;

/// Why a condition is as it is. Closed: each reason has its entry, cause and remedy, in
/// `docs/conditions.md`. Constants are spelled as they are written.
public enum ConditionReason {
  // Ready.
  UpToDate,
  Completed,
  Installed,
  // Something is going on.
  MembersChanged,
  WaitingForReferences,
  RemovalGrace,
  Planning,
  Applying,
  Deleting,
  Queued,
  Installing,
  Deferred,
  ProgressingWithRetry,
  // A person decides.
  AwaitingApproval,
  Rejected,
  Suspended,
  Held,
  StateUncertain,
  // Something has to be mended.
  InvalidConfiguration,
  LimitExceeded,
  StackNotFound,
  DuplicateAddress,
  VariableMissing,
  PreventDestroy,
  DependencyNotReady,
  ConditionFailed,
  PlanFailed,
  ApplyFailed,
  OutputFailed,
  ApprovalUnavailable,
  CredentialsMissing,
  ProviderNotReady,
  InUse,
  ProviderIdentityChanged,
  AlreadyRan,
  ManagedByGitOps,
  // The record of an instance.
  DuplicateState,
  ClusterChanged,
  SealingKeyLost,
  StateTooLarge,
  ImportUnfinished,
  StackMissing,
  Orphaned,
  Tainted,
  // Reasons of the other conditions.
  NothingToDo,
  ChangesPending,
  Drifted,
  DriftsBack,
  OutcomeUnknown,
  LateResult
}
