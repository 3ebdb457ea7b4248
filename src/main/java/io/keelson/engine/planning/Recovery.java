package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.Maker;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import java.util.List;

/// Finds out what an operation did whose result was never stored: *maybe done* becomes done or not
/// done.
final class Recovery {
  private final ConfiguredProviders providers;
  private final StateCodec codec;
  private final Secrecy secrecy;

  /// @param secrecy of the values that the objects may have been made from
  Recovery(ConfiguredProviders providers, StateCodec codec, Secrecy secrecy) {
    this.providers = providers;
    this.codec = codec;
    this.secrecy = secrecy;
  }

  /// What is known of an instance after looking.
  sealed interface Outcome {
    /// @param mustRead whether the current object may have changed since it was stored
    record Settled(InstanceState state, boolean mustRead) implements Outcome {}

    /// It cannot be told whether it was done, so nothing may be done to this instance.
    record Uncertain(List<Diagnostic> diagnostics) implements Outcome {}
  }

  /// An operation that failed may have changed the object, too, whatever its provider told of it.
  ///
  /// @param recorded the instance as its record tells
  Outcome settle(InstanceAddress at, InstanceState recorded) {
    var instance = recorded.withLastFailed(false);
    if (instance.open().isEmpty()) return new Outcome.Settled(instance, recorded.lastFailed());
    Operation open = instance.open().get();
    if (open.kind() == Operation.Kind.UPDATE)
      // What the object looks like now may be the work of that update.
      return new Outcome.Settled(instance.closed().writtenBy(open.plan()), true);
    if (open.kind() != Operation.Kind.CREATE) return new Outcome.Settled(instance.closed(), true);
    return switch (providers.maker(at.resource(), open.declared().provider())) {
      case Maker.Known maker -> created(maker, at, instance, open);
      case Maker.Unreachable(var problems) when problems.isEmpty() ->
          uncertain(at, open, "its provider is not available");
      case Maker.Unreachable(var problems) -> new Outcome.Uncertain(problems);
    };
  }

  private Outcome created(
      Maker.Known maker, InstanceAddress at, InstanceState instance, Operation open) {
    return switch (maker.provider().recovery(at.resource().type())) {
      case REPEATABLE -> new Outcome.Settled(instance.notCreated(), true);
      case FINDABLE -> find(maker, at, instance, open);
      case UNCERTAIN -> uncertain(at, open, "objects of this type cannot be found by themselves");
    };
  }

  private Outcome find(
      Maker.Known maker, InstanceAddress at, InstanceState instance, Operation open) {
    if (open.locator().isEmpty())
      return uncertain(at, open, "nothing was known before the call by which to find the object");
    var request =
        new FindRequest(at.resource().type(), at, open.id(), open.locator().orElseThrow());
    return switch (maker.provider().find(request)) {
      case FindAnswer.Absent _ -> new Outcome.Settled(instance.notCreated(), true);
      case FindAnswer.Failed(var diagnostics) ->
          new Outcome.Uncertain(secrecy(maker).about(Subject.of(at), diagnostics));
      case FindAnswer.Found(var object) ->
          new Outcome.Settled(
              instance
                  .closed()
                  .withCurrent(stored(maker, at, object, open.declared()))
                  .writtenBy(open.plan())
                  .madeBy(open.plan()),
              false);
    };
  }

  private Secrecy secrecy(Maker.Known maker) {
    var configuration = maker.provider().configuration();
    return secrecy.and(configuration.remark(configuration.value()));
  }

  /// The object as it would have been stored if the answer had come.
  private ObjectState stored(
      Maker.Known maker, InstanceAddress at, Prior object, Declared declared) {
    var provider = maker.provider();
    Schema schema = provider.schema(at.resource().type()).orElseThrow();
    var marked =
        Sensitivity.found(schema, object.value(), declared.sensitive(), provider.configuration());
    return new ObjectState(
        at.resource().type(),
        ObjectState.Status.READY,
        new RawState(schema.version(), codec.encode(object.value(), schema.type())),
        Sensitivity.paths(marked),
        object.privateData(),
        object.identity(),
        maker.key(),
        declared.dependencies(),
        declared.flags());
  }

  private static Outcome uncertain(InstanceAddress at, Operation open, String why) {
    return new Outcome.Uncertain(
        List.of(
            Diagnostic.error(
                Code.OUTCOME_UNKNOWN,
                Subject.of(at),
                "Outcome of a create is unknown",
                "Operation "
                    + open.id()
                    + " was started and its result was never stored; "
                    + why
                    + ". Look whether the object exists, then say so on the ResourceInstance with"
                    + " the annotation keelson.dev/resolve: exists=<id>, or absent.")));
  }
}
