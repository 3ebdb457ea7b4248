package io.keelson.operator.api;

/// What a violation of a policy leads to.
public enum PolicyLevel {
  Advisory,
  Mandatory,
  Remediate,
  Disabled
}
