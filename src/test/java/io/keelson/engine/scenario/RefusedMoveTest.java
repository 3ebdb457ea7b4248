package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
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
import io.keelson.testing.FakeWorld;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RefusedMoveTest {
  private static final InstanceAddress OLD = InstanceAddress.parse("fake.old");
  private static final InstanceAddress NEW = InstanceAddress.parse("fake.new");
  private static final InstanceAddress OTHER = InstanceAddress.parse("fake.other");

  /// A store whose API server does not let an address be changed.
  private record RefusingStore(StateStore real) implements StateStore {
    @Override
    public Ticket begin(InstanceAddress at, InstanceState before, Operation intent) {
      return real.begin(at, before, intent);
    }

    @Override
    public void finish(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told) {
      real.finish(ticket, after, told);
    }

    @Override
    public void move(InstanceAddress from, InstanceAddress to) {
      throw new StoreRefused(from, "A webhook says no.");
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
  @Tag("R-MOV-8")
  void recordThatCannotMove_staysAndNothingIsDoneToItsObject() {
    var codec = new JsonStateCodec();
    var types = new TreeMap<>(Map.of(RandomStack.TYPE.name(), RandomStack.TYPE));
    var world = new FakeWorld();
    var prior =
        new ScenarioState(types)
            .state(
                new TreeMap<>(
                    Map.of(OLD.toString(), object("s-1"), OTHER.toString(), object("s-2"))),
                world);
    var provider = new FakeProvider(world, types, codec, Map.of(), _ -> {});
    var providers = new Providers(List.of(provider));
    var declaration =
        ShortDeclarations.stack(
            List.of(larger(NEW.resource()), larger(OTHER.resource())),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(new StackDeclaration.Move(OLD.toString(), NEW.toString())),
            List.of(),
            List.of(),
            new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    var snapshot = new Snapshot(loaded.config(), prior);
    var options =
        PlanOptionsBuilder.options(
            PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 2, Laboratory.KEY);
    var plan = new Planner(providers, codec).plan(snapshot, options).plan();
    var store = new MemoryStore(prior);

    var outcome =
        new Applier(providers, codec, () -> "op")
            .apply(
                plan,
                snapshot,
                new RefusingStore(store),
                new ApplyOptions(2, new StopSignal(), Laboratory.KEY.secret()));

    assertThat(outcome.complete()).isFalse();
    assertThat(outcome.diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly(Code.RECORD_REFUSED);
    assertThat(outcome.state()).isEqualTo(store.state(prior.outputs()));
    assertThat(outcome.state().instances()).containsOnlyKeys(OLD, OTHER);
    assertThat(provider.calls()).extracting(FakeCall::at).containsExactly(OTHER);
  }

  private static Value object(String id) {
    return Value.object(Map.of("id", Value.text(id), "size", Value.number(1)));
  }

  private static ResourceDeclaration larger(ResourceAddress address) {
    return new ResourceDeclaration(
        address,
        Value.object(Map.of("size", Value.number(2))),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }
}
