package io.keelson.provider.plugin.process;

/// A provider that did not start.
///
/// The message says what it did instead, with its last words; secrets that are known are taken out.
public final class StartFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean mayPass;

  StartFailed(String message) {
    this(message, true);
  }

  private StartFailed(String message, boolean mayPass) {
    super(message);
    this.mayPass = mayPass;
  }

  /// The program says something of itself that this host cannot work with.
  static StartFailed unfit(String message) {
    return new StartFailed(message, false);
  }

  /// Whether the same program may start another time.
  public boolean mayPass() {
    return mayPass;
  }

  /// What happened, as sentences.
  public String reason() {
    return String.valueOf(getMessage());
  }
}
