package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.PulumiFailures.Failure;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
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
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Completion;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The provider that scenarios were recorded with: it checks nothing, and compares the inputs of an
/// object with the declared ones. It keeps the inputs as private data, as Pulumi keeps them beside
/// the outputs.
final class PulumiProvider implements Provider {
  private final PulumiWorld world;
  private final SortedMap<String, PulumiType> types;
  private final StateCodec codec;
  private volatile PulumiFailures failures = PulumiFailures.NONE;

  PulumiProvider(PulumiWorld world, SortedMap<String, PulumiType> types, StateCodec codec) {
    this.world = world;
    this.types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
    this.codec = codec;
  }

  /// Says which calls go wrong from now on.
  void fail(PulumiFailures next) {
    failures = next;
  }

  private PulumiType type(String name) {
    return Optional.ofNullable(types.get(name)).orElseThrow();
  }

  @Override
  public String name() {
    return "pulumi";
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
    return Optional.ofNullable(types.get(type)).map(PulumiType::schema);
  }

  /// As all types of Pulumi providers.
  @Override
  public boolean createsFirst(String type) {
    return true;
  }

  @Override
  public CreateRecovery recovery(String type) {
    return CreateRecovery.UNCERTAIN;
  }

  @Override
  public List<Diagnostic> validate(String type, Unmarked config) {
    return List.of();
  }

