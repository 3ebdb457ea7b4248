package io.keelson.engine.scenario;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.MoveAnswer;
import io.keelson.engine.provider.MoveRequest;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.json.JsonValues;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ProviderDecorator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.UnaryOperator;

/// One stack, planned and applied by one worker while somebody listens to what provider and store
/// are told.
final class Overheard {
  /// The calls in their order: `move`, `upgrade`, `read`, `validate`, `plan`, `apply`, `import`,
  /// and what the store is told: `begin`, `finish`, `keep`.
  final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  final List<Unmarked> validated = Collections.synchronizedList(new ArrayList<>());
  final List<MoveRequest> moves = Collections.synchronizedList(new ArrayList<>());
  final List<RawState> upgraded = Collections.synchronizedList(new ArrayList<>());
  final List<ReadRequest> reads = Collections.synchronizedList(new ArrayList<>());
  final List<PlanRequest> plans = Collections.synchronizedList(new ArrayList<>());
  final List<ApplyRequest> applies = Collections.synchronizedList(new ArrayList<>());

  /// What was known to exist when each operation began.
  final List<InstanceState> begun = Collections.synchronizedList(new ArrayList<>());

  private final JsonStateCodec codec = new JsonStateCodec();
  private final StopSignal stop = new StopSignal();
  private final SortedMap<String, FakeType> types;
  private final FakeWorld world = new FakeWorld();
  private final FakeProvider fake;
  private final Providers providers;
  private final Snapshot snapshot;

  /// @param yaml a scenario of one run
  static Overheard of(String yaml) throws JsonValues.NotAValue {
    return of(yaml, provider -> provider);
  }

  /// @param change what is different about the provider
  static Overheard of(String yaml, UnaryOperator<Provider> change) throws JsonValues.NotAValue {
    return new Overheard(Scenario.parse("overheard", yaml), change);
  }

  private Overheard(Scenario scenario, UnaryOperator<Provider> change) {
    types = GuessedTypes.of(scenario);
    var states = new ScenarioState(types);
    states.state(scenario.unmanaged(), world);
    var run = scenario.runs().getFirst();
    fake =
        new FakeProvider(
            world,
            types,
            codec,
            Failures.read(run.failures(), types, _ -> Optional.of(types.firstKey())),
            call -> {
              if (run.stop().filter(call::equals).isPresent()) stop.set();
            });
    providers = new Providers(List.of(new Listening(change.apply(fake))));
    var loaded =
        new StackLoader(new CelExpressions(), providers::schema)
            .load(ScenarioConfig.declaration(run.config()));
    snapshot = new Snapshot(loaded.config(), states.state(scenario.prior(), world));
  }

  StackState prior() {
    return snapshot.prior();
  }

  PlanOutcome plan() {
    return plan(snapshot.prior());
  }

  PlanOutcome plan(StackState state) {
    return plan(state, PlanOptions.Refresh.ALL);
  }

  PlanOutcome plan(StackState state, PlanOptions.Refresh refresh) {
    var options = PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, refresh, 1, Laboratory.KEY);
    return new Planner(providers, codec).plan(new Snapshot(snapshot.config(), state), options);
  }

  /// Applies a plan of the prior state. What was heard before is forgotten.
  ApplyOutcome apply(PlanOutcome planned) {
    for (var heard : List.of(calls, validated, moves, upgraded, reads, plans, applies, begun))
      heard.clear();
    fake.startApplying();
    return new Applier(providers, codec, () -> "op-" + calls.size())
        .apply(
            planned.plan(),
            snapshot,
            new ListeningStore(new MemoryStore(snapshot.prior())),
            new ApplyOptions(1, stop, Laboratory.KEY.secret()));
  }

  /// The value that is stored of an object.
  Mapping stored(ObjectState object, String type) {
    return new ScenarioState(types).value(InstanceAddress.parse(type + ".any"), object);
  }

  private final class Listening extends ProviderDecorator {
    Listening(Provider real) {
      super(real);
    }

    @Override
    public List<Diagnostic> validate(String type, Unmarked config) {
      calls.add("validate");
      validated.add(config);
      return super.validate(type, config);
    }

    @Override
    public Answer<Upgraded> upgrade(String type, RawState stored) {
      calls.add("upgrade");
      upgraded.add(stored);
      return super.upgrade(type, stored);
    }

    @Override
    public MoveAnswer move(MoveRequest request) {
      calls.add("move");
      moves.add(request);
      return super.move(request);
    }

    @Override
    public Answer<Sighting> read(ReadRequest request) {
      calls.add("read");
      reads.add(request);
      return super.read(request);
    }

    @Override
    public Answer<PlannedState> plan(PlanRequest request) {
      calls.add("plan");
      plans.add(request);
      return super.plan(request);
    }

    @Override
    public ApplyAnswer apply(ApplyRequest request) {
      calls.add("apply");
      applies.add(request);
      return super.apply(request);
    }
  }

  private final class ListeningStore implements StateStore {
    private final StateStore real;

    ListeningStore(StateStore real) {
      this.real = real;
    }

    @Override
    public Ticket begin(InstanceAddress at, InstanceState before, Operation intent) {
      calls.add("begin");
      begun.add(before);
      return real.begin(at, before, intent);
    }

    @Override
    public void finish(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told) {
      calls.add("finish");
      real.finish(ticket, after, told);
    }

    @Override
    public void move(InstanceAddress from, InstanceAddress to) {
      real.move(from, to);
    }

    @Override
    public void keep(InstanceAddress at, Optional<InstanceState> observed) {
      calls.add("keep");
      real.keep(at, observed);
    }

    @Override
    public void keepConfigurations(SortedMap<String, Bytes> configurations) {
      real.keepConfigurations(configurations);
    }
  }
}
