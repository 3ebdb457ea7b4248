package io.keelson.engine.object;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.provider.PlanAnswer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;

/// Asks a provider to plan that an object goes away.
///
/// @rule R-PLAN-37
/// @rule R-CHK-8
public final class DestroyPlanner {
  private final Provider provider;
  private final Schema schema;

  public DestroyPlanner(Provider provider, Schema schema) {
    this.provider = provider;
    this.schema = schema;
  }

  /// What the provider answers to a planned destruction.
  public sealed interface Answer {
    record Agreed(Bytes privateData, List<Diagnostic> warnings) implements Answer {}

    /// The provider cannot tell yet.
    record Deferred(Deferral deferral) implements Answer {}

    record Refused(List<Diagnostic> diagnostics) implements Answer {}
  }

  /// @param sensitive where the object is sensitive
  /// @rule R-SENS-5
  public Answer plan(ObjectRef object, Prior prior, SensitivePaths sensitive) {
    var secrecy = Secrecy.of(Sensitivity.mark(prior.value(), sensitive));
    return switch (asked(object, prior)) {
      case Answer.Agreed(var privateData, var warnings) ->
          new Answer.Agreed(privateData, secrecy.in(warnings));
      case Answer.Deferred(var deferral) -> new Answer.Deferred(secrecy.in(deferral));
      case Answer.Refused(var diagnostics) -> new Answer.Refused(secrecy.in(diagnostics));
    };
  }

  private Answer asked(ObjectRef object, Prior prior) {
    var subject = Subject.of(object.instance());
    Value nothing = Value.nothing(schema.type());
    var request =
        new PlanRequest(
            object.instance().resource().type(),
            object.instance(),
            prior.value(),
            Unmarked.plain(nothing),
            Unmarked.plain(nothing),
            prior.privateData(),
            prior.identity(),
            List.of());
    return switch (provider.plan(request)) {
      case PlanAnswer.Failed(var diagnostics) ->
          new Answer.Refused(Diagnostic.about(subject, diagnostics));
      case PlanAnswer.Deferred(var deferral) -> new Answer.Deferred(deferral);
      case PlanAnswer.Planned planned -> {
        var wrong = PlanChecks.destroys(subject, provider.name(), planned.value());
        yield wrong.isEmpty()
            ? new Answer.Agreed(
                planned.privateData(), Diagnostic.about(subject, planned.warnings()))
            : new Answer.Refused(wrong);
      }
    };
  }
}
