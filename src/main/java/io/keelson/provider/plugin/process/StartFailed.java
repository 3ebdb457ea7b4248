package io.keelson.provider.plugin.process;

/// A provider that did not start.
///
/// The message says what it did instead, with its last words; secrets that are known are taken out.
public final class StartFailed extends Exception {
  private static final long serialVersionUID = 1L;

  StartFailed(String message) {
    super(message);
  }

  /// What happened, as sentences.
  public String reason() {
    return String.valueOf(getMessage());
  }
}
