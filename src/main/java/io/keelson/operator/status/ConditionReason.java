package io.keelson.operator.status;

import static io.keelson.operator.status.ConditionReason.EventType.NORMAL;
import static io.keelson.operator.status.ConditionReason.EventType.WARNING;

/// Why a condition is as it is. No reason is used that is not listed here, and each has an entry
/// with cause and remedy in `docs/conditions.md`. Constants are spelled as statuses show them.
public enum ConditionReason {
  // Ready.
  UpToDate(NORMAL),
  Completed(NORMAL),
  Installed(NORMAL),
  SchemasMissing(NORMAL),
  // Something is going on.
  MembersChanged(NORMAL),
  WaitingForReferences(NORMAL),
  RemovalGrace(NORMAL),
  Planning(NORMAL),
  Applying(NORMAL),
  Deleting(NORMAL),
  Queued(NORMAL),
  Installing(NORMAL),
  Deferred(NORMAL),
  ProgressingWithRetry(WARNING),
  // A person decides.
  AwaitingApproval(NORMAL),
  Rejected(NORMAL),
  Suspended(NORMAL),
  Held(NORMAL),
  StateUncertain(WARNING),
  // Something has to be mended.
  InvalidConfiguration(WARNING),
  LimitExceeded(WARNING),
  StackNotFound(WARNING),
  DefinitionNotFound(WARNING),
  NoSuchVersion(WARNING),
  ComponentCycle(WARNING),
  ComponentDepth(WARNING),
  VersionReused(WARNING),
  BreakingChange(WARNING),
  InvalidInputs(WARNING),
  ProviderMissing(WARNING),
  DuplicateAddress(WARNING),
  VariableMissing(WARNING),
  PreventDestroy(WARNING),
  PolicyViolation(WARNING),
  ReplaceOrderConflict(WARNING),
  DependencyNotReady(WARNING),
  ConditionFailed(WARNING),
  PlanFailed(WARNING),
  ApplyFailed(WARNING),
  OutputFailed(WARNING),
  OutputRestored(WARNING),
  ApprovalUnavailable(WARNING),
  CredentialsMissing(WARNING),
  ProviderNotReady(WARNING),
  InUse(NORMAL),
  ProviderIdentityChanged(WARNING),
  AlreadyRan(WARNING),
  ManagedByGitOps(WARNING),
  // About the record of an instance.
  DuplicateState(WARNING),
  ClusterChanged(WARNING),
  SealingKeyLost(WARNING),
  SealingKeyForeign(WARNING),
  StateTooLarge(WARNING),
  ImportUnfinished(WARNING),
  StackMissing(WARNING),
  Released(NORMAL),
  Orphaned(NORMAL),
  Tainted(WARNING),
  Unfinished(WARNING),
  // Reasons of the other conditions.
  NothingToDo(NORMAL),
  ChangesPending(NORMAL),
  Drifted(WARNING),
  DriftsBack(WARNING),
  ChangedSinceApply(NORMAL),
  OutcomeUnknown(WARNING),
  LateResult(WARNING),
  // Of events alone.
  StatusRefused(WARNING);

  /// Of which type an event with such a reason is.
  enum EventType {
    NORMAL,
    WARNING
  }

  private final EventType type;

  ConditionReason(EventType type) {
    this.type = type;
  }

  /// Whether somebody should look: something failed, or is not as declared. An event with such a
  /// reason is a warning. Work that goes on, and a decision that is waited for, are no reason to
  /// warn.
  public boolean isWarning() {
    return type == EventType.WARNING;
  }
}
