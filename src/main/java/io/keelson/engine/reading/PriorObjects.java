package io.keelson.engine.reading;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.PlanChecks;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// Makes prior states of stored objects: taken over if they have moved from another type, upgraded
/// to the current schema, and read from the provider.
///
/// @rule R-STATE-10
/// @rule R-STATE-11
public final class PriorObjects {
  private final ConfiguredProviders providers;
  private final StateCodec codec;
  private final AnswerMemo answers;
  private final Predicate<InstanceAddress> anew;
  private final Function<InstanceAddress, Optional<Duration>> timeouts;

  /// The prior states for an apply, which starts from the same as its plan.
  ///
  /// @param answers that providers gave for the plan
  public PriorObjects(ConfiguredProviders providers, StateCodec codec, AnswerMemo answers) {
    this(providers, codec, answers, _ -> false, _ -> Optional.empty());
  }

  /// @param answers that providers gave before
  /// @param anew which objects are read even if an answer is known
  /// @param timeouts for how long one is read at most, where that is declared
  public PriorObjects(
      ConfiguredProviders providers,
      StateCodec codec,
      AnswerMemo answers,
      Predicate<InstanceAddress> anew,
      Function<InstanceAddress, Optional<Duration>> timeouts) {
    this.providers = providers;
    this.codec = codec;
    this.answers = answers;
    this.anew = anew;
    this.timeouts = timeouts;
  }

  /// For how long it may take to look at an object, as declared; empty if nothing is said.
  ///
  /// @rule R-PUL-40
  public Optional<Duration> timeout(InstanceAddress at) {
    return timeouts.apply(at);
  }

  /// What a provider knows of an object that is to be taken over.
  public ImportAnswer importObject(Provider provider, ImportRequest request) {
    return answers.importObject(provider, request);
  }

  /// A stored object in the current schema.
  public record Loaded(Prior prior, List<Diagnostic> warnings) {}

  /// The object as it was stored, in the current schema.
  ///
  /// @rule R-CHK-1
  public Answer<Loaded> upgrade(InstanceAddress at, ObjectState object) {
    var found = providers.of(at.resource(), object);
    if (object.isForeignTo(at.resource())) return takenOver(takeOver(at, object), found);
    if (found.isEmpty()) return Answer.failed(noProvider(at, object));
    Provider provider = found.get();
    long version = schema(at, provider).version();
    long stored = object.attributes().schemaVersion();
    if (stored > version) return Answer.failed(newer(at, provider, stored, version));
    var loaded =
        upgrade(at, provider, object.attributes(), object.privateData(), object.identity());
    return shown(at, provider, object, loaded);
  }

  /// Hides secrets in what a provider says: it may quote a state that it cannot read.
  ///
  /// @rule R-SENS-5
  private Answer<Loaded> shown(
      InstanceAddress at, Provider provider, ObjectState object, Answer<Loaded> loaded) {
    if (object.sensitive().isEmpty()) return loaded;
    if (loaded instanceof Answer.Given(Loaded(var prior, var warnings))) {
      if (warnings.isEmpty()) return loaded;
      var secrecy = Secrecy.of(Sensitivity.mark(prior.value(), object.sensitive()));
      return Answer.of(new Loaded(prior, secrecy.in(warnings)));
    }
    return stored(at, provider, object)
        .map(value -> Secrecy.of(value).in(loaded))
        .orElseGet(() -> loaded.told(_ -> List.of(unquoted(at, provider)), _ -> List.of()));
  }

  private Optional<Value> stored(InstanceAddress at, Provider provider, ObjectState object) {
    return decoded(object.attributes(), schema(at, provider))
        .map(value -> Sensitivity.mark(value, object.sensitive()));
  }

  private static Diagnostic unquoted(InstanceAddress at, Provider provider) {
    return Diagnostic.error(
        Code.PROVIDER_ERROR,
        Subject.of(at),
        "Provider cannot read what is recorded",
        "Provider '"
            + provider.name()
            + "' refuses the recorded object. What it says about that is not shown: the object"
            + " holds secrets, and nobody can tell which parts of the message they are. Use the"
            + " provider version that wrote it.");
  }

  private Answer<Loaded> upgrade(
      InstanceAddress at,
      Provider provider,
      RawState stored,
      Bytes privateData,
      Optional<RawState> identity) {
    var subject = Subject.of(at);
    return steady(at, provider, stored)
        .about(subject)
        .then(upgraded ->
            Answer.unless(
                wrong(at, provider, upgraded.value(), "it was upgraded, and is unknown"),
                () ->
                    new Loaded(
                        new Prior(upgraded.value(), privateData, identity),
                        Diagnostic.about(subject, upgraded.warnings()))));
  }

  /// The upgrade of a stored state. A provider that upgrades it to something else each time would
  /// never give the same plan twice: then the stored state counts where it has the current form,
  /// and else the first answer, which is stored with the next bookkeeping.
  private Answer<Upgraded> steady(InstanceAddress at, Provider provider, RawState stored) {
    var kept = answers.upgrade(at, stored);
    if (kept.isPresent()) return kept.get();
    var type = at.resource().type();
    var first = provider.upgrade(type, stored);
    if (!(first instanceof Answer.Given(Upgraded(var value, var warnings)))) return first;
    var schema = schema(at, provider);
    var decoded = decoded(stored, schema);
    if (decoded.filter(value::matches).isPresent()) return first;
    boolean repeats =
        provider.upgrade(type, stored) instanceof Answer.Given(Upgraded(var again, _))
            && value.equals(again);
    if (repeats) return first;
    if (decoded.isPresent() && stored.schemaVersion() == schema.version())
      return Answer.of(new Upgraded(decoded.get(), warnings));
    answers.keep(at, stored, first);
    return first;
  }

