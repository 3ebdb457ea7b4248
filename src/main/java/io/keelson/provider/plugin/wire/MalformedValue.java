package io.keelson.provider.plugin.wire;

import io.keelson.engine.address.AttributePath;

/// Bytes that are not a value of the type they should have: a mistake of the provider.
///
/// The message names types and sizes, never a value: it may be secret.
public final class MalformedValue extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient AttributePath path;

  MalformedValue(AttributePath path, String message) {
    super(message);
    this.path = path;
  }

  /// Where in the value.
  public AttributePath path() {
    return path;
  }

  /// What is wrong, as a clause.
  public String reason() {
    return String.valueOf(getMessage());
  }
}
