package io.keelson.testing;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.DataAnswer;
import io.keelson.engine.provider.EphemeralAnswer;
import io.keelson.engine.provider.EphemeralResources;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.ImportAnswer;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.provider.ImportRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.PlanAnswer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.ReadAnswer;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.UpgradeAnswer;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A provider of made-up types whose objects live in a [FakeWorld]. It keeps its contract, except
/// where it is told to misbehave, and records every call that could change the world.
///
/// Misbehaviour is named by call: `create server.web`, `update server.web`, `delete s-1` (the id of
/// the object), `plan server.web`, `final plan server.web` (while applying), `read s-1`, `read
/// data.server.found`.
///
/// An ephemeral resource is called by its type and the `name` it is configured with: `open token
/// ci`, `renew token ci`, `close token ci`. It has to be renewed if `renews` is configured.
///
/// A type that takes over others knows their objects by the same id, with the attributes that both
/// types have; `move instance.web` is called while planning.
///
/// The identity of an object is its `id`.
///
/// A data source finds the object of its type that has the configured attributes, whoever made it.
public final class FakeProvider implements Provider {
  private final FakeWorld world;
  private final SortedMap<String, FakeType> types;
  private final StateCodec codec;
  private final Map<String, Misbehaviour> misbehaviours;
  private final Consumer<String> work;
  private final ConcurrentLinkedQueue<FakeCall> calls = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> dataReads = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Runnable> due = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ticks = new AtomicInteger();
  private volatile boolean applying;

  /// @param work what goes on, beside the world changing, in every call that could change it; is
  ///   told the name of the call
  public FakeProvider(
      FakeWorld world,
      SortedMap<String, FakeType> types,
      StateCodec codec,
      Map<String, Misbehaviour> misbehaviours,
      Consumer<String> work) {
    this.world = world;
    this.types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
    this.codec = codec;
    this.misbehaviours = Collections.unmodifiableMap(new TreeMap<>(misbehaviours));
    this.work = work;
  }

  /// From now on plan calls count as those of an apply.
  public void startApplying() {
    applying = true;
    events.clear();
  }

  /// What was opened, renewed and closed, and every call that could change the world, in the order
  /// of their ends; while applying only what happened since that began.
  public List<String> events() {
    return new ArrayList<>(events);
  }

  /// Lets the time come for every renewal that waits.
  public void renewAll() {
    for (int waiting = due.size(); waiting > 0; waiting--)
      Optional.ofNullable(due.poll()).ifPresent(Runnable::run);
  }

  @Override
  public EphemeralResources ephemerals() {
    return new Ephemerals();
  }

  private final class Ephemerals implements EphemeralResources {
    @Override
    public Optional<Schema> schema(String type) {
      return FakeProvider.this.dataSchema(type);
    }

    @Override
    public List<Diagnostic> validate(String type, Unmarked config) {
      return List.of();
    }

    @Override
    public EphemeralAnswer open(String type, Unmarked config) {
      var object = (Mapping) config.value();
      var name = text(object, "name");
      var call = "open " + type + " " + name;
      work.accept(call);
      var lease = lease(name, object.has("renews") && !object.attribute("renews").isNull());
      return switch (misbehaviour(call).orElse(null)) {
        case null -> opened(call, made(object, name), lease);
        case Misbehaviour.Answers(var different) ->
            opened(call, with(made(object, name), different), lease);
        case Misbehaviour.AnswersNothing _ -> opened(call, Value.nothing(object.type()), lease);
        case Misbehaviour.Fails(var message, _) ->
            new EphemeralAnswer.Failed(List.of(error(message)));
        case Misbehaviour.Defers defers -> new EphemeralAnswer.Deferred(defers.deferral());
        default -> throw new IllegalStateException("the fake provider is broken");
      };
    }

    private EphemeralAnswer opened(String call, Value value, EphemeralAnswer.Lease lease) {
      events.add(call);
      return new EphemeralAnswer.Opened(value, lease, List.of());
    }

    private Mapping made(Mapping config, String name) {
      return config.mapValues((attribute, value) ->
          value.isNull() && value.type() == Types.STRING
              ? Value.text(attribute + " of " + name)
              : value);
    }

