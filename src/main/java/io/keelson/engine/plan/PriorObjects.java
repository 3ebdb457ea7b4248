package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.ReadAnswer;
import io.keelson.engine.provider.UpgradeAnswer;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;

/// Makes prior states of stored objects: upgraded to the current schema, and read from the
/// provider.
///
/// @rule R-STATE-10
/// @rule R-STATE-11
public final class PriorObjects {
  private final ConfiguredProviders providers;

  public PriorObjects(ConfiguredProviders providers) {
    this.providers = providers;
  }

  /// What became of a stored object.
  public sealed interface Loaded {
    record Present(Prior prior, List<Diagnostic> warnings) implements Loaded {}

    /// The provider says that the object does not exist.
    record Gone() implements Loaded {}

    /// The provider cannot tell yet.
    record Deferred(Deferral deferral) implements Loaded {}

    record Failed(List<Diagnostic> diagnostics) implements Loaded {}
  }

  /// The object as it was stored, in the current schema.
  ///
  /// @rule R-CHK-1
  public Loaded upgrade(InstanceAddress at, ObjectState object) {
    var subject = Subject.of(at);
    var found = providers.of(at.resource());
    if (found.isEmpty()) return new Loaded.Failed(List.of(noProvider(at, object)));
    Provider provider = found.get();
    Schema schema = provider.schema(at.resource().type()).orElseThrow();
    long stored = object.attributes().schemaVersion();
    if (stored > schema.version())
      return new Loaded.Failed(List.of(newer(at, provider, stored, schema.version())));
    return switch (provider.upgrade(at.resource().type(), object.attributes())) {
      case UpgradeAnswer.Deferred(var deferral) -> new Loaded.Deferred(deferral);
      case UpgradeAnswer.Failed(var diagnostics) ->
          new Loaded.Failed(Diagnostic.about(subject, diagnostics));
      case UpgradeAnswer.Upgraded(var value, var warnings) -> {
        var wrong =
            new ArrayList<>(
                PlanChecks.conforms(schema, subject, provider.name(), value, schema.type()));
        wrong.addAll(
            PlanChecks.known(subject, provider.name(), value, "it was upgraded, and is unknown"));
        yield wrong.isEmpty()
            ? new Loaded.Present(
                new Prior(value, object.privateData(), object.identity()),
                Diagnostic.about(subject, warnings))
            : new Loaded.Failed(wrong);
      }
    };
  }

  /// What others see of an instance that nothing is planned for: its object as stored; unknown
  /// where there is none, or none that can be read.
  public Value value(InstanceAddress at, InstanceState instance) {
    var object = instance.current();
    if (object.isPresent() && upgrade(at, object.get()) instanceof Loaded.Present(var prior, _))
      return Sensitivity.mark(prior.value(), object.get().sensitive());
    return Value.unknown(providers.schema(at.resource()).orElseThrow().type());
  }

  /// The object as it is now.
  ///
  /// @rule R-CHK-2
  /// @rule DEV-6
  public Loaded read(InstanceAddress at, Prior current) {
    var subject = Subject.of(at);
    Provider provider = providers.of(at.resource()).orElseThrow();
    Schema schema = provider.schema(at.resource().type()).orElseThrow();
    return switch (provider.read(at.resource().type(), at, current)) {
      case ReadAnswer.Gone _ -> new Loaded.Gone();
      case ReadAnswer.Deferred(var deferral) -> new Loaded.Deferred(deferral);
      case ReadAnswer.Failed(var diagnostics) ->
          new Loaded.Failed(Diagnostic.about(subject, diagnostics));
      case ReadAnswer.Found(var prior, var warnings) -> {
        var wrong =
            new ArrayList<>(
                PlanChecks.conforms(
                    schema, subject, provider.name(), prior.value(), schema.type()));
        wrong.addAll(
            PlanChecks.known(
                subject, provider.name(), prior.value(), "it was read, and is unknown"));
        yield wrong.isEmpty()
            ? new Loaded.Present(prior, Diagnostic.about(subject, warnings))
            : new Loaded.Failed(wrong);
      }
    };
  }

  private static Diagnostic noProvider(InstanceAddress at, ObjectState object) {
    return Diagnostic.error(
        Code.UNKNOWN_TYPE,
        Subject.of(at),
        "Provider is missing",
        "The state has an object of type "
            + at.resource().type()
            + " that was written by provider '"
            + object.provider()
            + "', which is not available now. Keep the provider until its objects are gone.");
  }

  private static Diagnostic newer(
      InstanceAddress at, Provider provider, long stored, long version) {
    return Diagnostic.error(
        Code.STATE_NEWER_THAN_PROVIDER,
        Subject.of(at),
        "State is newer than the provider",
        "The object was stored with schema version "
            + stored
            + ", but provider '"
            + provider.name()
            + "' has version "
            + version
            + ". Use at least the provider version that wrote it.");
  }
}