  private Optional<Value> decoded(RawState stored, Schema schema) {
    try {
      return Optional.of(codec.decode(stored.json(), schema.type()));
    } catch (StateCodec.MalformedState e) {
      return Optional.empty();
    }
  }

  /// What is wrong with a value by the schema and by the rules of stored objects.
  private static List<Diagnostic> wrong(
      InstanceAddress at, Provider provider, Value value, String unknown) {
    var subject = Subject.of(at);
    var schema = schema(at, provider);
    var wrong =
        new ArrayList<>(
            PlanChecks.conforms(schema, subject, provider.name(), value, schema.type()));
    wrong.addAll(PlanChecks.known(subject, provider.name(), value, unknown));
    return wrong;
  }

  private static Schema schema(InstanceAddress at, Provider provider) {
    return provider.schema(at.resource().type()).orElseThrow();
  }

  private TakeOver takeOver(InstanceAddress at, ObjectState object) {
    return new TakeOver(providers, codec, at, object);
  }

  /// The object in the schema of its new type.
  ///
  /// @rule R-MOV-4
  private Answer<Loaded> takenOver(TakeOver takeOver, Optional<Provider> found) {
    return found
        .map(provider ->
            takeOver.ask(provider, answers).then(moved -> moved(takeOver, provider, moved)))
        .orElseGet(() -> Answer.failed(takeOver.nobody()));
  }

  /// The moved object is upgraded as well: some providers correct even their own new states then.
  private Answer<Loaded> moved(TakeOver takeOver, Provider provider, MoveAnswer.Moved moved) {
    var at = takeOver.at();
    var object = moved.object();
    var wrong = wrong(at, provider, object.value(), "it was taken over, and is unknown");
    if (!wrong.isEmpty()) return new Answer.Failed<>(wrong);
    if (object.value().isNull()) return Answer.failed(takeOver.nothing(provider));
    var schema = schema(at, provider);
    var stored = new RawState(schema.version(), codec.encode(object.value(), schema.type()));
    return upgrade(at, provider, stored, object.privateData(), object.identity())
        .told(takeOver::errors, takeOver::warnings)
        .map(upgraded -> {
          var all = new ArrayList<>(Diagnostic.about(Subject.of(at), moved.warnings()));
          all.addAll(takeOver.warnings(upgraded.warnings()));
          return new Loaded(upgraded.prior(), all);
        });
  }

  /// The form in which to store an object whose prior state is known: the stored object itself,
  /// unless it has been taken over from another type, its schema has more secrets by now, or a
  /// second upgrade would not give the same.
  ///
  /// @param prior what [#upgrade] gave
  /// @rule R-SENS-1
  ObjectState stored(InstanceAddress at, ObjectState object, Prior prior) {
    var schema = providers.schema(at.resource()).orElseThrow();
    if (object.isForeignTo(at.resource()))
      return takeOver(at, object).stored(schema, prior, provider(at, object));
    var known = Sensitivity.paths(schema, prior.value(), object.sensitive());
    boolean unsteady = answers.upgrade(at, object.attributes()).isPresent();
    if (!unsteady && object.sensitive().all().containsAll(known.all())) return object;
    boolean upgraded = object.attributes().schemaVersion() != schema.version();
    var attributes =
        upgraded
            ? new RawState(schema.version(), codec.encode(prior.value(), schema.type()))
            : object.attributes();
    return object.withAttributes(attributes, known.with(object.sensitive()));
  }

  /// The provider of an existing object.
  Provider provider(InstanceAddress at, ObjectState object) {
    return providers.of(at.resource(), object).orElseThrow();
  }

  /// What others see of an instance that nothing is planned for: its object as stored; unknown
  /// where there is none, or none that can be read.
  public Value value(InstanceAddress at, InstanceState instance) {
    var object = instance.current();
    if (object.isPresent()
        && upgrade(at, object.get()) instanceof Answer.Given(Loaded(var prior, _)))
      return Sensitivity.mark(prior.value(), stored(at, object.get(), prior).sensitive());
    return Value.unknown(providers.schema(at.resource()).orElseThrow().type());
  }

  /// The object as it is now.
  ///
  /// @param provider the provider of the object
  /// @rule R-CHK-2
  /// @rule DEV-6
  public Answer<Sighting> read(InstanceAddress at, Provider provider, Prior current) {
    var subject = Subject.of(at);
    var answer =
        answers.read(
            at,
            provider,
            current,
            anew.test(at),
            () -> provider.read(new ReadRequest(at.resource().type(), at, current, timeout(at))));
    return answer
        .about(subject)
        .then(seen ->
            switch (seen) {
              case Sighting.Gone gone -> Answer.of(gone);
              case Sighting.Found(var prior, var secret, var completion, var warnings) ->
                  Answer.unless(
                      wrong(at, provider, prior.value(), "it was read, and is unknown"),
                      () ->
                          new Sighting.Found(
                              prior, secret, completion, Diagnostic.about(subject, warnings)));
            });
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
