package io.keelson.testing;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.function.FunctionAnswer;
import io.keelson.engine.function.FunctionSignature;
import io.keelson.engine.function.ProviderFunction;
import io.keelson.engine.program.Programs;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.MethodRequest;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A provider with many worlds, one for each `region`. It is let in with a `token`, unless that is
/// `expired`.
public final class FakeSystems implements ConfigurableProvider {
  private static final String UNKNOWN = "not known yet";

  private final SortedMap<String, FakeType> types;
  private final StateCodec codec;
  private final Map<String, FakeWorld> worlds = new ConcurrentHashMap<>();
  private final Map<String, FakeProvider> providers = new ConcurrentHashMap<>();
  private final Map<String, WithPrograms> configured = new ConcurrentHashMap<>();
  private final Map<InstanceAddress, String> foreseen = new ConcurrentHashMap<>();
  private final Map<String, Misbehaviour> deferred = new ConcurrentHashMap<>();
  private final Map<String, Misbehaviour> lost = new ConcurrentHashMap<>();
  private final FakePrograms programs = new FakePrograms();
  private final ConcurrentLinkedQueue<String> logins = new ConcurrentLinkedQueue<>();
  private volatile UnaryOperator<Provider> around = UnaryOperator.identity();
  private volatile Consumer<String> work = _ -> {};

  public FakeSystems(SortedMap<String, FakeType> types, StateCodec codec) {
    this.types = new TreeMap<>(types);
    this.codec = codec;
  }

  /// The objects of a region.
  public FakeWorld world(String region) {
    return worlds.computeIfAbsent(region, _ -> new FakeWorld());
  }

  /// The provider of a region.
  public FakeProvider in(String region) {
    return providers.computeIfAbsent(
        region,
        _ ->
            new FakeProvider(
                world(region),
                types,
                codec,
                region.equals(UNKNOWN) ? deferred : lost,
                call -> work.accept(call)));
  }

  /// Puts something around the providers of all regions.
  public void surround(UnaryOperator<Provider> with) {
    around = with;
  }

  /// Tells of every call that could change something, and of every read of data, while it is made.
  public void watch(Consumer<String> calls) {
    work = calls;
  }

  /// Lets the plan of an instance, or the reading of data, wait while the region is not known, as
  /// providers do that have to ask there. To be called before anything is planned.
  public void defer(InstanceAddress at) {
    var waits = new Misbehaviour.Defers(Deferral.Reason.PROVIDER_CONFIG_UNKNOWN);
    deferred.put("plan " + at, waits);
    deferred.put("read " + at, waits);
  }

  /// Lets the plan of an instance wait, or not, wherever it is.
  public void wait(InstanceAddress at, boolean waits) {
    var misbehaviour = new Misbehaviour.Defers(Deferral.Reason.ABSENT_PREREQUISITE);
    if (waits) lost.put("plan " + at, misbehaviour);
    else lost.remove("plan " + at);
    providers.clear();
    configured.clear();
  }

  /// Lets calls fail, such as `create thing.web` or `delete web#1`, or succeed again.
  public void fail(String call, boolean fails) {
    if (fails) lost.put(call, new Misbehaviour.Fails("It cannot be done now.", Optional.empty()));
    else lost.remove(call);
    providers.clear();
    configured.clear();
  }

  /// Lets the plan of a new instance foresee an id, which is not what the object gets. To be called
  /// before anything is planned.
  public void foresee(InstanceAddress at, String id) {
    foreseen.put(at, id);
  }

  /// Lets the creates of an instance happen, and their answers get lost. To be called before
  /// anything is planned.
  public void loseCreateOf(InstanceAddress at) {
    lost.put("create " + at, new Misbehaviour.Lost(true));
  }

  /// Lets the reads of data fail. To be called before anything is planned.
  public void failRead(InstanceAddress at, String message) {
    lost.put("read " + at, new Misbehaviour.Fails(message, Optional.empty()));
  }

  /// Breaks when it is asked whether an instance was created. To be called before anything is
  /// planned.
  public void breakWhenAskedFor(InstanceAddress at) {
    lost.put("find " + at, new Misbehaviour.Throws());
  }

  /// Keeps an object when it is to be destroyed, or lets it go.
  public void hold(String id, boolean held) {
    fail("delete " + id, held);
  }

