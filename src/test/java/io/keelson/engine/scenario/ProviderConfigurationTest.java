package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.Step;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.ProviderSchemas;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeSystems;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Stacks whose providers are configured: things live in the region that a configuration names.
final class ProviderConfigurationTest {
  private static final ResourceAddress THING = ResourceAddress.managed("thing", "web");
  private static final ResourceAddress OTHER = ResourceAddress.managed("thing", "other");
  private static final ResourceAddress CLUSTER = ResourceAddress.managed("cluster", "main");
  private static final InstanceAddress AT = InstanceAddress.parse("thing.web");

  private final JsonStateCodec codec = new JsonStateCodec();
  private final FakeSystems systems =
      new FakeSystems(new TreeMap<>(Map.of("thing", type("thing"))), codec);
  private final FakeWorld ground = new FakeWorld();
  private final FakeProvider clusters =
      new FakeProvider(
          ground, new TreeMap<>(Map.of("cluster", type("cluster"))), codec, Map.of(), _ -> {});
  private final AtomicInteger operations = new AtomicInteger();
  private StackState state = StackState.EMPTY;
  private final TreeMap<String, StackDeclaration.Provider> providers = new TreeMap<>();
  private final List<ResourceDeclaration> resources = new ArrayList<>();
  private final List<ComponentDeclaration.Component> components = new ArrayList<>();
  private final TreeMap<String, Value> variables = new TreeMap<>();
  private List<Diagnostic> loading = List.of();
  private LifecycleDeclaration lifecycle = LifecycleDeclaration.PLAIN;

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

  @BeforeEach
  void declareOneThingInTheEast() {
    configure("main", "east", "t1");
    declare(THING, "main", 1);
  }

  private void configure(String name, String region, String token) {
    configure(name, region, token, Optional.empty());
  }

  private void configure(String name, String region, String token, Optional<String> accepted) {
    configure(name, region, token, accepted, Optional.empty());
  }

  /// Things that are elsewhere are replaced.
  private void moveTo(String region) {
    configure("main", region, "t1", Optional.empty(), Optional.of(region));
  }

