package io.keelson.engine.diagnostic;

/// What kind of problem a diagnostic tells of. Closed: conditions, documentation and tests name
/// these.
public enum Code {
  /// The planned operations have a cycle although the declared references have none.
  APPLY_CYCLE,
  /// Text that should be an address is none.
  BAD_ADDRESS,
  /// A reference does not fit what it refers to, such as an attribute that does not exist.
  BAD_REFERENCE,
  /// A new revision of a definition breaks what the ones before it promised.
  BREAKING_CHANGE,
  /// A reference to something that has an error of its own: a consequence of that error.
  BROKEN_REFERENCE,
  /// An assertion of a check does not hold.
  CHECK,
  /// A condition gives something else than true or false, or refers to nothing.
  CONDITION_EXPRESSION,
  /// `count` is not a usable whole number.
  COUNT,
  /// The provider may not act: its account lacks rights, or something it needs to log in is gone.
  CREDENTIALS,
  /// The declared references form a cycle.
  CYCLE,
  /// One address is declared more than once.
  DUPLICATE,
  /// `enabled` is neither true nor false.
  ENABLED,
  /// An ephemeral value is used where it would be kept.
  EPHEMERAL,
  /// An expression cannot be read, checked or evaluated.
  EXPRESSION,
  /// `forEach` is not a usable collection.
  FOR_EACH,
  /// An object cannot be taken over: nothing declares its target, its id cannot be used, or it does
  /// not exist.
  IMPORT,
  /// The provider's answer at apply does not fit what was approved.
  INCONSISTENT_FINAL_PLAN,
  /// An input of a component is missing, nobody knows it, or it does not fit the variable.
  INPUT,
  /// A bug of Keelson.
  INTERNAL,
  /// The run was stopped before the step could start.
  INTERRUPTED,
  /// The declared configuration does not fit the type's schema.
  INVALID_CONFIG,
  /// More is declared than may be: instances, or values that are too deep.
  LIMIT,
  /// A reference to a repeated resource lacks the instance key.
  MISSING_KEY,
  /// A move statement contradicts the declaration or another one, or its object cannot move.
  MOVED,
  /// An object of this identity exists, and is not ours.
  OBJECT_EXISTS,
  /// The real system was not reached, or gave no usable answer. The same question may get one soon.
  NO_ANSWER,
  /// A component is used of which there is no definition here, or none that may be used.
  NO_DEFINITION,
  /// No published version of a component fits what is asked for.
  NO_VERSION,
  /// The options of a plan contradict each other, have no effect, or leave something out.
  OPTIONS,
  /// A call may have changed the world, and nobody knows whether it did.
  OUTCOME_UNKNOWN,
  /// An output cannot be evaluated or published.
  OUTPUT,
  /// What is planned breaks a rule of a policy.
  POLICY,
  /// What has to hold of an object does not.
  POSTCONDITION,
  /// What has to hold before something is done does not.
  PRECONDITION,
  /// `preventDestroy` forbids the planned destruction.
  PREVENT_DESTROY,
  /// The program of a component cannot be run, or does not register what can be planned.
  PROGRAM,
  /// The provider broke its contract; a bug to report there.
  PROVIDER_CONTRACT,
  /// The provider reported a problem.
  PROVIDER_ERROR,
  /// A provider configuration names another real system than the one that objects were made in.
  PROVIDER_IDENTITY,
  /// A slot of a component is not filled with a provider configuration.
  PROVIDER_MISSING,
  /// The provider that a configuration is for is not installed, or may not be used here.
  PROVIDER_NOT_READY,
  /// The record of an instance cannot be written.
  RECORD_REFUSED,
  /// A removal statement contradicts the declaration, or it is told what is left alone from now on,
  /// or what goes without such a statement.
  REMOVED,
  /// Replacements demand contrary orders of each other.
  REPLACE_ORDER_CONFLICT,
  /// A resource has more than one of `count`, `forEach` and `enabled`.
  REPETITION,
  /// A resource refers to itself.
  SELF_REFERENCE,
  /// The stored state was written by a newer provider.
  STATE_NEWER_THAN_PROVIDER,
  /// What an operation would leave does not fit into the store.
  STATE_TOO_LARGE,
  /// The state changed since the plan was made.
  STALE_PLAN,
  /// A change would replace something that cannot be planned, and so waits for it: a consequence of
  /// what is wrong there.
  TRIGGER,
  /// A reference to something nobody declares.
  UNDECLARED,
  /// A reference to a single instance has an instance key.
  UNEXPECTED_KEY,
  /// No provider knows this resource type.
  UNKNOWN_TYPE,
  /// What expressions make is more than a plan can hold.
  VALUES_TOO_LARGE,
  /// A variable is missing or has a wrong value.
  VARIABLE
}
