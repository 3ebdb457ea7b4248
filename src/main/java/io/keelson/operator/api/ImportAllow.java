package io.keelson.operator.api;

/// What a plan that takes an object over may do to that object.
public enum ImportAllow {
  Any,
  InPlace,
  Nothing
}
