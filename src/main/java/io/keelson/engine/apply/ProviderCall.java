package io.keelson.engine.apply;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Unexpected;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import java.util.List;

/// Sends one apply call. A call that never left is sent again; one that ended in an exception may
/// have had any effect.
final class ProviderCall {
  private static final int MOST_SENDS = 3;

  private ProviderCall() {}

  static ApplyAnswer send(Provider provider, ApplyRequest request) {
    ApplyAnswer answer = once(provider, request);
    for (int sends = 1; answer instanceof ApplyAnswer.NotSent && sends < MOST_SENDS; sends++)
      answer = once(provider, request);
    return answer;
  }

  private static ApplyAnswer once(Provider provider, ApplyRequest request) {
    try {
      return provider.apply(request);
    } catch (RuntimeException e) {
      return new ApplyAnswer.OutcomeUnknown(Unexpected.told(Subject.of(request.at()), e));
    }
  }

  /// What the user is told when nobody knows what a call did.
  static List<Diagnostic> unknown(ApplyRequest request, Diagnostic why) {
    var subject = Subject.of(request.at());
    return List.of(
        why.about(subject),
        Diagnostic.error(
            Code.OUTCOME_UNKNOWN,
            subject,
            "Outcome of an operation is unknown",
            "The "
                + (request.isDestroy() ? "deletion" : request.isCreate() ? "creation" : "update")
                + " was sent and no answer came. The operation stays open in the journal; what it"
                + " did is found out before anything else is done to this object."));
  }
}
