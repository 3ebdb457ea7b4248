package io.keelson.engine.object;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.SensitivePaths;
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

  /// What the provider agrees to.
  ///
  /// @param prior the object, with what the provider noted for its destruction
  public record Agreed(Prior prior, List<Diagnostic> warnings) {}

  /// @param sensitive where the object is sensitive
  /// @rule R-SENS-5
  public Answer<Agreed> plan(ObjectRef object, Prior prior, SensitivePaths sensitive) {
    var secrecy = Secrecy.of(Sensitivity.mark(prior.value(), sensitive));
    return secrecy
        .in(asked(object, prior))
        .map(agreed -> new Agreed(agreed.prior(), secrecy.in(agreed.warnings())));
  }

  private Answer<Agreed> asked(ObjectRef object, Prior prior) {
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
    return provider
        .plan(request)
        .about(subject)
        .then(planned ->
            Answer.unless(
                PlanChecks.destroys(subject, provider.name(), planned.value()),
                () ->
                    new Agreed(
                        new Prior(prior.value(), planned.privateData(), prior.identity()),
                        Diagnostic.about(subject, planned.warnings()))));
  }
}
