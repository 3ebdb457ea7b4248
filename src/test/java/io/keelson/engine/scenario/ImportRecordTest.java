package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeCall;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An object that is taken over and updated, by a process that dies on the way; also in place of a
/// recorded one that is gone.
final class ImportRecordTest {
  private static final InstanceAddress AT = InstanceAddress.parse("fake.web");

  private static final int SIZE = 2;

  private final JsonStateCodec codec = new JsonStateCodec();
  private final FakeWorld world = new FakeWorld();
  private final ScenarioState states =
      new ScenarioState(new TreeMap<>(Map.of(RandomStack.TYPE.name(), RandomStack.TYPE)));
  private final FakeProvider provider =
      new FakeProvider(
          world,
          new TreeMap<>(Map.of(RandomStack.TYPE.name(), RandomStack.TYPE)),
          codec,
          Map.of(),
          _ -> {});
  private final AtomicInteger operations = new AtomicInteger();
  private boolean madeAgain;

  /// Tells an object that was made again from the one before, which has the size of before.
  private final Provider seen =
      new ProviderDecorator(provider) {
        @Override
        public Answer<Sighting> read(ReadRequest request) {
          return madeAgain
                  && Value.number(SIZE).equals(((Mapping) request.current().value()).get("size"))
              ? Answer.of(new Sighting.Gone())
              : super.read(request);
        }
      };

  private StackState state = StackState.EMPTY;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  @Tag("R-IMP-7")
  void crashedImport_goesOnWithTheSameObject(int moments) {
    states.state(new TreeMap<>(Map.of("fake.any", object())), world);
    var config = config();
    var approved = plan(config, OpenRun.NONE);
    var run = new OpenRun(approved.digest(), approved.leaves());

    apply(config, approved, new Fuse(moments));
    var rest = plan(config, run);

    assertThat(rest.isCoveredBy(run, Laboratory.KEY)).isTrue();
    assertThat(apply(config, rest.under(approved.digest()), new Fuse(Integer.MAX_VALUE)).complete())
        .isTrue();
    assertThat(states.id(AT, state.instance(AT).current().orElseThrow())).isEqualTo("s-9");
    assertThat(world.things()).hasSize(1);
    assertThat(provider.calls()).extracting(FakeCall::kind).doesNotContain(FakeCall.Kind.CREATE);
    assertThat(plan(config, OpenRun.NONE).effective()).isEmpty();
  }

  /// Somebody has made the recorded object again: it has the same id, but is another one.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  @Tag("R-IMP-4")
  void objectThatWasMadeAgain_isTakenOver_whereverACrashComes(int moments) {
    states.state(new TreeMap<>(Map.of("fake.any", object())), world);
    apply(config(), plan(config(), OpenRun.NONE), new Fuse(Integer.MAX_VALUE));
    madeAgain = true;
    world.put(world.things().values().iterator().next().with("size", Value.number(7)));
    var config = config(3);

    var approved = plan(config, OpenRun.NONE);
    var run = new OpenRun(approved.digest(), approved.leaves());

    assertThat(PlanText.of(approved))
        .contains("fake.web will be updated in place", "(imported from \"s-9\")");
    assertThat(Objects.requireNonNull(approved.bookkeeping().get(AT)).drift())
        .isInstanceOf(Drift.Missing.class);
    apply(config, approved, new Fuse(moments));
    var rest = plan(config, run);
    assertThat(rest.isCoveredBy(run, Laboratory.KEY)).isTrue();
    apply(config, rest.under(approved.digest()), new Fuse(Integer.MAX_VALUE));
    assertThat(states.id(AT, state.instance(AT).current().orElseThrow())).isEqualTo("s-9");
    assertThat(world.things()).hasSize(1);
    assertThat(plan(config, OpenRun.NONE).effective()).isEmpty();
  }

  /// There is nothing to take over, so the instance is created again, as without the import.
  @Test
  @Tag("R-IMP-4")
  @Tag("R-CHK-2")
  void objectThatIsGone_isCreatedAgain_althoughItsImportIsStillThere() {
    states.state(new TreeMap<>(Map.of("fake.any", object())), world);
    var config = config();
    apply(config, plan(config, OpenRun.NONE), new Fuse(Integer.MAX_VALUE));
    world.remove("fake", "s-9");

    var planned = plan(config, OpenRun.NONE);

    assertThat(PlanText.of(planned)).contains("fake.web will be created again");
    assertThat(apply(config, planned, new Fuse(Integer.MAX_VALUE)).diagnostics()).isEmpty();
    assertThat(plan(config, OpenRun.NONE).effective()).isEmpty();
  }

  private StackConfig config() {
    return config(SIZE);
  }

  private StackConfig config(int size) {
    var declaration =
        ShortDeclarations.stack(
            List.of(
                new ResourceDeclaration(
                    AT.resource(),
                    Value.object(Map.of("size", Value.number(size))),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    LifecycleDeclaration.PLAIN)),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            List.of(
                ShortDeclarations.importById(
                    AT.toString(),
                    Value.text("s-9"),
                    Optional.empty(),
                    AttributePath.of("imports").index(0))),
            new TreeMap<>());
    var providers = new Providers(List.of(seen));
    return new StackLoader(new CelExpressions(), providers::schema).load(declaration).config();
  }

  private Plan plan(StackConfig config, OpenRun run) {
    var options =
        PlanOptionsBuilder.from(
                PlanOptionsBuilder.options(
                    PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 2, Laboratory.KEY))
            .continuing(run)
            .build();
    var planner = new Planner(new Providers(List.of(seen)), codec);
    return planner.plan(new Snapshot(config, state), options).plan();
  }

  private ApplyOutcome apply(StackConfig config, Plan plan, Fuse fuse) {
    var store = new MemoryStore(state);
    var providers = new Providers(List.of(new DyingProvider(seen, fuse)));
    var outcome =
        new Applier(providers, codec, () -> "op-" + operations.incrementAndGet())
            .apply(
                plan,
                new Snapshot(config, state),
                new DyingStore(store, fuse),
                new ApplyOptions(2, new StopSignal(), Laboratory.KEY.secret()));
    state = store.state(Map.of());
    return outcome;
  }

  private static Value object() {
    return Value.object(Map.of("id", Value.text("s-9"), "size", Value.number(1)));
  }
}
