package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;

/// Words for a provider that broke its contract. They never hold a value: any of them may be
/// secret.
///
/// @param provider whom to blame
/// @param summary what kind of answer is wrong
/// @rule R-CHK-22
public record ProviderFault(Subject subject, String provider, String summary) {
  private static final String BUG = " This is a bug of the provider, to be reported there.";

  /// A provider threw an exception instead of answering.
  public static Diagnostic threw(Subject subject, String provider, Throwable exception) {
    return Diagnostic.error(
        Code.PROVIDER_CONTRACT,
        subject,
        "Provider failed unexpectedly",
        "The call to provider \""
            + provider
            + "\" ended with "
            + exception.getClass().getSimpleName()
            + " instead of an answer."
            + BUG);
  }

  /// The answer is wrong at one place.
  ///
  /// @param path the root if the answer as a whole is meant
  /// @param what a clause about what is there, such as `it is unknown`
  public Diagnostic at(AttributePath path, String what) {
    String place = path.isRoot() ? "the object as a whole" : path.toString();
    return Diagnostic.error(
            Code.PROVIDER_CONTRACT,
            subject,
            summary,
            "The answer of provider \""
                + provider
                + "\" is wrong at "
                + place
                + ": "
                + what
                + "."
                + BUG)
        .at(path);
  }
}