  private void configure(
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

  private void declare(ResourceAddress address, String configuration, int size) {
    declare(address, Optional.of(configuration), Map.of("size", Value.number(size)));
  }

  private void declare(
      ResourceAddress address, Optional<String> configuration, Map<String, Value> config) {
    resources.removeIf(each -> each.address().equals(address));
    resources.add(
        new ResourceDeclaration(
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
  private void declareThingInsideACluster(String kind) {
    declare(CLUSTER, Optional.empty(), Map.of("kind", Value.text(kind)));
    configure("main", "${cluster.main.id}", "t1");
  }

  private Providers available() {
    return new Providers(
        List.of(clusters), new TreeMap<>(Map.of("main", systems, "spare", systems)));
  }

  private StackConfig config() {
    var declaration =
        new StackDeclaration(
                resources,
                new TreeMap<>(),
                new TreeMap<>(),
                variables,
                new TreeMap<>(),
                List.of(),
                List.of(),
                List.of(),
                new TreeMap<>(),
                providers)
            .using(components);
    Schemas schemas = new ProviderSchemas(available());
    var loaded = new StackLoader(new CelExpressions(), schemas).load(declaration);
    loading = loaded.diagnostics();
    return loaded.config();
  }

  private PlanOutcome plan() {
    return plan(config(), PlanOptions.Mode.NORMAL);
  }

  private PlanOutcome plan(StackConfig config, PlanOptions.Mode mode) {
    var options = new PlanOptions(mode, PlanOptions.Refresh.ALL, 2, Laboratory.KEY);
    return new Planner(available(), codec).plan(new Snapshot(config, state), options);
  }

  private ApplyOutcome apply() {
    return apply(config(), PlanOptions.Mode.NORMAL);
  }

  private ApplyOutcome apply(StackConfig config, PlanOptions.Mode mode) {
    var planned = plan(config, mode);
    var store = new MemoryStore(state);
    var outcome =
        new Applier(available(), codec, () -> "op-" + operations.incrementAndGet())
            .apply(
                planned.plan(),
                new Snapshot(config, state),
                store,
                new ApplyOptions(2, new StopSignal(), Laboratory.KEY.secret()));
    state = store.state(Map.of());
    return outcome;
  }

  private static String kept(SortedMap<String, Bytes> configurations, String name) {
    return Optional.ofNullable(configurations.get(name)).orElseThrow().asUtf8();
  }

  private String region(String region) {
    return String.join(" ", systems.world(region).things().keySet());
  }

  @Test
  @Tag("R-GRAPH-4")
  @Tag("R-ART-14")
  void thing_isMadeWhereItsConfigurationSays_andThatIsRecorded() {
    assertThat(apply().complete()).isTrue();

    assertThat(region("east")).isEqualTo("thing web#1");
    assertThat(state.instance(AT).current().orElseThrow().provider())
        .isEqualTo(new ProviderKey("fake", Optional.of("main"), "east"));
    assertThat(kept(state.configurations(), "main"))
        .isEqualTo(
            "{\"config\":{\"region\":\"east\",\"token\":\"t1\"},\"ephemeral\":[],\"secret\":[]}");
    assertThat(plan().plan().effective()).isEmpty();
  }

  /// A use of a definition with one thing.
  private void use(String name, ComponentDeclaration definition, String configuration) {
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
            new TreeMap<>(Map.of("place", configuration))));
  }

  @Test
  @Tag("R-CMP-21")
  void usesOfOneDefinition_makeTheirObjectsThroughTheirOwnConfigurations() {
    declare(THING, Optional.empty(), Map.of("size", Value.number(1)));
    var definition =
        new ComponentDeclaration(
            List.of(),
            new TreeMap<>(),
            List.copyOf(resources),
            List.of(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(Map.of("place", new ComponentDeclaration.Slot("thing", false))));
    resources.clear();
    configure("spare", "west", "t2");
    use("one", definition, "main");
    use("two", definition, "spare");

    assertThat(apply().complete()).isTrue();

    assertThat(loading).isEmpty();
    assertThat(systems.world("east").things()).hasSize(1);
    assertThat(systems.world("west").things()).hasSize(1);
    assertThat(recorded("component.one.thing.web"))
        .isEqualTo(new ProviderKey("fake", Optional.of("main"), "east"));
    assertThat(recorded("component.two.thing.web"))
        .isEqualTo(new ProviderKey("fake", Optional.of("spare"), "west"));
    assertThat(plan().plan().effective()).isEmpty();
  }

  private ProviderKey recorded(String address) {
    return state.instance(InstanceAddress.parse(address)).current().orElseThrow().provider();
  }

  private void give(String variable, Value value) {
    variables.put(variable, value.mark(Marks.ephemeral("variable." + variable)));
  }

  @Test
  @Tag("R-WO-3")
  void ephemeralToken_opensTheProviderAndIsNotKept() {
    give("token", Value.text("t1"));
    configure("main", "east", "x-${variable.token}");

    assertThat(apply().complete()).isTrue();

    assertThat(systems.logins()).containsOnly("x-t1@east");
    assertThat(kept(state.configurations(), "main"))
        .isEqualTo(
            "{\"config\":{\"region\":\"east\",\"token\":null},\"ephemeral\":[\"token\"],\"secret\":[]}");
    give("token", Value.text("t2"));
    assertThat(plan().plan().effective()).isEmpty();
    assertThat(systems.logins()).containsOnly("x-t2@east");
  }

  @Test
  @Tag("R-WO-4")
  void ephemeralToken_isTheOneThatIsGivenWhenEverythingIsDestroyed() {
    give("token", Value.text("t1"));
    declareThingInsideACluster("small");
    configure("main", "${cluster.main.id}", "x-${variable.token}");
    apply();
    give("token", Value.text("t2"));
    systems.logins();

    assertThat(apply(config(), PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(systems.logins()).containsOnly("x-t2@main#1");
    assertThat(region("main#1")).isEmpty();
  }

  @Test
  @Tag("R-WO-4")
  void ephemeralTokenThatIsNotGivenAgain_isAskedForBeforeAnythingIsDestroyed() {
    give("token", Value.text("t1"));
    configure("main", "east", "x-${variable.token}");
    apply();

    variables.put("token", Value.unknown(Types.STRING));
    var withoutValue = apply(config(), PlanOptions.Mode.DESTROY);
    var undeclared = apply(StackConfig.EMPTY, PlanOptions.Mode.DESTROY);

    assertThat(region("east")).isEqualTo("thing web#1");
    assertThat(planned(PlanOptions.Mode.DESTROY, config()))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.CREDENTIALS);
          assertThat(each.path()).hasToString("token");
          assertThat(each.detail()).contains("'main'", "give the variable one");
        });
    assertThat(planned(PlanOptions.Mode.DESTROY, StackConfig.EMPTY))
        .singleElement()
        .satisfies(each -> assertThat(each.detail()).contains("not declared any more"));
    assertThat(withoutValue.steps()).isEmpty();
    assertThat(undeclared.steps()).isEmpty();
  }

  private List<Diagnostic> planned(PlanOptions.Mode mode, StackConfig config) {
    return plan(config, mode).diagnostics();
  }

  /// A key that is open while a plan is made or carried out, and lets into the provider of things.
  private void declareThingBehindAKey() {
    declare(
        ResourceAddress.parse("ephemeral.cluster.key"),
        Optional.empty(),
        Map.of("size", Value.number(1)));
    configure("main", "east", "${ephemeral.cluster.key.id}");
  }

  @Test
  @Tag("R-WO-3")
  @Tag("R-WO-4")
  void ephemeralResource_opensTheProviderForPlanAndApplyAndIsNotKept() {
    declareThingBehindAKey();

    assertThat(apply().complete()).isTrue();

    assertThat(systems.logins()).containsOnly("id of @east");
    assertThat(clusters.events())
        .containsExactly("open cluster ", "close cluster ", "open cluster ", "close cluster ");
    assertThat(kept(state.configurations(), "main")).contains("\"token\":null");
    assertThat(state.instances()).containsOnlyKeys(AT);
    assertThat(plan().plan().effective()).isEmpty();
  }

  @Test
  @Tag("R-WO-4")
  void ephemeralResource_isOpenedToDestroyWhatIsNotDeclaredAnyMore() {
    declareThingBehindAKey();
    apply();
    resources.removeIf(each -> each.address().equals(THING));
    systems.logins();

    assertThat(apply().complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(systems.logins()).containsOnly("id of @east");
  }

  @Test
  @Tag("R-WO-4")
  @Tag("R-MODE-3")
  void ephemeralResource_isOpenedToDestroyEverything() {
    declareThingBehindAKey();
    apply();

    assertThat(apply(config().onlyProviders(), PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(state.instances()).isEmpty();
    assertThat(clusters.events().stream().filter(each -> each.startsWith("open")))
        .hasSameSizeAs(
            clusters.events().stream().filter(each -> each.startsWith("close")).toList());
  }

  @Test
  @Tag("R-WO-4")
  void ephemeralResourceThatIsGone_isAskedForBeforeAnythingIsDestroyed() {
    declareThingBehindAKey();
    apply();
    resources.clear();

    var outcome = apply(config(), PlanOptions.Mode.DESTROY);

    assertThat(outcome.steps()).isEmpty();
    assertThat(region("east")).isEqualTo("thing web#1");
    assertThat(planned(PlanOptions.Mode.DESTROY, config()))
        .extracting(Diagnostic::code)
        .containsExactly(Code.CREDENTIALS);
  }

  @Test
  @Tag("R-WO-3")
  void ephemeralRegion_isUsedAndNotRecorded() {
    give("region", Value.text("east"));
    configure("main", "${variable.region}", "t1");

    apply();

    assertThat(region("east")).isEqualTo("thing web#1");
    assertThat(state.toString()).doesNotContain("east");
    assertThat(kept(state.configurations(), "main")).doesNotContain("east");
  }

  @Test
  @Tag("R-GRAPH-4")
  void orphan_isDestroyedWithTheConfigurationItWasMadeWith() {
    apply();
    resources.clear();
    providers.clear();

    assertThat(apply().complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(state.instances()).isEmpty();
  }

  @Test
  @Tag("R-GRAPH-4")
  void orphan_isDestroyedWithTheNewTokenOfAConfigurationThatIsStillDeclared() {
    apply();
    resources.clear();
    configure("main", "east", "t2");
    systems.logins();

    apply();

    assertThat(region("east")).isEmpty();
    assertThat(systems.logins()).containsOnly("t2@east");
  }

  @Test
  @Tag("R-MODE-3")
  void everything_isDestroyedWithoutAnyDeclaration() {
    declareThingInsideACluster("small");
    apply();
    assertThat(region("main#1")).isEqualTo("thing web#1");

    assertThat(apply(StackConfig.EMPTY, PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(region("main#1")).isEmpty();
    assertThat(ground.things()).isEmpty();
  }

  @Test
  @Tag("R-MODE-3")
  void everything_isDestroyedAlthoughAConfigurationRefersToWhatGoes() {
    declareThingInsideACluster("small");
    apply();

    assertThat(apply(config(), PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(region("main#1")).isEmpty();
    assertThat(ground.things()).isEmpty();
  }

  @Test
  @Tag("R-GRAPH-12")
  @Tag("R-UNK-12")
  void thing_waitsForWhatItsConfigurationRefersTo() {
    declareThingInsideACluster("small");

    var planned = plan();
    var outcome = apply();

    var cluster = new Step.Converge(InstanceAddress.parse("cluster.main"));
    assertThat(planned.plan().steps().reaches(cluster, new Step.Converge(AT))).isTrue();
    assertThat(planned.diagnostics()).isEmpty();
    assertThat(systems.logins()).contains("t1@not known yet", "t1@main#1");
    assertThat(outcome.complete()).isTrue();
    assertThat(region("main#1")).isEqualTo("thing web#1");
    assertThat(state.instance(AT).current().orElseThrow().dependencies())
        .contains(new Dependency(CLUSTER, true));
    assertThat(plan().plan().effective()).isEmpty();
  }

  @Test
  @Tag("R-GRAPH-12")
  void thingInsideAReplacedCluster_isReadWhereItWasWhileTheNewPlaceIsNotKnown() {
    declareThingInsideACluster("small");
    apply();
    declareThingInsideACluster("large");
    resources.removeIf(each -> each.address().equals(THING));
    systems.logins();

    var outcome = apply();

    assertThat(outcome.complete()).isTrue();
    assertThat(region("main#1")).isEmpty();
    assertThat(ground.things()).containsOnlyKeys("cluster main#2");
  }

  /// What exists is where it was; where the new one will be is not known.
  @Test
  @Tag("R-GRAPH-12")
  @Tag("R-UNK-12")
  void newThingInsideAReplacedCluster_waitsUntilItsPlaceIsKnown() {
    systems.defer(InstanceAddress.parse("thing.other"));
    declareThingInsideACluster("small");
    apply();
    declareThingInsideACluster("large");
    resources.removeIf(each -> each.address().equals(THING));
    declare(OTHER, "main", 1);

    var planned = plan().plan();
    assertThat(planned.deferred().keySet())
        .containsExactly(Subject.of(InstanceAddress.parse("thing.other")));
    assertThat(apply().complete()).isTrue();
    assertThat(region("main#1") + region("main#2")).isEmpty();

    assertThat(apply().complete()).isTrue();
    assertThat(region("main#2")).isEqualTo("thing other#1");
  }

  @Test
  void refusedConfiguration_isToldOnce_andOnlyItsUsersWait() {
    configure("main", "east", "expired");
    declare(OTHER, "spare", 1);
    configure("spare", "west", "t1");
    declare(ResourceAddress.managed("thing", "third"), "main", 1);

    var planned = plan();
    apply();

    assertThat(planned.diagnostics()).hasSize(1);
    var problem = planned.diagnostics().getFirst();
    assertThat(problem.subject()).isEqualTo(Subject.part("provider", "main"));
    assertThat(problem.detail()).isEqualTo("The token has expired.");
    assertThat(region("east")).isEmpty();
    assertThat(region("west")).isEqualTo("thing other#1");
    assertThat(state.configurations()).containsOnlyKeys("spare");
  }

  @Test
  void configurationOfAnotherRegion_holdsWhatWasMadeInTheOldOne() {
    apply();
    configure("main", "west", "t1");
    declare(THING, "main", 2);
    declare(OTHER, "main", 1);

    var planned = plan();
    apply();

    assertThat(planned.diagnostics())
        .extracting(Diagnostic::code)
        .containsOnly(Code.PROVIDER_IDENTITY);
    assertThat(planned.diagnostics().getFirst().detail()).contains("'east'", "'west'");
    assertThat(region("east")).isEqualTo("thing web#1");
    assertThat(kept(state.configurations(), "main")).contains("east");
  }

  private void loseTheCreate() {
    systems.loseCreateOf(AT);
    assertThat(apply().complete()).isFalse();
    assertThat(state.instance(AT).open()).isPresent();
  }

  /// What its configuration refers to has not had its turn when it is looked for.
  @Test
  @Tag("R-ART-14")
  void lostCreateInsideACluster_isFoundThere() {
    declareThingInsideACluster("small");
    loseTheCreate();

    assertThat(apply().complete()).isTrue();

    assertThat(region("main#1")).isEqualTo("thing web#1");
    assertThat(state.instance(AT).current().orElseThrow().provider())
        .isEqualTo(new ProviderKey("fake", Optional.of("main"), "main#1"));
    assertThat(plan().plan().effective()).isEmpty();
  }

  @Test
  @Tag("R-ART-14")
  void lostCreate_isNotTakenForUndoneBecauseAnotherRegionHasNone() {
    loseTheCreate();
    configure("main", "west", "t1");

    var planned = plan();
    apply();

    assertThat(planned.diagnostics()).extracting(Diagnostic::code).contains(Code.PROVIDER_IDENTITY);
    assertThat(region("west")).isEmpty();
    configure("main", "east", "t1");
    assertThat(apply().complete()).isTrue();
    assertThat(region("east")).isEqualTo("thing web#1");
  }

  @Test
  @Tag("R-ART-14")
  void lostCreate_isLookedForWithTheConfigurationItBeganWith() {
    loseTheCreate();
    configure("spare", "west", "t1");
    declare(THING, "spare", 1);

    var planned = plan();
    apply();

    assertThat(planned.diagnostics()).extracting(Diagnostic::code).contains(Code.PROVIDER_IDENTITY);
    assertThat(region("west")).isEmpty();
    declare(THING, "main", 1);
    assertThat(apply().complete()).isTrue();
    assertThat(region("east")).isEqualTo("thing web#1");
  }

  @Test
  @Tag("R-ART-14")
  void lostCreateThatNobodyDeclares_isFoundAndDestroyed() {
    loseTheCreate();
    resources.clear();
    providers.clear();

    assertThat(apply().complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(state.instances()).isEmpty();
  }

  @Test
  void acceptedIdentity_isTakenOverIntoTheRecords() {
    apply();
    systems.world("east").things().values().forEach(systems.world("west")::put);
    configure("main", "west", "t1", Optional.of("west"));
    declare(THING, "main", 2);

    assertThat(apply().complete()).isTrue();

    assertThat(state.instance(AT).current().orElseThrow().provider().identity()).isEqualTo("west");
    configure("main", "west", "t1");
    assertThat(plan().diagnostics()).isEmpty();
  }

  @Test
  void acceptedIdentity_isTakenOverAlsoWhereNothingIsDone() {
    apply();
    systems.world("east").things().values().forEach(systems.world("west")::put);
    configure("main", "west", "t1", Optional.of("west"));

    var planned = plan().plan();

    assertThat(planned.effective()).isEmpty();
    assertThat(
            Optional.ofNullable(planned.bookkeeping().get(AT))
                .orElseThrow()
                .current()
                .orElseThrow()
                .provider()
                .identity())
        .isEqualTo("west");
  }

  private static Change change(PlanOutcome planned) {
    return Optional.ofNullable(planned.plan().changes().get(ObjectRef.current(AT))).orElseThrow();
  }

  private ProviderKey writer(InstanceAddress at) {
    return state.instance(at).current().orElseThrow().provider();
  }

  @Test
  @Tag("R-PUL-61")
  void replacedObjects_goThereAndComeHere() {
    declare(OTHER, "main", 1);
    apply();
    moveTo("west");

    var planned = plan();
    var change = change(planned);
    assertThat(planned.diagnostics()).hasSize(1);
    assertThat(planned.diagnostics().getFirst().isError()).isFalse();
    assertThat(planned.diagnostics().getFirst().detail()).contains("'east'", "'west'");
    assertThat(change.action()).isInstanceOf(Action.Replace.class);
    assertThat(change.reason()).isEqualTo(Reason.PROVIDER_CHANGED);
    assertThat(apply().complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(systems.world("west").things()).hasSize(2);
    assertThat(writer(AT).identity()).isEqualTo("west");
    assertThat(kept(state.configurations(), "main")).contains("west");
    assertThat(plan().plan().effective()).isEmpty();
  }

  /// The one that is to be made is no update of the one that is there.
  @Test
  @Tag("R-PUL-61")
  void replacedObject_isReadWhereItIs_andPlannedWhereItWillBe() {
    apply();
    moveTo("west");
    declare(THING, "main", 2);
    systems.logins();

    var planned = plan();

    var change = change(planned);
    assertThat(change.action()).isInstanceOf(Action.Replace.class);
    assertThat(change.reason()).isEqualTo(Reason.PROVIDER_CHANGED);
    assertThat(systems.logins()).contains("t1@east", "t1@west");
  }

  @Test
  @Tag("R-PUL-61")
  void objectThatIsGoneThere_isMadeAnewHere() {
    apply();
    systems.world("east").remove("thing", "web#1");
    moveTo("west");

    assertThat(change(plan()).action()).isInstanceOf(Action.Recreate.class);
    assertThat(apply().complete()).isTrue();
    assertThat(systems.world("west").things()).hasSize(1);
  }

  @Test
  @Tag("R-PUL-61")
  void undeclaredObject_isDestroyedWhereItIs() {
    declare(OTHER, "main", 1);
    apply();
    resources.removeIf(each -> each.address().equals(OTHER));
    moveTo("west");

    assertThat(apply().complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(systems.world("west").things()).hasSize(1);
    assertThat(state.instances()).containsOnlyKeys(AT);
  }

  @Test
  @Tag("R-PUL-61")
  void allIsDestroyed_whereItIs() {
    apply();
    moveTo("west");

    assertThat(apply(config(), PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(region("west")).isEmpty();
    assertThat(state.instances()).isEmpty();
  }

  /// The run ends after the new one is made: the old one is still reached, also when its
  /// configuration is not the last one any more.
  @Test
  @Tag("R-PUL-61")
  void deposedObject_isDestroyedWhereItIs() {
    lifecycle = new LifecycleDeclaration(true, false, List.of(), List.of());
    declare(THING, "main", 1);
    apply();
    systems.hold("web#1", true);
    moveTo("west");
    assertThat(apply().complete()).isFalse();
    assertThat(region("east")).isEqualTo("thing web#1");
    assertThat(systems.world("west").things()).hasSize(1);
    assertThat(kept(state.configurations(), "main")).contains("west");

    systems.hold("web#1", false);
    moveTo("north");
    assertThat(apply().complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(region("west")).isEmpty();
    assertThat(systems.world("north").things()).hasSize(1);
  }

  /// What the configuration refers to has had its turn before the things.
  @Test
  @Tag("R-PUL-61")
  void systemThatAResourceNames_isMovedToAsAnyOther() {
    declare(CLUSTER, Optional.empty(), Map.of("kind", Value.text("small")));
    apply();
    configure("main", "${cluster.main.id}", "t1", Optional.empty(), Optional.of("main#1"));

    assertThat(change(plan()).reason()).isEqualTo(Reason.PROVIDER_CHANGED);
    assertThat(apply().complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(systems.world("main#1").things()).hasSize(1);
    assertThat(plan().plan().effective()).isEmpty();

    moveTo("east");
    assertThat(apply().complete()).isTrue();

    assertThat(region("main#1")).isEmpty();
    assertThat(systems.world("east").things()).hasSize(1);
  }

  /// The last configuration reaches the one system, and what was kept of the one before the other.
  @Test
  @Tag("R-PUL-61")
  void allIsDestroyed_whereItIs_whenAResourceNamesTheSystem() {
    declare(CLUSTER, Optional.empty(), Map.of("kind", Value.text("small")));
    lifecycle = new LifecycleDeclaration(true, false, List.of(), List.of());
    declare(THING, "main", 1);
    apply();
    systems.hold("web#1", true);
    configure("main", "${cluster.main.id}", "t1", Optional.empty(), Optional.of("main#1"));
    assertThat(apply().complete()).isFalse();
    assertThat(region("east")).isEqualTo("thing web#1");
    assertThat(systems.world("main#1").things()).hasSize(1);

    systems.hold("web#1", false);
    assertThat(apply(config(), PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(region("main#1")).isEmpty();
    assertThat(state.instances()).isEmpty();
  }

  /// Where the things will be is not known while the cluster is to be replaced. It is when that is
  /// done; then they are elsewhere, and planned anew.
  @Test
  @Tag("R-PUL-61")
  void systemThatIsOnlyKnownWhileApplying_replacesNothingThatWasNotPlanned() {
    declareThingInsideACluster("small");
    apply();
    declareThingInsideACluster("large");
    configure("main", "${cluster.main.id}", "t1", Optional.empty(), Optional.of("main#2"));
    declare(THING, "main", 2);

    var planned = plan();
    assertThat(change(planned).reason()).isNotEqualTo(Reason.PROVIDER_CHANGED);
    assertThat(apply().complete()).isFalse();
    assertThat(region("main#1")).isEqualTo("thing web#1");

    assertThat(change(plan()).reason()).isEqualTo(Reason.PROVIDER_CHANGED);
    assertThat(apply().complete()).isTrue();
    assertThat(region("main#1")).isEmpty();
    assertThat(systems.world("main#2").things()).hasSize(1);
  }

  @Test
  @Tag("R-PUL-61")
  void createThatWasLostInASystemThatAResourceNames_isLookedForThere() {
    declareThingInsideACluster("small");
    loseTheCreate();
    moveTo("west");

    assertThat(apply().complete()).as("it is lost here, too").isFalse();
    assertThat(region("main#1")).isEmpty();
    assertThat(apply().complete()).isTrue();
    assertThat(writer(AT).identity()).isEqualTo("west");
  }

  @Test
  @Tag("R-PUL-61")
  void replacingIntoAnotherSystemThanTheOneThatIsNamed_holdsEverything() {
    apply();
    configure("main", "west", "t1", Optional.empty(), Optional.of("north"));

    var planned = plan();
    apply();

    assertThat(planned.diagnostics())
        .extracting(Diagnostic::code)
        .containsOnly(Code.PROVIDER_IDENTITY);
    assertThat(region("east")).isEqualTo("thing web#1");
    assertThat(region("west")).isEmpty();
  }

  @Test
  @Tag("R-PUL-61")
  void systemWhoseConfigurationIsNotRecorded_keepsItsObjects() {
    apply();
    state = new StackState(state.instances(), state.outputs(), new TreeMap<>());
    moveTo("west");

    var planned = plan();
    apply();

    assertThat(planned.diagnostics()).extracting(Diagnostic::code).contains(Code.CREDENTIALS);
    assertThat(planned.diagnostics().getFirst().detail()).contains("'east'", "not recorded");
    assertThat(region("east")).isEqualTo("thing web#1");
    assertThat(region("west")).isEmpty();
  }

  @Test
  @Tag("R-PUL-61")
  void resourceThatMovesToAnotherConfiguration_isReplacedFromOneToTheOther() {
    apply();
    configure("spare", "west", "t1", Optional.empty(), Optional.of("west"));
    declare(THING, "spare", 1);

    assertThat(apply().complete()).isTrue();

    assertThat(region("east")).isEmpty();
    assertThat(systems.world("west").things()).hasSize(1);
    assertThat(writer(AT)).isEqualTo(new ProviderKey("fake", Optional.of("spare"), "west"));
  }

  @Test
  @Tag("R-PUL-61")
  void createThatWasLostThere_isLookedForThere() {
    loseTheCreate();
    moveTo("west");

    assertThat(apply().complete()).as("it is lost here, too").isFalse();
    assertThat(region("east")).isEmpty();
    assertThat(apply().complete()).isTrue();
    assertThat(writer(AT).identity()).isEqualTo("west");
    assertThat(systems.world("west").things()).hasSize(1);
  }

  @Test
  void newToken_isKeptAlsoWhereNothingIsDone() {
    apply();
    configure("main", "east", "t2");

    assertThat(kept(plan().plan().configurations(), "main")).contains("t2");
  }

  @Test
  void secretOfAConfiguration_isInNoPlan() {
    declareThingInsideACluster("small");

    var planned = plan().plan();

    assertThat(planned.changes().toString()).doesNotContain("t1");
    assertThat(planned.toString()).doesNotContain("t1");
  }

  @Test
  void configurationThatNobodyDeclares_isNamedWithTheNearestOne() {
    declare(THING, "mian", 1);

    assertThat(plan().plan().effective()).isEmpty();
    assertThat(loading).hasSize(1);
    assertThat(loading.getFirst().code()).isEqualTo(Code.UNDECLARED);
    assertThat(loading.getFirst().path().toString()).isEqualTo("providerConfigRef");
    assertThat(loading.getFirst().detail()).contains("'mian'", "main");
  }

  @Test
  void wrongConfiguration_isToldThere_andItsUsersSayWhatTheyWaitFor() {
    providers.put(
        "main",
        new StackDeclaration.Provider(
            Value.object(Map.of("regoin", Value.text("east"))),
            new TreeMap<>(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));

    config();

    assertThat(loading)
        .extracting(each -> each.subject() + " " + each.code())
        .containsExactlyInAnyOrder(
            "provider.main INVALID_CONFIG",
            "provider.main INVALID_CONFIG",
            "thing.web BROKEN_REFERENCE");
  }

  @Test
  @Tag("R-GRAPH-30")
  void configurationThatNeedsItsOwnUser_isACircle() {
    configure("main", "${thing.web.id}", "t1");

    assertThat(plan().plan().effective()).isEmpty();
    assertThat(loading).extracting(Diagnostic::code).containsOnly(Code.CYCLE);
    assertThat(loading.getFirst().detail()).contains("thing.web", "provider.main");
  }

  @Test
  void orphanOfAForgottenConfiguration_staysAndSaysWhatIsMissing() {
    apply();
    resources.clear();
    providers.clear();
    state = new StackState(state.instances(), state.outputs());

    var planned = plan();

    assertThat(planned.plan().effective()).isEmpty();
    assertThat(planned.diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly(Code.CREDENTIALS);
    assertThat(planned.diagnostics().getFirst().detail()).contains("'main'", "Declare it again");
  }
}
