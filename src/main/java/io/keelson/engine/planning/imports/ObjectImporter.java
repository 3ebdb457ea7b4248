package io.keelson.engine.planning.imports;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Import;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.PlanChecks;
import io.keelson.engine.object.ProviderFault;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.plan.Change;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.LateDeferral;
import io.keelson.engine.reading.ObjectReader.Known;
import io.keelson.engine.reading.PriorObjects;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.DependencySet;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.engine.value.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Looks at objects that are to be taken over. Nothing of them is stored before the apply.
///
/// @rule R-IMP-6
/// @rule R-IMP-7
public final class ObjectImporter {
  private final ConfiguredProviders providers;
  private final StateCodec codec;
  private final PriorObjects priors;
  private final Map<InstanceAddress, ImportTargets.Target> targets = new ConcurrentHashMap<>();

  public ObjectImporter(ConfiguredProviders providers, StateCodec codec, PriorObjects priors) {
    this.providers = providers;
    this.codec = codec;
    this.priors = priors;
  }

  /// Notes what is to be taken over, before anything of these resources is planned.
  public void expect(ImportTargets expected) {
    targets.putAll(expected.all());
  }

  /// An object that is taken over, and what it was found by.
  public record Imported(ImportKey key, Known.Present object) {}

  /// What the instance is to take over.
  public Optional<ImportTargets.Target> about(InstanceAddress at) {
    return Optional.ofNullable(targets.get(at));
  }

  /// Warns where an instance is to take over an object, and has a record of another one.
  ///
  /// @param recorded the object that the instance has, with its marks
  public Optional<Diagnostic> idle(InstanceAddress at, Provider provider, Value recorded) {
    return about(at).flatMap(target -> IdleImport.of(target, provider, recorded));
  }

  /// Whether an import by an id names the object that its target has a record of.
  ///
  /// @param recorded the object that is recorded, with its marks
  public static boolean names(ImportTargets.Target target, Provider provider, Value recorded) {
    return IdleImport.wanted(target)
        .filter(wanted -> IdleImport.isNamed(wanted, target, provider, recorded))
        .isPresent();
  }

  /// Why the change of an object that is taken over is more than its import allows.
  public static Optional<Diagnostic> refusal(ImportLimit limit, Change change) {
    return ImportRefusal.of(limit, change);
  }

  /// @param config what is declared for the target, with marks
  public Answer<Imported> take(ImportTargets.Target target, Value config) {
    return switch (target.by().expression().evaluate(target.scope())) {
      case Evaluated.Failed(var diagnostics) ->
          new Answer.Failed<>(Diagnostic.within(target.at(), diagnostics));
      case Evaluated.Ok(var value) -> {
        var wrong = problem(target.by(), value);
        yield wrong.isEmpty()
            ? find(
                new Wanted(
                    target.at(), key(target.by(), value), config.unmark(), SensitivePaths.NONE))
            : Answer.failed(
                error(target.at(), "Import " + target.by().word() + " cannot be used", wrong)
                    .at(target.path().attribute(target.by().word())));
      }
    };
  }

  /// @param value a value without a problem
  private static ImportKey key(Import.By by, Value value) {
    return switch (by) {
      case Import.By.Id _ -> new ImportKey.Id(((Value.Text) value).text());
      case Import.By.Identity _ -> new ImportKey.Identity((Mapping) value);
    };
  }

  /// Looks for the object that an unfinished create has made, as a person says.
  ///
  /// @param config what is declared now, with marks
  /// @param made the declaration that the object was made from
  public Answer<Imported> find(InstanceAddress at, String id, Value config, Declared made) {
    var key = new ImportKey.Id(id);
    return switch (find(new Wanted(at, key, config.unmark(), made.sensitive()))) {
      case Answer.Failed(var diagnostics) -> Answer.failed(isNot(at, id, diagnostics));
      // A person is asked for an object that exists: it can be found now, or the answer is wrong.
      case Answer.Deferred(var deferral) -> {
        var provider = providers.of(at.resource()).orElseThrow().name();
        yield Answer.failed(isNot(at, id, LateDeferral.of(Subject.of(at), provider, deferral)));
      }
      case Answer.Given(Imported(_, var object)) -> {
        var state = object.state().withDependencies(made.dependencies()).withFlags(made.flags());
        yield Answer.of(
            new Imported(
                key, new Known.Present(state, object.prior(), object.drift(), object.warnings())));
      }
    };
  }

  private static Diagnostic isNot(InstanceAddress at, String id, List<Diagnostic> why) {
    var first = why.stream().filter(Diagnostic::isError).findFirst().orElseThrow();
    return Diagnostic.error(
        Code.OUTCOME_UNKNOWN,
        Subject.of(at),
        "Object cannot be taken over",
        "A create has an unknown end, and the answer exists=%s cannot be used: %s. %s"
            .formatted(id, first.summary(), first.detail()));
  }

  /// An object that is looked for.
  ///
  /// @param secret its secret paths, beside those that the configuration says
  private record Wanted(InstanceAddress at, ImportKey key, Unmarked config, SensitivePaths secret) {
    Subject subject() {
      return Subject.of(at);
    }

    String type() {
      return at.resource().type();
    }
  }

  /// What is wrong with the id or identity of an import; empty if nothing is.
  ///
  /// @rule R-IMP-2
  private static String problem(Import.By by, Value value) {
    var word = by.word();
    if (Marks.ephemeral(value.allMarks()))
      return "The "
          + word
          + " comes from "
          + Marks.ephemeralSources(value.allMarks())
          + ", which is ephemeral, but it is recorded in plans. Use an "
          + word
          + " that is not ephemeral.";
    if (value.marked())
      return "The "
          + word
          + " is secret, but it is shown in plans. Use an "
          + word
          + " that is not.";
    if (!value.whollyKnown())
      return "The "
          + word
          + " depends on values that are only known after apply. Use one that is known before, or"
          + " apply what it depends on first.";
    return isGiven(by, value) ? "" : nothingGiven(by, value);
  }