  /// Whoever was let in, as `token@region`, and forgets it.
  public List<String> logins() {
    var all = List.copyOf(logins);
    logins.clear();
    return all;
  }

  @Override
  public String name() {
    return "fake";
  }

  /// `twice(number)`.
  @Override
  public SortedMap<String, ProviderFunction> functions() {
    var number = new FunctionSignature.Parameter("number", Types.NUMBER, false, false);
    var signature = new FunctionSignature(List.of(number), Optional.empty(), Types.NUMBER);
    return new TreeMap<>(Map.of("twice", new ProviderFunction(signature, FakeSystems::twice)));
  }

  private static FunctionAnswer twice(List<Unmarked> arguments) {
    var number = ((Value.Num) arguments.getFirst().value()).number();
    return new FunctionAnswer.Returned(Value.number(number.add(number)));
  }

  @Override
  public Schema configuration() {
    return Schema.of(
        0,
        new TreeMap<>(
            Map.of(
                "region", Attribute.of(Types.STRING, Presence.REQUIRED),
                "token", Attribute.of(Types.STRING, Presence.OPTIONAL).asSensitive())));
  }

  @Override
  public Optional<Schema> schema(String type) {
    return Optional.ofNullable(types.get(type)).map(FakeType::schema);
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return programs
        .method(type)
        .or(() -> Optional.ofNullable(types.get(type)).map(FakeType::dataSchema));
  }

  /// Components, whose types are `thing_NAME` and whose tokens `thing:NAME`.
  public FakePrograms programs() {
    return programs;
  }

  @Override
  public Optional<Schema> programSchema(String type) {
    return programs.schema(type);
  }

  /// Its types do not begin with it.
  @Override
  public Optional<String> packageName() {
    return Optional.of("many-things");
  }

  @Override
  public Optional<String> typeOf(String token) {
    return token.equals("thing:thing")
        ? Optional.of("thing")
        : Optional.of(token.replace(':', '_')).filter(each -> programSchema(each).isPresent());
  }

  /// A provider of a region, with the programs that are there for all.
  private final class WithPrograms extends ProviderDecorator {
    WithPrograms(FakeProvider real) {
      super(real);
    }

    @Override
    public Programs programs() {
      return programs;
    }

    @Override
    public Answer<PlannedState> plan(PlanRequest request) {
      var id = foreseen.get(request.at());
      if (id == null || !request.prior().isNull()) return super.plan(request);
      return super.plan(request)
          .map(planned ->
              new PlannedState(
                  withId(planned.value(), Value.text(id)),
                  planned.requiresReplace(),
                  planned.privateData(),
                  PlannedState.Promise.FORESEEN,
                  planned.warnings()));
    }

    private static Value withId(Value object, Value id) {
      return FakeObjects.with((Mapping) object, new TreeMap<>(Map.of("id", id)));
    }

    @Override
    public ApplyAnswer apply(ApplyRequest request) {
      if (!foreseen.containsKey(request.at()) || !request.isCreate()) return super.apply(request);
      return super.apply(
          new ApplyRequest(
              request.type(),
              request.at(),
              request.operation(),
              request.prior(),
              withId(request.planned(), Value.unknown(Types.STRING)),
              request.config(),
              request.privateData(),
              request.ignored(),
              request.timeout(),
              request.stop()));
    }

    @Override
    public Answer<FoundData> call(MethodRequest request) {
      return programs.describe(request);
    }
  }

  @Override
  public Optional<Schema> ephemeralSchema(String type) {
    return dataSchema(type);
  }

  @Override
  public String identity(Unmarked config) {
    return text(config, "region");
  }

  @Override
  public ConfigureAnswer configure(Unmarked config) {
    var token = text(config, "token");
    if (token.equals("expired"))
      return new ConfigureAnswer.Refused(
          List.of(
              Diagnostic.error(
                  Code.PROVIDER_ERROR, Subject.stack(), "Not let in", "The token has expired.")));
    var region = text(config, "region");
    logins.add(token + "@" + region);
    return new ConfigureAnswer.Ready(
        around.apply(configured.computeIfAbsent(region, each -> new WithPrograms(in(each)))),
        List.of());
  }

  @Override
  public void close() {}

  private static String text(Unmarked config, String attribute) {
    return switch (((Mapping) config.value()).attribute(attribute)) {
      case Value.Text text -> text.text();
      case Value.Unknown _ -> UNKNOWN;
      default -> "";
    };
  }
}
