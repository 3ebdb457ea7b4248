package io.keelson.operator.api;

/// What the plan that takes an object over may do to it.
public enum ImportAllow {
  Any,
  InPlace,
  Nothing
}
