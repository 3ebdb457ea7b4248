package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeCall;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What the store has no room for is refused while nothing has happened yet.
final class NoRoomTest {
  private static final InstanceAddress WEB = InstanceAddress.parse("fake.web");
  private static final InstanceAddress OTHER = InstanceAddress.parse("fake.other");

  private final JsonStateCodec codec = new JsonStateCodec();
  private final SortedMap<String, FakeType> types =
      new TreeMap<>(Map.of(RandomStack.TYPE.name(), RandomStack.TYPE));
  private final FakeWorld world = new FakeWorld();
  private final FakeProvider provider = new FakeProvider(world, types, codec, Map.of(), _ -> {});

  /// A store that has no room for anything of size 9.
  private record SmallStore(StateStore real) implements StateStore {
    @Override
    public Ticket begin(InstanceAddress at, InstanceState before, Operation intent) {
      return real.begin(at, before, intent);
    }

    @Override
    public Optional<String> objection(InstanceAddress at, InstanceState expected, boolean whole) {
      var json = expected.current().orElseThrow().attributes().json().asUtf8();
      return json.contains("\"size\":9") ? Optional.of("9 is too large.") : Optional.empty();
    }

    @Override
    public void finish(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told) {
      real.finish(ticket, after, told);
    }

    @Override
    public void move(InstanceAddress from, InstanceAddress to) {
      real.move(from, to);
    }

    @Override
    public void keep(InstanceAddress at, Optional<InstanceState> observed) {
      real.keep(at, observed);
    }

    @Override
    public void keepConfigurations(SortedMap<String, Bytes> configurations) {
      real.keepConfigurations(configurations);
    }
  }

  @Test
  void objectThatCouldNotBeStored_isNotMadeAndTheOthersAre() {
    var outcome = apply(new TreeMap<>(), declared(WEB, 1, 9), declared(OTHER, 1, 8));

    isRefused(outcome);
    assertThat(provider.calls()).extracting(FakeCall::at).containsExactly(OTHER);
    assertThat(outcome.state().instances()).containsOnlyKeys(OTHER);
  }

  @Test
  void objectWhoseUpdateCouldNotBeStored_staysAsItIs() {
    isRefused(apply(prior(1, 1), declared(WEB, 1, 9)));

    assertThat(provider.calls()).isEmpty();
  }

  @Test
  void objectWhoseSuccessorCouldNotBeStored_isNotDestroyed() {
    isRefused(apply(prior(1, 1), declared(WEB, 2, 9)));

    assertThat(provider.calls()).isEmpty();
    assertThat(world.things()).hasSize(1);
  }

  @Test
  void objectWhoseSuccessorCouldNotBeStored_isNotForgotten() {
    var outcome = apply(prior(1, 1), leftAlone(declared(WEB, 2, 9)));

    isRefused(outcome);
    assertThat(outcome.state().instances()).containsOnlyKeys(WEB);
  }

  private static void isRefused(ApplyOutcome outcome) {
    assertThat(outcome.complete()).isFalse();
    assertThat(outcome.diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly(Code.STATE_TOO_LARGE);
    assertThat(outcome.diagnostics().getFirst().toString())
        .contains("fake.web", "9 is too large. Nothing was done to the object.");
  }

  private ApplyOutcome apply(SortedMap<String, Value> objects, ResourceDeclaration... resources) {
    var prior = new ScenarioState(types).state(objects, world);
    var providers = new Providers(List.of(provider));
    var declaration =
        ShortDeclarations.stack(
            List.of(resources),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            List.of(),
            new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    var snapshot = new Snapshot(loaded.config(), prior);
    var options =
        PlanOptionsBuilder.options(
            PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 2, Laboratory.KEY);
    var plan = new Planner(providers, codec).plan(snapshot, options).plan();
    var store = new SmallStore(new MemoryStore(prior));
    return new Applier(providers, codec, () -> "op")
        .apply(
            plan, snapshot, store, new ApplyOptions(2, new StopSignal(), Laboratory.KEY.secret()));
  }

  private static SortedMap<String, Value> prior(int image, int size) {
    var attributes = new TreeMap<String, Value>(Map.of("id", Value.text("s-1")));
    attributes.put("image", Value.number(image));
    attributes.put("size", Value.number(size));
    return new TreeMap<>(Map.of(WEB.toString(), Value.object(attributes)));
  }

  private static ResourceDeclaration leftAlone(ResourceDeclaration declared) {
    var lifecycle =
        new LifecycleDeclaration(
            false,
            false,
            false,
            false,
            PartialCreate.REPLACE,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Timeouts.NONE,
            List.of(),
            List.of());
    return new ResourceDeclaration(
        declared.address(),
        declared.config(),
        declared.count(),
        declared.forEach(),
        declared.dependsOn(),
        lifecycle);
  }

  private static ResourceDeclaration declared(InstanceAddress at, int image, int size) {
    return new ResourceDeclaration(
        at.resource(),
        Value.object(Map.of("image", Value.number(image), "size", Value.number(size))),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }
}