    private static EphemeralAnswer.Lease lease(String name, boolean renewed) {
      return new EphemeralAnswer.Lease(
          Bytes.utf8(name), renewed ? Optional.of(Instant.EPOCH) : Optional.empty());
    }

    private static String text(Mapping object, String attribute) {
      return object.get(attribute) instanceof Value.Text text ? text.text() : "";
    }

    @Override
    public EphemeralAnswer renew(String type, EphemeralAnswer.Lease lease) {
      return held("renew " + type, lease, lease(lease.privateData().asUtf8() + "+", true));
    }

    @Override
    public EphemeralAnswer close(String type, EphemeralAnswer.Lease lease) {
      return held("close " + type, lease, lease("", false));
    }

    private EphemeralAnswer held(
        String what, EphemeralAnswer.Lease lease, EphemeralAnswer.Lease next) {
      var call = what + " " + lease.privateData().asUtf8();
      work.accept(call);
      events.add(call);
      return switch (misbehaviour(call).orElse(null)) {
        case Misbehaviour.Fails(var message, _) ->
            new EphemeralAnswer.Failed(List.of(error(message)));
        case Misbehaviour.Throws _ ->
            throw new IllegalStateException("the fake provider is broken");
        case null, default -> new EphemeralAnswer.Held(next, List.of());
      };
    }

    @Override
    public Runnable before(Instant time, Runnable task) {
      due.add(task);
      return () -> due.remove(task);
    }
  }

  /// The calls of an apply: those that could change the world, and reads of data sources, in the
  /// order of their ends.
  public List<FakeCall> calls() {
    return new ArrayList<>(calls);
  }

  /// The data sources that were read while planning, in the order of reading.
  public List<String> dataReads() {
    return new ArrayList<>(dataReads);
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public String identity() {
    return name();
  }

  @Override
  public Unmarked configuration() {
    return Unmarked.NOTHING;
  }

  @Override
  public Optional<Schema> schema(String type) {
    return Optional.ofNullable(types.get(type)).map(FakeType::schema);
  }

  private FakeType type(String type) {
    return Optional.ofNullable(types.get(type)).orElseThrow();
  }

  @Override
  public CreateRecovery recovery(String type) {
    return type(type).recovery();
  }

  @Override
  public boolean createsFirst(String type) {
    return type(type).createsFirst();
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return List.of();
  }

  @Override
  public UpgradeAnswer upgrade(String type, RawState stored) {
    try {
      var value = codec.decode(stored.json(), type(type).schema().type());
      return new UpgradeAnswer.Upgraded(value, List.of());
    } catch (StateCodec.MalformedState e) {
      return new UpgradeAnswer.Failed(List.of(error("the stored state cannot be read")));
    }
  }

  private static Diagnostic error(String message) {
    return Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "Fake failure", message);
  }

  private Optional<Misbehaviour> misbehaviour(String call) {
    return Optional.ofNullable(misbehaviours.get(call));
  }

  private static String id(Value object) {
    return object instanceof Mapping mapping && mapping.get("id") instanceof Value.Text text
        ? text.text()
        : "";
  }

  @Override
  public MoveAnswer move(MoveRequest request) {
    var type = type(request.type());
    if (type.takesOver().isEmpty()) return new MoveAnswer.Unsupported();
    return switch (misbehaviour("move " + request.at()).orElse(null)) {
      case null -> moved(type, request, new TreeMap<>());
      case Misbehaviour.Answers(var different) -> moved(type, request, different);
      case Misbehaviour.AnswersNothing _ ->
          new MoveAnswer.Moved(
              new Prior(Value.nothing(type.schema().type()), Bytes.NONE, Optional.empty()),
              List.of());
      case Misbehaviour.Defers defers -> new MoveAnswer.Deferred(defers.deferral());
      case Misbehaviour.Fails(var message, _) -> new MoveAnswer.Failed(List.of(error(message)));
      case Misbehaviour.Throws _, Misbehaviour.Lost _, Misbehaviour.NotSent _ ->
          throw new IllegalStateException("the fake provider is broken");
    };
  }

