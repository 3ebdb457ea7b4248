package io.keelson.engine.provider;

/// What can be done about a create whose outcome is not known.
public enum CreateRecovery {
  /// Nothing outside was made: create again.
  REPEATABLE,
  /// The object can be found by what was known before the call: look, then decide.
  FINDABLE,
  /// Only a person can tell. Never created a second time without one.
  UNCERTAIN
}
