package io.keelson.engine.plan;

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
record ProviderFault(Subject subject, String provider, String summary) {

  /// @param what a clause about the value at `path`, such as `it is unknown`
  Diagnostic at(AttributePath path, String what) {
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
                + ". This is a bug of the provider, to be reported there.")
        .at(path);
  }
}
