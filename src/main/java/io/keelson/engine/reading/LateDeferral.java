package io.keelson.engine.reading;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Deferral;
import java.util.ArrayList;
import java.util.List;

/// A provider that defers where nothing can wait for it: while a plan is carried out, or where only
/// something is looked up.
///
/// @rule R-DEFER-5
public final class LateDeferral {
  private LateDeferral() {}

  /// The warnings of the deferral, and the error that the provider cannot tell.
  ///
  /// @param provider the name for the message
  public static List<Diagnostic> of(Subject subject, String provider, Deferral deferral) {
    var diagnostics = new ArrayList<>(Diagnostic.about(subject, deferral.warnings()));
    diagnostics.add(
        Diagnostic.error(
            Code.PROVIDER_ERROR,
            subject,
            "The provider cannot tell yet",
            "Provider '"
                + provider
                + "' defers its answer: "
                + deferral.reason().sentence()
                + ". Nothing was done; it is planned anew."));
    return diagnostics;
  }
}
