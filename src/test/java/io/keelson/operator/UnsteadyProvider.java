package io.keelson.operator;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.ProviderDecorator;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/// Adds the type `unsteady`, and a data source of the same name, whose attribute `reading` is
/// another one in each answer: when it is read, upgraded, imported and made.
final class UnsteadyProvider extends ProviderDecorator {
  private static final String TYPE = "unsteady";
  private static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "word", Attribute.of(Types.STRING, Presence.OPTIONAL),
                  "fixed", Attribute.of(Types.STRING, Presence.OPTIONAL),
                  "reading", Attribute.of(Types.STRING, Presence.COMPUTED))));

  private final StateCodec codec = new JsonStateCodec();
  private final Answers answers;

  /// What the provider answers, and how often it was asked.
  static final class Answers {
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger applies = new AtomicInteger();
    private final AtomicInteger plans = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile boolean steady;
    private volatile boolean neverSettles;
    private volatile boolean revoked;

    /// From now on it answers the same each time.
    Answers steady() {
      steady = true;
      return this;
    }

    /// From now on it looks for the word that it is given: what was granted is gone, and where it
    /// is asked for nothing it misses nothing.
    void revoke() {
      revoked = true;
    }

    int reads() {
      return reads.get();
    }

    /// From now on it plans another reading for each object, whatever that has.
    void neverSettle() {
      neverSettles = true;
    }

    private Value next() {
      return Value.text(steady ? "r" : "r-" + count.incrementAndGet());
    }

    int plans() {
      return plans.get();
    }

    int applies() {
      return applies.get();
    }

    UnaryOperator<Provider> added() {
      return real ->
          real.schema("terraform_data").isPresent() ? new UnsteadyProvider(real, this) : real;
    }
  }

  private UnsteadyProvider(Provider real, Answers answers) {
    super(real);
    this.answers = answers;
  }

  private static boolean isOurs(String type) {
    return type.equals(TYPE);
  }

  @Override
  public Optional<Schema> schema(String type) {
    return isOurs(type) ? Optional.of(SCHEMA) : super.schema(type);
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return isOurs(type) ? Optional.of(SCHEMA) : super.dataSchema(type);
  }

  @Override
  public CreateRecovery recovery(String type) {
    return isOurs(type) ? CreateRecovery.REPEATABLE : super.recovery(type);
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return isOurs(type) ? List.of() : super.validateData(type, config);
  }

  @Override
  public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
    if (!isOurs(type)) return super.readData(type, at, config);
    return Answer.of(new FoundData(seen(config.value()), Collections.emptySortedSet(), List.of()));
  }

  private Mapping seen(Value object) {
    return with("reading", answers.next(), object);
  }

  private static Mapping with(String attribute, Value changed, Value object) {
    return ((Mapping) object).mapValues((name, value) -> name.equals(attribute) ? changed : value);
  }

  @Override
  public Answer<Upgraded> upgrade(String type, RawState stored) {
    if (!isOurs(type)) return super.upgrade(type, stored);
    try {
      return Answer.of(new Upgraded(seen(codec.decode(stored.json(), SCHEMA.type())), List.of()));
    } catch (StateCodec.MalformedState e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Answer<Sighting> read(ReadRequest request) {
    if (!isOurs(request.type())) return super.read(request);
    answers.reads.incrementAndGet();
    var known = request.current().value();
    var found = answers.revoked ? revoked((Mapping) known) : known;
    return Answer.of(new Sighting.Found(Prior.of(seen(found)), List.of()));
  }

  private static Value revoked(Mapping given) {
    boolean asks = given.attribute("word").matches(Value.text("granted"));
    return with("word", Value.text(asks ? "none" : "granted"), given);
  }

  @Override
  public Answer<PlannedState> plan(PlanRequest request) {
    if (!isOurs(request.type())) return super.plan(request);
    answers.plans.incrementAndGet();
    Value planned = request.proposed().value();
    SortedSet<AttributePath> replace = new TreeSet<>();
    if (planned.isNull()) return planned(planned, replace);
    if (request.prior().isNull())
      return planned(
          with(
              "id",
              Value.unknownNotNull(Types.STRING),
              with("reading", Value.unknownNotNull(Types.STRING), planned)),
          replace);
    var prior = (Mapping) request.prior();
    if (!prior.attribute("fixed").matches(((Mapping) planned).attribute("fixed")))
      replace.add(AttributePath.of("fixed"));
    return planned(
        answers.neverSettles
            ? with("reading", Value.unknownNotNull(Types.STRING), planned)
            : planned,
        replace);
  }

  private static Answer<PlannedState> planned(Value value, SortedSet<AttributePath> replace) {
    return Answer.of(new PlannedState(value, replace, Bytes.NONE, Promise.EXACT, List.of()));
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    if (!isOurs(request.type())) return super.apply(request);
    answers.applies.incrementAndGet();
    return new ApplyAnswer.Returned(
        Optional.of(
            request.planned() instanceof Mapping planned ? made(planned) : request.planned()),
        Bytes.NONE,
        List.of());
  }

  private Mapping made(Mapping planned) {
    return planned.mapValues((name, value) ->
        value.whollyKnown()
            ? value
            : name.equals("id") ? Value.text(UUID.randomUUID().toString()) : answers.next());
  }

  @Override
  public ImportAnswer importObject(ImportRequest request) {
    if (!isOurs(request.type()) || !(request.key() instanceof ImportKey.Id(var id)))
      return super.importObject(request);
    var nothing = Value.nothing(Types.STRING);
    return new ImportAnswer.Found(
        Prior.of(
            Value.object(
                Map.of(
                    "id",
                    Value.text(id),
                    "word",
                    nothing,
                    "fixed",
                    nothing,
                    "reading",
                    answers.next()))));
  }
}
