package io.keelson.provider.pulumi.program;

/// A program is not given what it asks for. The message says what, why and what to do, without
/// secrets: it reaches the program.
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;
  private final boolean known;

  private Refusal(String message, boolean known) {
    super(message);
    this.known = known;
  }

  Refusal(String message) {
    this(message, false);
  }

  /// The engine says no, and knows that it does.
  static Refusal byEngine(String message) {
    return new Refusal(message, true);
  }

  /// Whether there is no need to tell it to those who had the program run.
  boolean known() {
    return known;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
