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
  Released,
  Orphaned,
  Tainted,
  // Reasons of the other conditions.
  NothingToDo,
  ChangesPending,
  Drifted,
  DriftsBack,
  OutcomeUnknown,
  LateResult;

  /// Whether somebody should look: something failed, or is not as it is said to be. An event with
  /// such a reason is a warning. What merely goes on, or asks a person as it should, is none.
  public boolean isWarning() {
    return switch (this) {
      case UpToDate,
          Completed,
          Installed,
          MembersChanged,
          WaitingForReferences,
          RemovalGrace,
          Planning,
          Applying,
          Deleting,
          Queued,
          Installing,
          Deferred,
          AwaitingApproval,
          Rejected,
          Suspended,
          Held,
          InUse,
          Released,
          Orphaned,
          NothingToDo,
          ChangesPending ->
          false;
      case ProgressingWithRetry,
          StateUncertain,
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
          ProviderIdentityChanged,
          AlreadyRan,
          ManagedByGitOps,
          DuplicateState,
          ClusterChanged,
          SealingKeyLost,
          StateTooLarge,
          ImportUnfinished,
          StackMissing,
          Tainted,
          Drifted,
          DriftsBack,
          OutcomeUnknown,
          LateResult ->
          true;
    };
  }
}