  @Override
  public Answer<Upgraded> upgrade(String type, RawState stored) {
    try {
      return Answer.of(
          new Upgraded(codec.decode(stored.json(), type(type).schema().type()), List.of()));
    } catch (StateCodec.MalformedState e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public MoveAnswer move(MoveRequest request) {
    return new MoveAnswer.Unsupported();
  }

  @Override
  public Answer<Sighting> read(ReadRequest request) {
    String name = request.type();
    var current = request.current();
    var type = type(name);
    String id = id(current.value());
    var failure = failures.of("read", request.at(), id);
    if (failure.isPresent() && !failure.get().partial())
      return Answer.failed(failure.get().error());
    return world
        .existing(name, id)
        .<Answer<Sighting>>map(thing ->
            Answer.of(
                new Sighting.Found(
                    seen(type, thing, current),
                    Collections.emptySortedSet(),
                    failure.isPresent() ? Completion.UNFINISHED : Completion.FINISHED,
                    List.of())))
        .orElseGet(() -> Answer.of(new Sighting.Gone()));
  }

  private static Prior seen(PulumiType type, PulumiWorld.Thing thing, Prior current) {
    return new Prior(
        thing.value(),
        type.inputsOnRead() ? stored(thing.inputs()) : current.privateData(),
        Optional.empty());
  }

  @Override
  public Answer<PlannedState> plan(PlanRequest request) {
    var type = type(request.type());
    if (!(request.config().value() instanceof Mapping config))
      return planned(type, request, request.proposed().value(), Collections.emptySortedSet());
    var at = request.at();
    var failure =
        failures.of("check", at, "").or(() -> failures.of("diff", at, id(request.prior())));
    if (failure.isPresent()) return Answer.failed(failure.get().error());
    var inputs = type.checked(config);
    return request.prior() instanceof Mapping prior
        ? changed(request, type, prior, inputs)
        : planned(type, request, toCreate(type, inputs), Collections.emptySortedSet());
  }

  private static Answer<PlannedState> changed(
      PlanRequest request, PulumiType type, Mapping prior, Mapping inputs) {
    var old = inputs(type, request.privateData(), prior);
    if (old.matches(inputs)) return planned(type, request, prior, Collections.emptySortedSet());
    var forcing = new TreeSet<AttributePath>();
    if (type.compares())
      for (AttributePath path : type.forceNew()) if (differs(path, old, inputs)) forcing.add(path);
    var updated =
        prior.mapValues((name, value) -> {
          if (inputs.has(name)) return inputs.attribute(name);
          return type.computed().get(name) == PulumiType.Renewal.UPDATE
              ? Value.unknown(Types.DYNAMIC)
              : value;
        });
    return planned(type, request, updated, forcing);
  }

  private static boolean differs(AttributePath path, Mapping old, Mapping inputs) {
    var before = old.at(path);
    var after = inputs.at(path);
    if (before.isEmpty() || after.isEmpty()) return before.isPresent() != after.isPresent();
    return !before.get().matches(after.get());
  }

  private static Answer<PlannedState> planned(
      PulumiType type,
      PlanRequest request,
      Value value,
      java.util.SortedSet<AttributePath> forcing) {
    boolean destroysFirst = type.deletes().destroysFirst(!forcing.isEmpty());
    return Answer.of(
        new PlannedState(value, forcing, request.privateData(), Promise.EXACT, List.of())
            .destroyingFirst(destroysFirst));
  }

  private static Mapping toCreate(PulumiType type, Mapping inputs) {
    var value = new TreeMap<String, Value>(inputs.entries());
    type.computed().keySet().forEach(output -> value.put(output, Value.unknown(Types.DYNAMIC)));
    value.put("id", Value.unknownNotNull(Types.STRING));
    return Value.object(value);
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    var call = request.isDestroy() ? "delete" : request.isCreate() ? "create" : "update";
    var failure = failures.of(call, request.at(), id(request.prior()));
    var errors = failure.map(each -> List.of(each.error())).orElse(List.of());
    if (failure.isPresent() && !failure.get().partial())
      return new ApplyAnswer.Returned(left(request), request.privateData(), errors);
    var type = type(request.type());
    if (request.isDestroy()) {
      world.remove(request.type(), id(request.prior()));
      return new ApplyAnswer.Returned(Optional.of(request.planned()), Bytes.NONE, errors);
    }
    var inputs = type.checked((Mapping) request.config().value());
    if (request.isCreate())
      return new ApplyAnswer.Returned(
          Optional.of(created(request, type, inputs)), stored(inputs), errors);
    if (failure.isPresent())
      return new ApplyAnswer.Returned(
          Optional.of(unfinished(request, failure.get())),
          request.privateData(),
          Optional.empty(),
          Completion.UNFINISHED,
          errors);
    return new ApplyAnswer.Returned(
        Optional.of(updated(request, type, inputs)), stored(inputs), errors);
  }

  /// What is there after a call that did nothing.
  private static Optional<Value> left(ApplyRequest request) {
    return request.isCreate() ? Optional.empty() : Optional.of(request.prior());
  }

  private Mapping created(ApplyRequest request, PulumiType type, Mapping inputs) {
    int number = world.nextNumber(request.at());
    var name = request.at().resource().name();
    var id = name + "-" + number;
    var value = completed(request, type, id, number, 0);
    world.put(type.name(), id, new PulumiWorld.Thing(number, 0, inputs, value, true));
    return value;
  }

  private Mapping updated(ApplyRequest request, PulumiType type, Mapping inputs) {
    String id = id(request.prior());
    var thing = world.remembered(type.name(), id).orElseThrow();
    var value = completed(request, type, id, thing.number(), thing.updates() + 1);
    world.put(type.name(), id, thing.updated(inputs, value));
    return value;
  }

  private static Mapping completed(
      ApplyRequest request, PulumiType type, String id, int number, int updates) {
    var resource = request.at().resource().name();
    return ((Mapping) request.planned())
        .mapValues((name, value) -> {
          if (name.equals("id")) return Value.text(id);
          // Also an update that nothing was planned for makes these anew.
          boolean renewed = updates > 0 && type.computed().get(name) == PulumiType.Renewal.UPDATE;
          return renewed || value.isUnknown() ? type.made(resource, name, number, updates) : value;
        });
  }

  private static Mapping unfinished(ApplyRequest request, Failure failure) {
    return ((Mapping) request.prior())
        .mapValues((name, value) -> failure.outputs().getOrDefault(name, value));
  }

  private static Bytes stored(Mapping inputs) {
    return Bytes.utf8(PulumiValues.write(PulumiValues.withoutNulls(inputs)));
  }

  /// The inputs of an object, as recorded.
  ///
  /// @param value the object, for one whose inputs are not known
  static Mapping inputs(PulumiType type, Bytes recorded, Mapping value) {
    return recorded.isEmpty()
        ? type.inputsOf(value.entries())
        : type.inputsOf(((Mapping) PulumiValues.parse(recorded.asUtf8())).entries());
  }

  /// The id of an object; empty if there is none.
  static String id(Value object) {
    return object instanceof Mapping mapping && mapping.get("id") instanceof Value.Text text
        ? text.text()
        : "";
  }

  @Override
  public ImportAnswer importObject(ImportRequest request) {
    if (!(request.key() instanceof ImportKey.Id(var id)))
      return ImportAnswer.noIdentity(request.type());
    var type = type(request.type());
    return world
        .existing(request.type(), id)
        .map(thing ->
            type.inputsOnRead()
                ? new ImportAnswer.Found(seen(type, thing, Prior.of(thing.value())))
                : new ImportAnswer.Failed(List.of(PulumiFailures.noInputs())))
        .orElseGet(ImportAnswer.Absent::new);
  }

  @Override
  public Optional<String> locator(String type, Value planned) {
    return Optional.empty();
  }

  @Override
  public FindAnswer find(FindRequest request) {
    return new FindAnswer.Absent();
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return Optional.empty();
  }

  @Override
  public List<Diagnostic> validateData(String type, Unmarked config) {
    return List.of();
  }

  @Override
  public Answer<FoundData> readData(String type, InstanceAddress at, Unmarked config) {
    throw new IllegalStateException("there are no data sources");
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