  private MoveAnswer moved(FakeType type, MoveRequest request, SortedMap<String, Value> different) {
    if (!type.takesOver().contains(request.sourceType()))
      return new MoveAnswer.Failed(
          List.of(error(type.name() + " takes over no " + request.sourceType())));
    try {
      var source = type(request.sourceType()).schema().type();
      var object = as(type, (Mapping) codec.decode(request.source().json(), source));
      return new MoveAnswer.Moved(
          new Prior(with(object, different), Bytes.utf8("private as moved"), Optional.empty()),
          List.of());
    } catch (StateCodec.MalformedState e) {
      return new MoveAnswer.Failed(List.of(error("the state to move cannot be read")));
    }
  }

  /// An object of another type as this one shows it.
  private static Mapping as(FakeType type, Mapping other) {
    var values = new TreeMap<String, Value>();
    type.schema()
        .type()
        .attributes()
        .forEach((name, each) -> {
          var value = other.get(name);
          boolean fits = value != null && value.type().equals(each);
          values.put(name, fits ? value : Value.nothing(each));
        });
    return Value.object(values);
  }

  /// The real object, also if it was made as a type that this one takes over.
  private Optional<FakeWorld.Thing> thing(String name, String id) {
    var type = type(name);
    var former =
        type.takesOver().stream()
            .flatMap(other -> world.find(other, id).stream())
            .findFirst()
            .map(each ->
                new FakeWorld.Thing(each.at(), id, as(type, each.value()), each.operation()));
    return world.find(name, id).or(() -> former);
  }

  private void remove(String name, String id) {
    world.remove(name, id);
    type(name).takesOver().forEach(other -> world.remove(other, id));
  }

  @Override
  public ReadAnswer read(ReadRequest request) {
    var current = request.current();
    String id = id(current.value());
    var thing = thing(request.type(), id);
    return switch (misbehaviour("read " + id).orElse(null)) {
      case null ->
          thing.isEmpty()
              ? new ReadAnswer.Gone()
              : found(new Prior(thing.get().value(), current.privateData(), Optional.empty()));
      case Misbehaviour.Answers(var different) ->
          found(
              new Prior(
                  with((Mapping) current.value(), different),
                  Bytes.utf8("private as read"),
                  Optional.empty()));
      case Misbehaviour.Fails(var message, _) -> new ReadAnswer.Failed(List.of(error(message)));
      case Misbehaviour.Defers defers -> new ReadAnswer.Deferred(defers.deferral());
      case Misbehaviour.AnswersNothing _ -> new ReadAnswer.Gone();
      case Misbehaviour.Throws _, Misbehaviour.Lost _, Misbehaviour.NotSent _ ->
          throw new IllegalStateException("the fake provider is broken");
    };
  }

  private static ReadAnswer found(Prior prior) {
    return new ReadAnswer.Found(prior, List.of());
  }

  @Override
  public PlanAnswer plan(PlanRequest request) {
    var type = type(request.type());
    var call = (applying ? "final plan " : "plan ") + request.at();
    if (!(request.proposed().value() instanceof Mapping proposed))
      return planned(request.proposed().value(), type);
    var completed = completed(type, request, proposed);
    return switch (misbehaviour(call).orElse(null)) {
      case null -> planned(completed, type);
      case Misbehaviour.Answers(var different) -> planned(with(completed, different), type);
      case Misbehaviour.Fails(var message, _) -> new PlanAnswer.Failed(List.of(error(message)));
      case Misbehaviour.Defers defers -> new PlanAnswer.Deferred(defers.deferral());
      case Misbehaviour.AnswersNothing _ -> planned(request.prior(), type);
      case Misbehaviour.Throws _, Misbehaviour.Lost _, Misbehaviour.NotSent _ ->
          throw new IllegalStateException("the fake provider is broken");
    };
  }

  private static PlanAnswer planned(Value value, FakeType type) {
    var paths = new TreeSet<AttributePath>();
    if (!value.isNull()) type.requiresReplace().forEach(name -> paths.add(AttributePath.of(name)));
    return new PlanAnswer.Planned(
        value, paths, type.destroysFirst(), Bytes.utf8("planned"), type.legacy(), List.of());
  }

