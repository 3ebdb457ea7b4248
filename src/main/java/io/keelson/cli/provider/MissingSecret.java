package io.keelson.cli.provider;

/// A Secret that is referred to is not there, or has no such key; the message says what to do.
final class MissingSecret extends RuntimeException {
  private static final long serialVersionUID = 1;

  MissingSecret(String message) {
    super(message);
  }
}
