package io.keelson.testing;

import static io.keelson.testing.FakeObjects.as;
import static io.keelson.testing.FakeObjects.id;
import static io.keelson.testing.FakeObjects.known;
import static io.keelson.testing.FakeObjects.onlyId;
import static io.keelson.testing.FakeObjects.with;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
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
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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
/// A type that takes over others knows their objects by the same id, with the attributes that both
/// types have; `move instance.web` is called while planning.
///
/// The identity of an object is its `id`.
public final class FakeProvider implements Provider {
  private final FakeObjects objects;
  private final SortedMap<String, FakeType> types;
  private final StateCodec codec;
  private final Map<String, Misbehaviour> misbehaviours;
  private final Consumer<String> work;
  private final ConcurrentLinkedQueue<FakeCall> calls = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> dataReads = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();
  private final FakeEphemerals ephemerals;
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
    this.types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
    this.objects = new FakeObjects(world, this.types);
    this.codec = codec;
    this.misbehaviours = Collections.unmodifiableMap(new TreeMap<>(misbehaviours));
    this.work = work;
    this.ephemerals = new FakeEphemerals(this.types, this.misbehaviours, work, events);
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
    ephemerals.renewAll();
  }

  @Override
  public EphemeralResources ephemerals() {
    return ephemerals;
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

  @Override
  public CreateRecovery recovery(String type) {
    return objects.type(type).recovery();
  }

  @Override
  public boolean createsFirst(String type) {
    return objects.type(type).createsFirst();
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return List.of();
  }

  @Override
  public Answer<Upgraded> upgrade(String type, RawState stored) {
    try {
      var value = codec.decode(stored.json(), objects.type(type).schema().type());
      return Answer.of(new Upgraded(value, List.of()));
    } catch (StateCodec.MalformedState e) {
      return Answer.failed(error("the stored state cannot be read"));
    }
  }

  static Diagnostic error(String message) {
    return Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "Fake failure", message);
  }

  private Optional<Misbehaviour> misbehaviour(String call) {
    return Optional.ofNullable(misbehaviours.get(call));
  }

  @Override
  public MoveAnswer move(MoveRequest request) {
    var type = objects.type(request.type());
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
      case Misbehaviour.Throws _,
          Misbehaviour.Lost _,
          Misbehaviour.NotSent _,
          Misbehaviour.FailsUntold _ ->
          throw new IllegalStateException("the fake provider is broken");
    };
  }

  private MoveAnswer moved(FakeType type, MoveRequest request, SortedMap<String, Value> different) {
    if (!type.takesOver().contains(request.sourceType()))
      return new MoveAnswer.Failed(
          List.of(error(type.name() + " takes over no " + request.sourceType())));
    try {
      var source = objects.type(request.sourceType()).schema().type();
      var object = as(type, (Mapping) codec.decode(request.source().json(), source));
      return new MoveAnswer.Moved(
          new Prior(with(object, different), Bytes.utf8("private as moved"), Optional.empty()),
          List.of());
    } catch (StateCodec.MalformedState e) {
      return new MoveAnswer.Failed(List.of(error("the state to move cannot be read")));
    }
  }

  @Override
  public Answer<Sighting> read(ReadRequest request) {
    var current = request.current();
    String id = id(current.value());
    var thing = objects.thing(request.type(), id);
    return switch (misbehaviour("read " + id).orElse(null)) {
      case null ->
          thing.isEmpty()
              ? Answer.of(new Sighting.Gone())
              : found(new Prior(thing.get().value(), current.privateData(), Optional.empty()));
      case Misbehaviour.Answers(var different) ->
          found(
              new Prior(
                  with((Mapping) current.value(), different),
                  Bytes.utf8("private as read"),
                  Optional.empty()));
      case Misbehaviour.Fails(var message, _) -> Answer.failed(error(message));
      case Misbehaviour.Defers defers -> new Answer.Deferred<>(defers.deferral());
      case Misbehaviour.AnswersNothing _ -> Answer.of(new Sighting.Gone());
      case Misbehaviour.Throws _,
          Misbehaviour.Lost _,
          Misbehaviour.NotSent _,
          Misbehaviour.FailsUntold _ ->
          throw new IllegalStateException("the fake provider is broken");
    };
  }

  private static Answer<Sighting> found(Prior prior) {
    return Answer.of(new Sighting.Found(prior, List.of()));
  }

  @Override
  public Answer<PlannedState> plan(PlanRequest request) {
    var type = objects.type(request.type());
    var call = (applying ? "final plan " : "plan ") + request.at();
    if (!(request.proposed().value() instanceof Mapping proposed))
      return type.planned(request.proposed().value());
    var completed = type.completed(request, proposed);
    return switch (misbehaviour(call).orElse(null)) {
      case null -> type.planned(completed);
      case Misbehaviour.Answers(var different) -> type.planned(with(completed, different));
      case Misbehaviour.Fails(var message, _) -> Answer.failed(error(message));
      case Misbehaviour.Defers defers -> new Answer.Deferred<>(defers.deferral());
      case Misbehaviour.AnswersNothing _ -> type.planned(request.prior());
      case Misbehaviour.Throws _,
          Misbehaviour.Lost _,
          Misbehaviour.NotSent _,
          Misbehaviour.FailsUntold _ ->
          throw new IllegalStateException("the fake provider is broken");
    };
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
      case null -> answer(Optional.of(objects.done(request)), List.of());
      case Misbehaviour.Fails(var message, var object) ->
          answer(
              object.map(different -> objects.done(request, different)), List.of(error(message)));
      case Misbehaviour.FailsUntold(var message) -> {
        objects.done(request);
        yield answer(Optional.empty(), List.of(error(message)));
      }
      case Misbehaviour.Answers(var different) ->
          answer(Optional.of(objects.done(request, different)), List.of());
      case Misbehaviour.AnswersNothing _ ->
          answer(request.isDestroy() ? Optional.of(request.prior()) : Optional.empty(), List.of());
      case Misbehaviour.Lost(boolean done) -> {
        if (done) objects.done(request);
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
                  Value.nothing(objects.type(request.type()).schema().type()),
                  Bytes.NONE,
                  Optional.empty()));
      case Misbehaviour.Fails(var message, _) -> new ImportAnswer.Failed(List.of(error(message)));
      case Misbehaviour.Defers defers -> new ImportAnswer.Deferred(defers.deferral());
      default -> throw new IllegalStateException("the fake provider is broken");
    };
  }

  private ImportAnswer imported(
      ImportRequest request, String id, SortedMap<String, Value> different) {
    return objects
        .thing(request.type(), id)
        .<ImportAnswer>map(thing ->
            new ImportAnswer.Found(
                new Prior(
                    with(known(onlyId(thing.value())), different), Bytes.NONE, Optional.empty())))
        .orElseGet(ImportAnswer.Absent::new);
  }

  @Override
  public Optional<String> locator(String type, Value planned) {
    return objects.type(type).recovery() == CreateRecovery.FINDABLE
        ? Optional.of(type)
        : Optional.empty();
  }

  @Override
  public FindAnswer find(FindRequest request) {
    if (misbehaviours.get("find " + request.at()) instanceof Misbehaviour.Throws)
      throw new IllegalStateException("the fake provider is broken");
    return objects
        .world()
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
  public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
    int start = ticks.incrementAndGet();
    work.accept("read " + at);
    try {
      return new FakeDataSources(objects)
          .read(type, (Mapping) config.value(), misbehaviours.get("read " + at));
    } finally {
      if (applying)
        calls.add(new FakeCall(FakeCall.Kind.READ, at, "", start, ticks.incrementAndGet()));
      else dataReads.add(at.toString());
    }
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