  private static boolean isGiven(Import.By by, Value value) {
    return switch (by) {
      case Import.By.Id _ -> value instanceof Value.Text text && !text.text().isEmpty();
      case Import.By.Identity _ -> value instanceof Mapping attributes && attributes.size() > 0;
    };
  }

  private static String nothingGiven(Import.By by, Value value) {
    return switch (by) {
      case Import.By.Id _ ->
          "The id is "
              + (value.isNull() ? "null" : "empty")
              + "; give the text by which the provider finds the object.";
      case Import.By.Identity _ ->
          "The identity is no object with attributes; give those by which the provider tells the"
              + " object from others.";
    };
  }

  /// @rule R-SENS-5
  private Answer<Imported> find(Wanted wanted) {
    var secrecy = Secrecy.of(wanted.config());
    return secrecy
        .in(look(wanted))
        .map(found ->
            new Imported(
                wanted.key(),
                new Known.Present(
                    found.state(),
                    found.prior(),
                    found.drift(),
                    secrecy.and(found.marked()).in(found.warnings()))));
  }

  private Answer<Known.Present> look(Wanted wanted) {
    Provider provider = providers.of(wanted.at().resource()).orElseThrow();
    var request =
        new ImportRequest(
            wanted.type(), wanted.at(), wanted.key(), wanted.config(), priors.timeout(wanted.at()));
    return switch (priors.importObject(provider, request)) {
      case ImportAnswer.Absent _ -> missing(wanted);
      case ImportAnswer.Deferred(var deferral) -> new Answer.Deferred<>(deferral);
      case ImportAnswer.Failed(var diagnostics) ->
          new Answer.Failed<>(Diagnostic.about(wanted.subject(), diagnostics));
      case ImportAnswer.Found found -> read(wanted, provider, found);
    };
  }

  private static Diagnostic nothing(Wanted wanted, Provider provider) {
    return new ProviderFault(wanted.subject(), provider.name(), "Provider returned no object")
        .at(AttributePath.ROOT, "an object is found for the import, but it is null");
  }

  /// @rule R-CHK-18
  private Answer<Known.Present> read(Wanted wanted, Provider provider, ImportAnswer.Found found) {
    Schema schema = provider.schema(wanted.type()).orElseThrow();
    var object = found.object();
    var wrong =
        PlanChecks.conforms(
            schema, wanted.subject(), provider.name(), object.value(), schema.type());
    if (!wrong.isEmpty()) return new Answer.Failed<>(wrong);
    if (object.value().isNull()) return Answer.failed(nothing(wanted, provider));
    var known =
        Sensitivity.found(
            schema, object.value(), secret(found).with(wanted.secret()), provider.configuration());
    return Secrecy.of(known)
        .in(priors.read(wanted.at(), provider, object))
        .then(seen ->
            switch (seen) {
              case Sighting.Gone _ -> missing(wanted);
              case Sighting.Found read ->
                  Answer.of(taken(wanted, provider, found, Sensitivity.ownSecrets(known), read));
            });
  }

  /// @param known the secrets of what was found before it was read
  private Known.Present taken(
      Wanted wanted,
      Provider provider,
      ImportAnswer.Found found,
      Unmarked known,
      Sighting.Found seen) {
    var all = new ArrayList<>(Diagnostic.about(wanted.subject(), found.warnings()));
    all.addAll(seen.warnings());
    // Paths that were secret when the object was made are secret here, too.
    var secret =
        Sensitivity.paths(wanted.config())
            .with(secret(found))
            .with(SensitivePaths.of(seen.secret(), seen.secret()))
            .with(wanted.secret());
    var state =
        stored(wanted.at().resource(), provider, seen.object(), secret, known)
            .after(seen.completion());
    return new Known.Present(state, seen.object(), new Drift.None(), all);
  }

  private static SensitivePaths secret(ImportAnswer.Found found) {
    return SensitivePaths.of(found.secret(), found.secret());
  }

  /// @param known the secrets of what was found before it was read; reading may repeat them
  private ObjectState stored(
      ResourceAddress at, Provider provider, Prior prior, SensitivePaths secret, Unmarked known) {
    Schema schema = provider.schema(at.type()).orElseThrow();
    var marked = Sensitivity.found(schema, prior.value(), secret, provider.configuration());
    return new ObjectState(
        at.type(),
        ObjectState.Status.READY,
        new RawState(schema.version(), codec.encode(prior.value(), schema.type())),
        Sensitivity.repeating(marked, known),
        prior.privateData(),
        prior.identity(),
        providers.key(at),
        DependencySet.of(List.of()),
        Flags.NONE);
  }

  /// @rule R-IMP-8
  private static Answer<Known.Present> missing(Wanted wanted) {
    return Answer.failed(
        error(
            wanted.at(),
            "Object to import does not exist",
            switch (wanted.key()) {
              case ImportKey.Id(var id) -> missing("id", id);
              case ImportKey.Identity(var attributes) ->
                  missing("identity", ValueText.inline(attributes));
            }));
  }

  private static String missing(String word, String value) {
    return "The provider has no object with the "
        + word
        + " "
        + value
        + ". Nothing is created in its place. Mend the "
        + word
        + ", or take the import out to have a new object.";
  }

  private static Diagnostic error(InstanceAddress at, String summary, String detail) {
    return Diagnostic.error(Code.IMPORT, Subject.of(at), summary, detail);
  }
}
