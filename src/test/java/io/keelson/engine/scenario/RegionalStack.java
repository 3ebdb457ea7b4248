package io.keelson.engine.scenario;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.reading.StackSchemas;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeSystems;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A stack whose things live in the region that a provider configuration names: one thing in the
/// east, and what a test adds.
final class RegionalStack {
  static final ResourceAddress THING = ResourceAddress.managed("thing", "web");
  static final ResourceAddress OTHER = ResourceAddress.managed("thing", "other");
  static final ResourceAddress CLUSTER = ResourceAddress.managed("cluster", "main");
  static final InstanceAddress AT = InstanceAddress.parse("thing.web");

  private final JsonStateCodec codec = new JsonStateCodec();
  final FakeSystems systems = new FakeSystems(new TreeMap<>(Map.of("thing", type("thing"))), codec);
  final FakeWorld ground = new FakeWorld();
  final FakeProvider clusters =
      new FakeProvider(
          ground, new TreeMap<>(Map.of("cluster", type("cluster"))), codec, Map.of(), _ -> {});
  private final AtomicInteger operations = new AtomicInteger();
  StackState state = StackState.EMPTY;
  final TreeMap<String, StackDeclaration.Provider> providers = new TreeMap<>();
  final List<ResourceDeclaration> resources = new ArrayList<>();
  final List<ComponentDeclaration.Component> components = new ArrayList<>();
  final TreeMap<String, Value> variables = new TreeMap<>();
  final TreeMap<String, StackDeclaration.Check> checks = new TreeMap<>();
  List<Diagnostic> loading = List.of();
  LifecycleDeclaration lifecycle = LifecycleDeclaration.PLAIN;
  int parallelism = 2;
  ApplyProgress progress = ApplyProgress.NONE;

