package io.keelson.operator.stack;

import static io.keelson.testing.Attributes.writeOnly;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.EphemeralResources;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
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
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/// A provider that repeats what it is told, wherever it can: in attributes of its own, in ids, in
/// errors and warnings, and in the paths of those.
final class Parrot implements Provider {
  static final String TYPE = "parrot";
  static final String OTHER_TYPE = "finch";

  /// What all of its objects have.
  private static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.ofEntries(
                  Map.entry("id", Attribute.of(Types.STRING, Presence.COMPUTED)),
                  Map.entry("text", Attribute.of(Types.STRING, Presence.OPTIONAL)),
                  Map.entry("fixed", Attribute.of(Types.STRING, Presence.OPTIONAL)),
                  Map.entry("hidden", Attribute.of(Types.STRING, Presence.OPTIONAL).asSensitive()),
                  Map.entry("given", writeOnly(Attribute.of(Types.STRING, Presence.OPTIONAL))),
                  Map.entry("said", Attribute.of(Types.STRING, Presence.OPTIONAL_COMPUTED)),
                  Map.entry("any", Attribute.of(Types.DYNAMIC, Presence.OPTIONAL)),
                  Map.entry("number", Attribute.of(Types.NUMBER, Presence.OPTIONAL)),
                  Map.entry("flag", Attribute.of(Types.BOOL, Presence.OPTIONAL)),
                  Map.entry("list", Attribute.of(Type.list(Types.STRING), Presence.OPTIONAL)),
                  Map.entry("set", Attribute.of(Type.set(Types.STRING), Presence.OPTIONAL)),
                  Map.entry("map", Attribute.of(Type.map(Types.STRING), Presence.OPTIONAL)),
                  Map.entry("echo", Attribute.of(Types.STRING, Presence.COMPUTED)),
                  Map.entry("echoes", Attribute.of(Type.map(Types.STRING), Presence.COMPUTED)),
                  Map.entry("output", Attribute.of(Types.DYNAMIC, Presence.COMPUTED)))));

  /// From how many characters on a secret is found inside of something else.
  private static final int SHORTEST_PART = 6;

  private static final List<String> OWN = List.of("id", "echo", "echoes", "output");

  private final Random random;
  private final ParrotSpeech speech;
  private final StateCodec codec;
  private final Map<String, Mapping> world = new TreeMap<>();

  /// What it was asked to make or to end last.
  private Value waitedFor = Value.nothing(Types.DYNAMIC);

  private final Map<String, String> unseen = new TreeMap<>();
  private int made;

  /// Whether others add to what its objects hold, and do not replace it.
  private final boolean adding;

  /// What its ids begin with: no other parrot has an object of the same id.
  private final String flock;

  Parrot(String flock, Random random, StateCodec codec, String secret) {
    this.flock = flock;
    this.random = random;
    this.codec = codec;
    this.speech = new ParrotSpeech(random, secret);
    this.adding = secret.length() >= SHORTEST_PART;
  }

  void complains(int oneOf) {
    speech.complains(oneOf);
  }

  /// What it is configured with it repeats, too, but in attributes only.
  void isTold(Unmarked configuration) {
    speech.isTold(configuration);
  }

  @Override
  public String name() {
    return TYPE;
  }

  @Override
  public String identity() {
    return TYPE;
  }

  @Override
  public Unmarked configuration() {
    return speech.told();
  }

  @Override
  public Optional<Schema> schema(String type) {
    return type.equals(TYPE) || type.equals(OTHER_TYPE) ? Optional.of(SCHEMA) : Optional.empty();
  }

  @Override
  public CreateRecovery recovery(String type) {
    return CreateRecovery.FINDABLE;
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return speech.complaint(
        random.nextBoolean() ? Severity.ERROR : Severity.WARNING, config.value());
  }

  @Override
  public Answer<Upgraded> upgrade(String type, RawState stored) {
    try {
      var value = codec.decode(stored.json(), SCHEMA.type());
      return speech.fails()
          ? new Answer.Failed<>(speech.error(value))
          : Answer.of(new Upgraded(value, speech.complaint(Severity.WARNING, value)));
    } catch (StateCodec.MalformedState e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public MoveAnswer move(MoveRequest request) {
    try {
      var value = codec.decode(request.source().json(), SCHEMA.type());
      return speech.fails()
          ? new MoveAnswer.Failed(speech.error(value))
          : new MoveAnswer.Moved(Prior.of(value), speech.complaint(Severity.WARNING, value));
    } catch (StateCodec.MalformedState e) {
      throw new IllegalStateException(e);
    }
  }

  private static String id(Value object) {
    return object instanceof Mapping mapping && mapping.get("id") instanceof Value.Text text
        ? text.text()
        : "";
  }

  /// Now and then it repeats only when it is read.
  @Override
  public Answer<Sighting> read(ReadRequest request) {
    var current = request.current();
    var object = world.get(id(current.value()));
    if (object == null) return Answer.of(new Sighting.Gone());
    if (speech.fails())
      return random.nextBoolean()
          ? new Answer.Failed<>(speech.error(object))
          : new Answer.Deferred<>(speech.deferral(object));
    if (random.nextInt(6) == 0) {
      object = repeating(object, id(object));
      world.put(id(object), object);
    }
    return Answer.of(
        new Sighting.Found(
            new Prior(object, current.privateData(), Optional.empty()),
            speech.complaint(Severity.WARNING, object)));
  }

  @Override
  public Answer<PlannedState> plan(PlanRequest request) {
    if (speech.fails())
      return random.nextBoolean()
          ? new Answer.Failed<>(speech.error(request.config().value(), request.prior()))
          : new Answer.Deferred<>(speech.deferral(request.config().value()));
    var paths = new TreeSet<AttributePath>();
    paths.add(AttributePath.of("fixed"));
    // The path of an element tells its key.
    if (request.config().value() instanceof Mapping config
        && config.attribute("map") instanceof Mapping map)
      map.keys().forEach(key -> paths.add(AttributePath.of("map").key(key)));
    if (!(request.proposed().value() instanceof Mapping proposed))
      return Answer.of(
          new PlannedState(
              request.proposed().value(), new TreeSet<>(), Bytes.NONE, Promise.EXACT, List.of()));
    var config = (Mapping) request.config().value();
    boolean same = proposed.matches(request.prior());
    boolean isNew = request.prior().isNull();
    var planned =
        proposed.mapValues((name, value) -> {
          boolean own = OWN.contains(name) || name.equals("said");
          if (!own || !config.attribute(name).isNull() || same) return value;
          if (name.equals("id") && !isNew) return value;
          return Value.unknown(value.type());
        });
    return Answer.of(
        new PlannedState(
            planned,
            isNew ? new TreeSet<>() : paths,
            Bytes.NONE,
            Promise.EXACT,
            speech.complaint(Severity.WARNING, proposed, request.prior())));
  }

  @Override
  public Optional<String> waitsFor(InstanceAddress at) {
    return Optional.of(speech.spelled(speech.repeated(waitedFor)));
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    waitedFor = request.isDestroy() ? request.prior() : request.planned();
    if (speech.fails()) {
      var about = request.isDestroy() ? request.prior() : request.planned();
      return switch (random.nextInt(3)) {
        case 0 -> new ApplyAnswer.NotSent(speech.error(about).getFirst());
        case 1 -> {
          if (request.isCreate() && random.nextBoolean()) makeUnseen(request);
          yield new ApplyAnswer.OutcomeUnknown(speech.error(about).getFirst());
        }
        default ->
            new ApplyAnswer.Returned(
                request.isCreate() ? Optional.empty() : Optional.of(request.prior()),
                Bytes.NONE,
                speech.error(about));
      };
    }
    if (!(request.planned() instanceof Mapping planned)) {
      world.remove(id(request.prior()));
      return new ApplyAnswer.Returned(
          Optional.of(request.planned()),
          Bytes.NONE,
          speech.complaint(Severity.WARNING, request.prior()));
    }
    var said = speech.spelled(speech.repeated(request.config().value()));
    var id =
        request.isCreate() ? newId() + (speech.isSubtle() ? "-" + said : "") : id(request.prior());
    var object = repeating(planned, id);
    world.put(id, object);
    return new ApplyAnswer.Returned(
        Optional.of(object), Bytes.utf8(said), speech.complaint(Severity.WARNING, object));
  }

  private String newId() {
    return flock + "-" + ++made;
  }

  /// Makes an object whose answer gets lost. What it was told and does not keep is known to nobody
  /// afterwards, so it repeats nothing of that.
  private void makeUnseen(ApplyRequest request) {
    var id = newId();
    world.put(id, repeating((Mapping) request.planned(), id));
    unseen.put(request.operation(), id);
  }

  private String echo(Mapping planned) {
    return speech.spelled(speech.repeated(planned, configuration().value()));
  }

  /// The object as it is made: what is open repeats what is not.
  Mapping repeating(Mapping planned, String id) {
    return planned
        .mapValues((name, value) -> {
          if (!OWN.contains(name) && !value.isUnknown()) return value;
          boolean open = value.isUnknown();
          return switch (name) {
            case "id" -> Value.text(id);
            case "said" -> open ? Value.text(echo(planned)) : value;
            case "echo" -> Value.text(echo(planned));
            case "echoes" -> {
              var text = speech.repeated(planned, configuration().value());
              yield Value.map(
                  Types.STRING,
                  random.nextBoolean()
                      ? Map.of("by", Value.text(speech.spelled(text)))
                      : Map.of(speech.spelled(text), Value.text("here")));
            }
            case "output" ->
                switch (random.nextInt(3)) {
                  case 0 ->
                      planned.attribute("any").whollyKnown() ? planned.attribute("any") : value;
                  case 1 -> Value.tuple(List.of(Value.text(echo(planned))));
                  default -> Value.object(Map.of(echo(planned), Value.text("here")));
                };
            default -> value;
          };
        })
        .mapValues((_, value) -> value.whollyKnown() ? value : Value.nothing(value.type()));
  }

  /// Somebody adds to what the objects hold or replaces it, or takes one away. What an object was
  /// told whose answer got lost is known from that object alone, so nobody changes such a one.
  void disturb() {
    for (var id : List.copyOf(world.keySet()))
      switch (random.nextInt(6)) {
        case 0 -> world.remove(id);
        case 1, 2 -> {
          if (!unseen.containsValue(id)) world.computeIfPresent(id, (_, object) -> drifted(object));
        }
        default -> {}
      }
  }

  private Mapping drifted(Mapping object) {
    return object.mapValues((name, value) ->
        value instanceof Value.Text text && !name.equals("id") && !text.text().isEmpty()
            ? Value.text(adding ? text.text() + "-drifted" : "drifted")
            : value);
  }

  @Override
  public ImportAnswer importObject(ImportRequest request) {
    var id = request.key() instanceof ImportKey.Id(var text) ? text : "";
    var config = request.config().value();
    if (speech.fails())
      return random.nextBoolean()
          ? new ImportAnswer.Failed(speech.error(config))
          : new ImportAnswer.Deferred(speech.deferral(config));
    if (!id.startsWith("found") || !(config instanceof Mapping mapping) || !mapping.whollyKnown())
      return new ImportAnswer.Absent();
    var all = new TreeMap<>(Value.object(Map.of()).entries());
    SCHEMA
        .type()
        .attributes()
        .forEach((name, type) -> {
          var value = mapping.get(name);
          boolean kept = value != null && !name.equals("given");
          all.put(name, kept ? value : Value.nothing(type));
        });
    var object = repeating(Value.object(all), id);
    world.put(id, object);
    return new ImportAnswer.Found(
        Prior.of(object), new TreeSet<>(), speech.complaint(Severity.WARNING, object));
  }

  @Override
  public Optional<String> locator(String type, Value planned) {
    return Optional.of(type);
  }

  @Override
  public FindAnswer find(FindRequest request) {
    var object = world.get(unseen.getOrDefault(request.operation(), ""));
    if (object == null) return new FindAnswer.Absent();
    // What the object was told is known to nobody until it is found.
    return speech.fails()
        ? new FindAnswer.Failed(speech.error(object.attribute("id")))
        : new FindAnswer.Found(Prior.of(object));
  }

  @Override
  public EphemeralResources ephemerals() {
    return new ParrotEphemerals(this, speech);
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return schema(type);
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return validate(type, config);
  }

  @Override
  public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
    var mapping = (Mapping) config.value();
    if (speech.fails())
      return random.nextBoolean()
          ? new Answer.Failed<>(speech.error(mapping))
          : new Answer.Deferred<>(speech.deferral(mapping));
    return Answer.of(
        new FoundData(
            repeating(mapping, "data"),
            new TreeSet<>(),
            speech.complaint(Severity.WARNING, mapping)));
  }

  @Override
  public void stop() {
    // Every call ends at once.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
