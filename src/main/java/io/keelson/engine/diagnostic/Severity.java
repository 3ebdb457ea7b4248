package io.keelson.engine.diagnostic;

/// Errors stop what they are about; warnings stop nothing.
///
/// @rule R-DIAG-4
public enum Severity {
  ERROR,
  WARNING
}
