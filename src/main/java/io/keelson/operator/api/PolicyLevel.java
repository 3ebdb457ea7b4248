package io.keelson.operator.api;

/// What a violation comes to.
public enum PolicyLevel {
  Advisory,
  Mandatory,
  Remediate,
  Disabled
}