  private static Mapping completed(FakeType type, PlanRequest request, Mapping proposed) {
    boolean changes = !proposed.matches(request.prior());
    var config = (Mapping) request.config().value();
    return proposed.mapValues((name, value) -> {
      Attribute attribute =
          Optional.ofNullable(type.schema().root().attributes().get(name)).orElseThrow();
      boolean ours = attribute.presence().computed() && config.attribute(name).isNull();
      boolean open = request.prior().isNull() || changes && type.recomputed().contains(name);
      if (!ours || !open) return value;
      return name.equals("id")
          ? Value.unknownNotNull(attribute.type())
          : Value.unknown(attribute.type());
    });
  }

  private static Mapping with(Mapping object, SortedMap<String, Value> different) {
    return object.mapValues((name, value) -> different.getOrDefault(name, value));
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    int start = ticks.incrementAndGet();
    var kind =
        request.isDestroy()
            ? FakeCall.Kind.DELETE
            : request.isCreate() ? FakeCall.Kind.CREATE : FakeCall.Kind.UPDATE;
    String id = id(request.prior());
    var name =
        switch (kind) {
          case CREATE -> "create " + request.at();
          case UPDATE -> "update " + request.at();
          case DELETE -> "delete " + id;
          case READ -> throw new IllegalStateException("applying reads nothing");
        };
    work.accept(name);
    if (misbehaviour(name).filter(Misbehaviour.NotSent.class::isInstance).isPresent())
      return new ApplyAnswer.NotSent(error("the provider is not there"));
    try {
      return carryOut(request, misbehaviour(name).orElse(null));
    } finally {
      calls.add(new FakeCall(kind, request.at(), id, start, ticks.incrementAndGet()));
      events.add(name);
    }
  }

  private ApplyAnswer carryOut(
      ApplyRequest request, @org.jspecify.annotations.Nullable Misbehaviour misbehaviour) {
    return switch (misbehaviour) {
      case null -> answer(Optional.of(done(request)), List.of());
      case Misbehaviour.Fails(var message, var object) ->
          answer(object.map(different -> done(request, different)), List.of(error(message)));
      case Misbehaviour.Answers(var different) ->
          answer(Optional.of(done(request, different)), List.of());
      case Misbehaviour.AnswersNothing _ ->
          answer(request.isDestroy() ? Optional.of(request.prior()) : Optional.empty(), List.of());
      case Misbehaviour.Lost(boolean done) -> {
        if (done) done(request);
        yield new ApplyAnswer.OutcomeUnknown(error("no answer came"));
      }
      case Misbehaviour.NotSent _ -> throw new IllegalStateException("was sent");
      case Misbehaviour.Defers _ -> throw new IllegalStateException("nothing can be put off here");
      case Misbehaviour.Throws _ -> throw new IllegalStateException("the fake provider is broken");
    };
  }

  private static ApplyAnswer answer(Optional<Value> object, List<Diagnostic> diagnostics) {
    var blob =
        object
            .filter(each -> !each.isNull())
            .map(each -> Bytes.utf8("private of " + id(each)))
            .orElse(Bytes.NONE);
    return new ApplyAnswer.Returned(object, blob, diagnostics);
  }

  private Value done(ApplyRequest request) {
    if (!request.isDestroy()) return done(request, new TreeMap<>());
    remove(request.type(), id(request.prior()));
    return request.planned();
  }

  /// Does the work, with these attributes unlike what was planned. A destruction then leaves its
  /// object behind, changed like this.
  private Value done(ApplyRequest request, SortedMap<String, Value> different) {
    var base = (Mapping) (request.isDestroy() ? request.prior() : request.planned());
    String id = request.isCreate() ? world.newId(request.at()) : id(request.prior());
    var object =
        with(
            base.mapValues((name, value) -> value.isUnknown() ? made(name, value, id) : value),
            different);
    type(request.type()).takesOver().forEach(other -> world.remove(other, id));
    world.put(
        new FakeWorld.Thing(
            request.at(), id, known(object), request.isCreate() ? request.operation() : ""));
    return object;
  }

  private static Value made(String name, Value unknown, String id) {
    if (name.equals("id")) return Value.text(id);
    return unknown.type() == Types.STRING
        ? Value.text(name + " of " + id)
        : Value.nothing(unknown.type());
  }

  private static Mapping known(Mapping object) {
    return object.mapValues(
        (_, value) -> value.whollyKnown() ? value : Value.nothing(value.type()));
  }