  private static FakeType type(String name) {
    return new FakeType(
        name,
        Schema.of(
            0,
            new TreeMap<>(
                Map.of(
                    "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                    "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL),
                    "kind", Attribute.of(Types.STRING, Presence.OPTIONAL)))),
        new TreeSet<>(List.of("kind")),
        new TreeSet<>(),
        CreateRecovery.FINDABLE);
  }

  RegionalStack() {
    configure("main", "east", "t1");
    declare(THING, "main", 1);
  }

  void configure(String name, String region, String token) {
    configure(name, region, token, Optional.empty());
  }

  void configure(String name, String region, String token, Optional<String> accepted) {
    configure(name, region, token, accepted, Optional.empty());
  }

  /// Things that are elsewhere are replaced.
  void moveTo(String region) {
    configure("main", region, "t1", Optional.empty(), Optional.of(region));
  }

  void configure(
      String name,
      String region,
      String token,
      Optional<String> accepted,
      Optional<String> replacing) {
    providers.put(
        name,
        new StackDeclaration.Provider(
            Value.object(Map.of("region", Value.text(region), "token", Value.text(token))),
            new TreeMap<>(),
            accepted,
            replacing,
            Optional.empty(),
            Optional.of("thing")));
  }

  void declare(ResourceAddress address, String configuration, int size) {
    declare(address, Optional.of(configuration), Map.of("size", Value.number(size)));
  }

  void declare(ResourceAddress address, Optional<String> configuration, Map<String, Value> config) {
    resources.removeIf(each -> each.address().equals(address));
    resources.add(
        ShortDeclarations.resource(
            address,
            Value.object(config),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            lifecycle,
            configuration));
  }

  /// A cluster that runs where its id says, and a thing in it.
  void declareThingInsideACluster(String kind) {
    declare(CLUSTER, Optional.empty(), Map.of("kind", Value.text(kind)));
    configure("main", "${cluster.main.id}", "t1");
  }

  private Providers available() {
    return new Providers(
        List.of(clusters), new TreeMap<>(Map.of("main", systems, "spare", systems)));
  }

  StackConfig config() {
    var declaration =
        ShortDeclarations.stack(
                resources,
                new TreeMap<>(),
                new TreeMap<>(),
                variables,
                new TreeMap<>(),
                List.of(),
                List.of(),
                List.of(),
                checks,
                providers)
            .using(components, new TreeMap<>());
    Schemas schemas = new StackSchemas(available());
    var loaded = new StackLoader(new CelExpressions(), schemas).load(declaration);
    loading = loaded.diagnostics();
    return loaded.config();
  }

  /// Uses the component whose program is of the type `thing:app`, instead of what has that name.
  void use(String name, Map<String, Value> inputs) {
    use(name, inputs, Optional.empty(), List.of(), ComponentDeclaration.Inherited.NONE);
  }

  /// The same, with its instances, its former names and what holds for everything inside.
  void use(
      String name,
      Map<String, Value> inputs,
      Optional<Value> forEach,
      List<String> aliases,
      ComponentDeclaration.Inherited inherited) {
    components.removeIf(each -> each.name().equals(name));
    components.add(
        new ComponentDeclaration.Component(
            name,
            ComponentDeclaration.of(
                new ComponentDeclaration.Program("place", "thing:app"),
                new TreeMap<>(Map.of("place", new ComponentDeclaration.Slot("thing", false)))),
            new TreeMap<>(inputs),
            Optional.empty(),
            forEach,
            Optional.empty(),
            List.of(),
            aliases,
            inherited,
            new TreeMap<>(Map.of("place", "main")),
            List.of()));
  }

  /// Uses a definition whose only slot is `place`.
  void use(String name, ComponentDeclaration definition, String configuration) {
    components.add(
        new ComponentDeclaration.Component(
            name,
            definition,
            new TreeMap<>(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            ComponentDeclaration.Inherited.NONE,
            new TreeMap<>(Map.of("place", configuration)),
            List.of()));
  }

  PlanOutcome plan() {
    return plan(config(), PlanOptions.Mode.NORMAL);
  }

  PlanOutcome plan(StackConfig config, PlanOptions.Mode mode) {
    return plan(
        config, PlanOptionsBuilder.options(mode, PlanOptions.Refresh.ALL, 2, Laboratory.KEY));
  }

  /// A plan that reads only what is affected, and what earlier ones have not found out.
  PlanOutcome plan(PlanMemo memo) {
    var options =
        PlanOptionsBuilder.options(
            PlanOptions.Mode.NORMAL, PlanOptions.Refresh.AFFECTED, 2, Laboratory.KEY);
    return new Planner(available(), codec).plan(new Snapshot(config(), state), options, memo);
  }

  /// A plan that is about these alone.
  PlanOutcome plan(String... targets) {
    return plan(PlanOptions.Scope.NEEDED, targets);
  }

  /// The same, with what is planned together with them.
  PlanOutcome plan(PlanOptions.Scope scope, String... targets) {
    var everything =
        PlanOptionsBuilder.options(
            PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 2, Laboratory.KEY);
    var named = Stream.of(targets).map(Target::parse).toList();
    return plan(
        config(), PlanOptionsBuilder.from(everything).targeting(named).scoped(scope).build());
  }

  /// A plan of everything else.
  PlanOutcome planWithout(String... excluded) {
    var everything =
        PlanOptionsBuilder.options(
            PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 2, Laboratory.KEY);
    var named = Stream.of(excluded).map(Target::parse).toList();
    return plan(config(), PlanOptionsBuilder.from(everything).excluding(named).build());
  }

  private PlanOutcome plan(StackConfig config, PlanOptions options) {
    return new Planner(available(), codec).plan(new Snapshot(config, state), options);
  }

  ApplyOutcome apply() {
    return apply(config(), PlanOptions.Mode.NORMAL);
  }

  ApplyOutcome apply(StackConfig config, PlanOptions.Mode mode) {
    return apply(config, plan(config, mode));
  }

  /// Carries out a plan of what is declared now.
  ApplyOutcome apply(PlanOutcome planned) {
    return apply(config(), planned);
  }

  private ApplyOutcome apply(StackConfig config, PlanOutcome planned) {
    return apply(config, planned.plan(), new Fuse(Integer.MAX_VALUE), new StopSignal());
  }

  /// What is left of an approved plan whose run has begun.
  PlanOutcome remainder(PlanOutcome approved) {
    var everything =
        PlanOptionsBuilder.options(
            PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 2, Laboratory.KEY);
    return plan(config(), PlanOptionsBuilder.from(everything).continuing(run(approved)).build());
  }

  /// The run of a plan, if it is approved.
  static OpenRun run(PlanOutcome approved) {
    return new OpenRun(approved.plan().digest(), approved.plan().leaves());
  }

  /// Carries out a plan, or what is left of one, until the process dies.
  ApplyOutcome apply(PlanOutcome approved, PlanOutcome rest, Fuse fuse) {
    systems.surround(provider -> new DyingProvider(provider, fuse));
    try {
      var plan = rest.plan().under(approved.plan().digest());
      return apply(config(), plan, fuse, new StopSignal());
    } finally {
      systems.surround(UnaryOperator.identity());
    }
  }

  /// Carries out a plan, and is asked to stop while the call after so many others runs.
  ApplyOutcome applyStopping(PlanOutcome planned, int calls) {
    var stop = new StopSignal();
    var left = new AtomicInteger(calls);
    systems.watch(_ -> {
      if (left.getAndDecrement() <= 0) stop.set();
    });
    try {
      return apply(config(), planned.plan(), new Fuse(Integer.MAX_VALUE), stop);
    } finally {
      systems.watch(_ -> {});
    }
  }

  private ApplyOutcome apply(StackConfig config, Plan plan, Fuse fuse, StopSignal stop) {
    var store = new MemoryStore(state);
    var outcome =
        new Applier(available(), codec, () -> "op-" + operations.incrementAndGet())
            .apply(
                plan,
                new Snapshot(config, state),
                new DyingStore(store, fuse),
                new ApplyOptions(
                    parallelism,
                    stop,
                    Limits.DEFAULT,
                    Laboratory.KEY.secret(),
                    ApplyOptions.OnFailure.CONTINUE,
                    progress));
    state = store.state(Map.of());
    return outcome;
  }

  String region(String region) {
    return String.join(" ", systems.world(region).things().keySet());
  }

  /// The ids of all objects that are recorded, deposed ones as well, as `thing id`.
  SortedSet<String> recorded() {
    var states = states();
    var ids = new TreeSet<String>();
    state
        .instances()
        .forEach((at, instance) ->
            instance
                .objects()
                .forEach(object -> ids.add(at.resource().type() + " " + states.id(at, object))));
    return ids;
  }

  /// What exists in a region, and what of it is recorded.
  Inventory inventory(String region) {
    return new Inventory(systems.world(region), states());
  }

  private static ScenarioState states() {
    return new ScenarioState(
        new TreeMap<>(Map.of("thing", type("thing"), "cluster", type("cluster"))));
  }

  ProviderKey writer(InstanceAddress at) {
    return state.instance(at).current().orElseThrow().provider();
  }

  static String kept(SortedMap<String, Bytes> configurations, String name) {
    return Optional.ofNullable(configurations.get(name)).orElseThrow().asUtf8();
  }
}
