package io.keelson.provider.pulumi.wire;

import io.keelson.engine.address.AttributePath;

/// A value that the protocol does not have: a mistake of the provider or the program.
///
/// The message names kinds, never a value: it may be secret.
public final class MalformedProperty extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient AttributePath path;

  public MalformedProperty(AttributePath path, String message) {
    super(message);
    this.path = path;
  }

  /// Nothing of it can be read.
  public static MalformedProperty whole(String message) {
    return new MalformedProperty(AttributePath.ROOT, message);
  }

  /// Where in the properties.
  public AttributePath path() {
    return path;
  }

  /// What is wrong, as a clause.
  public String reason() {
    return String.valueOf(getMessage());
  }
}