  @Override
  public ImportAnswer importObject(ImportRequest request) {
    var id =
        switch (request.key()) {
          case ImportKey.Id(var text) -> text;
          case ImportKey.Identity(var attributes) -> id(attributes);
        };
    return switch (misbehaviour("import " + id).orElse(null)) {
      case null -> imported(request, id, new TreeMap<>());
      case Misbehaviour.Answers(var different) -> imported(request, id, different);
      case Misbehaviour.AnswersNothing _ ->
          new ImportAnswer.Found(
              new Prior(
                  Value.nothing(type(request.type()).schema().type()),
                  Bytes.NONE,
                  Optional.empty()));
      case Misbehaviour.Fails(var message, _) -> new ImportAnswer.Failed(List.of(error(message)));
      case Misbehaviour.Defers defers -> new ImportAnswer.Deferred(defers.deferral());
      default -> throw new IllegalStateException("the fake provider is broken");
    };
  }

  private ImportAnswer imported(
      ImportRequest request, String id, SortedMap<String, Value> different) {
    return thing(request.type(), id)
        .<ImportAnswer>map(thing ->
            new ImportAnswer.Found(
                new Prior(
                    with(known(onlyId(thing.value())), different), Bytes.NONE, Optional.empty())))
        .orElseGet(ImportAnswer.Absent::new);
  }

  /// An import finds the object; what it is like, reading tells.
  private static Mapping onlyId(Mapping object) {
    return object.mapValues(
        (name, value) -> name.equals("id") ? value : Value.nothing(value.type()));
  }

  @Override
  public Optional<String> locator(String type, Value planned) {
    return type(type).recovery() == CreateRecovery.FINDABLE ? Optional.of(type) : Optional.empty();
  }

  @Override
  public FindAnswer find(FindRequest request) {
    return world
        .madeBy(request.operation())
        .<FindAnswer>map(thing ->
            new FindAnswer.Found(
                new Prior(thing.value(), Bytes.utf8("private of " + thing.id()), Optional.empty())))
        .orElseGet(FindAnswer.Absent::new);
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return Optional.ofNullable(types.get(type)).map(FakeType::dataSchema);
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return List.of();
  }

  @Override
  public DataAnswer readData(String type, InstanceAddress at, Unmarked config) {
    int start = ticks.incrementAndGet();
    work.accept("read " + at);
    try {
      return look(type, at, (Mapping) config.value());
    } finally {
      if (applying)
        calls.add(new FakeCall(FakeCall.Kind.READ, at, "", start, ticks.incrementAndGet()));
      else dataReads.add(at.toString());
    }
  }

  /// Finds the object of the same type that is as configured, wherever something is configured.
  private DataAnswer look(String type, InstanceAddress at, Mapping config) {
    var thing =
        world.things().values().stream()
            .filter(each -> each.at().resource().type().equals(type))
            .filter(each -> isAs(config, each.value()))
            .findFirst();
    return switch (misbehaviour("read " + at).orElse(null)) {
      case null ->
          thing
              .<DataAnswer>map(
                  each -> new DataAnswer.Found(each.value(), new TreeSet<>(), List.of()))
              .orElseGet(
                  () -> new DataAnswer.Failed(List.of(error("no " + type + " is like that"))));
      case Misbehaviour.Answers(var different) ->
          new DataAnswer.Found(with(config, different), new TreeSet<>(), List.of());
      case Misbehaviour.Fails(var message, _) -> new DataAnswer.Failed(List.of(error(message)));
      case Misbehaviour.Defers defers -> new DataAnswer.Deferred(defers.deferral());
      case Misbehaviour.AnswersNothing _ ->
          new DataAnswer.Found(
              Value.nothing(type(type).schema().type()), new TreeSet<>(), List.of());
      case Misbehaviour.Throws _, Misbehaviour.Lost _, Misbehaviour.NotSent _ ->
          throw new IllegalStateException("the fake provider is broken");
    };
  }

  private static boolean isAs(Mapping config, Mapping object) {
    return config.keys().stream()
        .allMatch(name ->
            config.attribute(name).isNull()
                || config.attribute(name).matches(object.attribute(name)));
  }

  @Override
  public void stop() {
    // Every call ends soon.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
