package io.keelson.engine.plan;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;

/// What users are told when a provider breaks its contract.
///
/// @rule R-CHK-22
public final class Contract {
  private static final String BUG =
      " This is a bug of the provider; report it there with this message.";

  private Contract() {}

  static Diagnostic notDestroyed(Subject subject, String provider) {
    return broken(
        subject,
        "Provider produced an invalid plan",
        "Provider '"
            + provider
            + "' was asked to plan a destruction, and planned an object instead.");
  }

  /// A provider threw an exception instead of answering.
  public static Diagnostic threw(Subject subject, RuntimeException exception) {
    return broken(
        subject,
        "Provider failed unexpectedly",
        "The call ended with " + exception.getClass().getSimpleName() + " instead of an answer.");
  }

  /// A provider did something it must not do.
  public static Diagnostic broken(Subject subject, String summary, String detail) {
    return Diagnostic.error(Code.PROVIDER_CONTRACT, subject, summary, detail + BUG);
  }
}
