package io.keelson.operator.api;

/// How far a Run has come. The last four are final.
public enum RunPhase {
  /// It waits for its turn, or for the Stack.
  Waiting,
  AwaitingApproval,
  Applying,
  /// Everything that the Run asked for is done, or there was nothing to do.
  Succeeded,
  /// Nothing was done, or not all of it.
  Failed,
  /// A person rejected its plan.
  Rejected,
  /// It was refused before anything was planned for it.
  Refused;

  /// Whether no other phase follows.
  public boolean isFinal() {
    return switch (this) {
      case Waiting, AwaitingApproval, Applying -> false;
      case Succeeded, Failed, Rejected, Refused -> true;
    };
  }
}
