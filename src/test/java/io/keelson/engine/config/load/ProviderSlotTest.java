package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Component;
import io.keelson.engine.config.declaration.ComponentDeclaration.Inherited;
import io.keelson.engine.config.declaration.ComponentDeclaration.Slot;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.ProviderSchemas;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeSystems;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Slots of definitions: which resource belongs to which, and what fills them. Two providers have
/// types that begin with `aws`: one is named so, the other `aws_dns`.
@Tag("R-CMP-20")
@Tag("R-CMP-21")
final class ProviderSlotTest {
  private static final Map<String, Slot> AWS = Map.of("aws", new Slot("aws", false));

  private final JsonStateCodec codec = new JsonStateCodec();
  private final TreeMap<String, StackDeclaration.Provider> declared = new TreeMap<>();
  private final TreeMap<String, ConfigurableProvider> usable = new TreeMap<>();
  private final TreeMap<String, String> named = new TreeMap<>();
  private final TreeMap<String, String> standard = new TreeMap<>();
  private final AtomicInteger compiles = new AtomicInteger();

  ProviderSlotTest() {
    configure("east", "aws");
    configure("west", "aws");
    configure("names", "aws_dns");
  }

  private static FakeType type(String name) {
    return new FakeType(
        name,
        Schema.of(
            0,
            new TreeMap<>(
                Map.of(
                    "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                    "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL)))),
        new TreeSet<>(),
        new TreeSet<>(),
        CreateRecovery.FINDABLE);
  }

  private void configure(String name, String type) {
    declared.put(name, provider(type, "east", Optional.empty()));
    var types = Map.of("aws", "aws_bucket", "aws_dns", "aws_dns_record");
    var has = Objects.requireNonNull(types.get(type));
    usable.put(name, new FakeSystems(new TreeMap<>(Map.of(has, type(has))), codec));
  }

  private static StackDeclaration.Provider provider(
      String type, String region, Optional<Diagnostic> problem) {
    return new StackDeclaration.Provider(
        Value.object(Map.of("region", Value.text(region))),
        new TreeMap<>(),
        Optional.empty(),
        Optional.empty(),
        problem,
        Optional.of(type));
  }

  /// The provider of a configuration is not there.
  private void lose(String configuration, String type) {
    var problem =
        Diagnostic.error(
            Code.PROVIDER_NOT_READY, Subject.part("provider", configuration), "Not there", "");
    declared.put(configuration, provider(type, "east", Optional.of(problem)));
    usable.remove(configuration);
  }

  private static ComponentDeclaration definition(
      Map<String, Slot> slots, List<ResourceDeclaration> resources, Component... inside) {
    return new ComponentDeclaration(
        List.of(),
        new TreeMap<>(),
        resources,
        List.of(inside),
        new TreeMap<>(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(slots));
  }

  private static ComponentDeclaration bucketIn(Map<String, Slot> slots) {
    return definition(slots, List.of(resource("aws_bucket.a", Optional.empty())));
  }

  private static ResourceDeclaration resource(String address, Optional<String> slot) {
    return resource(address, slot, Map.of());
  }

  private static ResourceDeclaration resource(
      String address, Optional<String> slot, Map<String, Value> config) {
    return new ResourceDeclaration(
        ResourceAddress.parse(address),
        Value.object(config),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN,
        slot);
  }

  private static Component use(
      String name, ComponentDeclaration definition, Map<String, String> providers) {
    return new Component(
        name,
        definition,
        new TreeMap<>(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Inherited.NONE,
        new TreeMap<>(providers));
  }

  private StackLoader.Loaded load(Component... components) {
    var plain =
        new FakeProvider(
            new FakeWorld(),
            new TreeMap<>(Map.of("server", type("server"))),
            codec,
            Map.of(),
            _ -> {});
    var schemas = new ProviderSchemas(new Providers(List.of(plain), usable, named));
    var compiler = new CountingCompiler(new CelExpressions(), compiles::incrementAndGet);
    return new StackLoader(compiler, schemas)
        .load(
            new StackDeclaration(
                    List.of(),
                    new TreeMap<>(),
                    new TreeMap<>(),
                    new TreeMap<>(),
                    new TreeMap<>(),
                    List.of(),
                    List.of(),
                    List.of(),
                    new TreeMap<>(),
                    declared)
                .using(List.of(components))
                .withStandardProviders(standard));
  }

  private static String told(StackLoader.Loaded loaded) {
    return loaded.diagnostics().stream().map(Object::toString).collect(Collectors.joining("\n"));
  }

  /// The configuration of a resource of a stack without problems.
  private static Optional<String> configuration(StackLoader.Loaded loaded, String address) {
    assertThat(told(loaded)).isEmpty();
    return Objects.requireNonNull(loaded.config().resources().get(ResourceAddress.parse(address)))
        .providerConfiguration();
  }

  private static void isFrozen(StackLoader.Loaded loaded, String address) {
    var resource = ResourceAddress.parse(address);
    assertThat(loaded.config().resources()).doesNotContainKey(resource);
    assertThat(loaded.config().declares(resource)).isTrue();
  }

  @Test
  void resourceWithoutASlot_belongsToTheLongestThatFits() {
    var slots = Map.of("main", new Slot("aws", false), "dns", new Slot("aws_dns", false));
    var resources =
        List.of(
            resource("aws_bucket.a", Optional.empty()),
            resource("aws_dns_record.a", Optional.empty()));

    var loaded =
        load(use("web", definition(slots, resources), Map.of("main", "west", "dns", "names")));

    assertThat(configuration(loaded, "component.web.aws_bucket.a")).contains("west");
    assertThat(configuration(loaded, "component.web.aws_dns_record.a")).contains("names");
  }

  @Test
  void typeThatNeedsNoConfiguration_belongsToNoSlot() {
    var slots = Map.of("server", new Slot("server", true));

    var loaded =
        load(
            use(
                "web",
                definition(slots, List.of(resource("server.a", Optional.empty()))),
                Map.of()));

    assertThat(configuration(loaded, "component.web.server.a")).isEmpty();
  }

  @Test
  void resourceThatNamesItsSlot_usesWhatFillsThat() {
    var slots = Map.of("main", new Slot("aws", false), "backup", new Slot("aws", false));
    var resources =
        List.of(
            resource("aws_bucket.a", Optional.of("main")),
            resource("aws_bucket.b", Optional.of("backup")));

    var loaded =
        load(use("web", definition(slots, resources), Map.of("main", "east", "backup", "west")));

    assertThat(configuration(loaded, "component.web.aws_bucket.a")).contains("east");
    assertThat(configuration(loaded, "component.web.aws_bucket.b")).contains("west");
  }

  @Test
  void slotThatTheDefinitionLacks_isToldWithTheNearest() {
    var resources = List.of(resource("aws_bucket.a", Optional.of("asw")));

    var loaded = load(use("web", definition(AWS, resources), Map.of("aws", "east")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web.aws_bucket.a: provider: Undeclared slot: The definition has no slot"
                + " 'asw'. Did you mean 'aws'?");
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void typeOfNoSlot_isToldToDeclareOne() {
    var loaded = load(use("web", bucketIn(Map.of()), Map.of()));

    assertThat(told(loaded))
        .startsWith("component.web.aws_bucket.a: type: No slot for the resource type: ")
        .contains("Declare a slot in providers of the definition");
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void typeThatTheProviderOfItsSlotLacks_isUnknown() {
    var resources = List.of(resource("aws_buckt.a", Optional.empty()));

    var loaded = load(use("web", definition(AWS, resources), Map.of("aws", "east")));

    assertThat(told(loaded)).contains("component.web.aws_buckt.a: type: Unknown resource type");
    isFrozen(loaded, "component.web.aws_buckt.a");
  }

  @Test
  void nestedUse_passesASlotOnUnderAnotherName() {
    var inner =
        use("inner", bucketIn(Map.of("store", new Slot("aws", false))), Map.of("store", "aws"));

    var loaded = load(use("web", definition(AWS, List.of(), inner), Map.of("aws", "west")));

    assertThat(configuration(loaded, "component.web.component.inner.aws_bucket.a"))
        .contains("west");
  }

  @Test
  void slotOfTheSameNameAround_comesBeforeTheStandardOne() {
    standard.put("aws", "east");
    var inner = use("inner", bucketIn(AWS), Map.of());

    var loaded = load(use("web", definition(AWS, List.of(), inner), Map.of("aws", "west")));

    assertThat(configuration(loaded, "component.web.component.inner.aws_bucket.a"))
        .contains("west");
  }

  @Test
  void slotOfTheSameNameOfAnotherProvider_isNotMeant() {
    standard.put("aws", "east");
    var around = Map.of("aws", new Slot("aws_dns", false));
    var inner = use("inner", bucketIn(AWS), Map.of());

    var loaded = load(use("web", definition(around, List.of(), inner), Map.of("aws", "names")));

    assertThat(configuration(loaded, "component.web.component.inner.aws_bucket.a"))
        .contains("east");
  }

  @Test
  void slotOfWhichNothingIsSaid_isFilledByTheStandardOne() {
    standard.put("aws", "west");

    assertThat(
            configuration(load(use("web", bucketIn(AWS), Map.of())), "component.web.aws_bucket.a"))
        .contains("west");
  }

  @Test
  void slotThatNothingFills_freezesTheComponentAndIsToldOnIt() {
    var loaded = load(use("web", bucketIn(AWS), Map.of()));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: providers.aws: Provider is missing: The slot 'aws' of the component"
                + " needs a provider configuration of 'aws', and nothing fills it. Nothing is"
                + " planned for what is in the component. Set providers.aws, or let the stack have"
                + " a configuration of 'aws' for what names none.");
    assertThat(loaded.diagnostics()).extracting(Diagnostic::code).contains(Code.PROVIDER_MISSING);
    assertThat(loaded.config().frozenComponents()).contains(new ComponentPath(List.of("web")));
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void optionalSlotThatNothingFills_freezesOnlyWhatUsesIt() {
    var slots = Map.of("aws", new Slot("aws", true));
    var resources =
        List.of(resource("aws_bucket.a", Optional.empty()), resource("server.a", Optional.empty()));

    var loaded = load(use("web", definition(slots, resources), Map.of()));

    assertThat(told(loaded))
        .startsWith("component.web: providers.aws: Provider is missing: ")
        .contains("aws_bucket.a in the component cannot be without");
    isFrozen(loaded, "component.web.aws_bucket.a");
    assertThat(loaded.config().resources())
        .containsOnlyKeys(ResourceAddress.parse("component.web.server.a"));
  }

  @Test
  void optionalSlotThatNothingUses_mayStayUnfilled() {
    var slots = Map.of("aws", new Slot("aws", true));
    var resources = List.of(resource("server.a", Optional.empty()));

    assertThat(told(load(use("web", definition(slots, resources), Map.of())))).isEmpty();
  }

  @Test
  void slotThatNobodyDeclares_isToldOnTheUse() {
    var loaded = load(use("web", bucketIn(AWS), Map.of("aws", "east", "asw", "west")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: providers.asw: Unknown slot: The component has no slot 'asw' for a"
                + " provider configuration. Did you mean 'aws'?");
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void slotOfTheDefinitionAroundThatItLacks_isToldOnTheUse() {
    var inner = use("inner", bucketIn(AWS), Map.of("aws", "azure"));

    var loaded = load(use("web", definition(AWS, List.of(), inner), Map.of("aws", "west")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web.component.inner: providers.aws: Undeclared slot: The definition has no"
                + " slot 'azure' of its own to fill this one with. There is: aws.");
    isFrozen(loaded, "component.web.component.inner.aws_bucket.a");
  }

  @Test
  void configurationOfAnotherProvider_isRefused() {
    var loaded = load(use("web", bucketIn(AWS), Map.of("aws", "names")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: providers.aws: Slot of another provider: The slot is for provider"
                + " 'aws', but the provider configuration 'names' is of 'aws_dns'. Name one of"
                + " 'aws'.");
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void slotOfAnotherProviderAround_isRefused() {
    var around = Map.of("dns", new Slot("aws_dns", false));
    var inner = use("inner", bucketIn(AWS), Map.of("aws", "dns"));

    var loaded = load(use("web", definition(around, List.of(), inner), Map.of("dns", "names")));

    assertThat(told(loaded))
        .startsWith("component.web.component.inner: providers.aws: Slot of another provider: ")
        .contains("the slot 'dns' is of 'aws_dns'");
  }

  @Test
  void configurationThatIsNotThere_freezesWhatUsesItAndIsToldOnce() {
    var resources =
        List.of(
            resource("aws_bucket.a", Optional.empty()),
            resource("aws_bucket.b", Optional.empty()),
            resource("server.a", Optional.empty()));

    var loaded = load(use("web", definition(AWS, resources), Map.of("aws", "eest")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: providers.aws: Undeclared provider configuration: There is no"
                + " ProviderConfig 'eest'. Did you mean 'east'?");
    isFrozen(loaded, "component.web.aws_bucket.a");
    isFrozen(loaded, "component.web.aws_bucket.b");
    assertThat(loaded.config().resources())
        .containsOnlyKeys(ResourceAddress.parse("component.web.server.a"));
  }

  @Test
  void configurationThatCannotBeUsed_freezesOnlyTheUsesOfIt() {
    var shared = bucketIn(AWS);
    lose("west", "aws");

    var loaded =
        load(use("good", shared, Map.of("aws", "east")), use("bad", shared, Map.of("aws", "west")));

    assertThat(told(loaded))
        .contains("provider.west: Not there")
        .contains("component.bad: providers.aws: Its provider cannot be used")
        .doesNotContain("component.good");
    isFrozen(loaded, "component.bad.aws_bucket.a");
    assertThat(loaded.config().resources())
        .containsOnlyKeys(ResourceAddress.parse("component.good.aws_bucket.a"));
  }

  @Test
  void providerOfWhichNothingIsKnown_freezesItsResources_whichAreNoUnknownTypes() {
    lose("east", "aws");
    lose("west", "aws");

    var loaded = load(use("web", bucketIn(AWS), Map.of("aws", "east")));

    assertThat(loaded.diagnostics())
        .extracting(Diagnostic::code)
        .containsOnly(Code.PROVIDER_NOT_READY, Code.BROKEN_REFERENCE);
    assertThat(told(loaded))
        .contains("component.web.aws_bucket.a: provider: Its provider cannot be used");
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void functionOfASlot_isOneOfItsProvider() {
    var sized = Map.<String, Value>of("size", Value.text("${provider.store.twice(2)}"));
    var slots = Map.of("store", new Slot("aws", false));
    var resources = List.of(resource("aws_bucket.a", Optional.empty(), sized));

    var loaded = load(use("web", definition(slots, resources), Map.of("store", "east")));

    assertThat(configuration(loaded, "component.web.aws_bucket.a")).contains("east");
  }

  @Test
  void functionOfASlotWhoseProviderIsNotThere_isNoUnknownOne() {
    lose("names", "aws_dns");
    var sized = Map.<String, Value>of("size", Value.text("${provider.dns.twice(2)}"));
    var slots = Map.of("dns", new Slot("aws_dns", false));
    var resources = List.of(resource("server.a", Optional.empty(), sized));

    var loaded = load(use("web", definition(slots, resources), Map.of("dns", "names")));

    assertThat(loaded.diagnostics())
        .extracting(Diagnostic::code)
        .containsOnly(Code.PROVIDER_NOT_READY, Code.BROKEN_REFERENCE);
  }

  @Test
  void functionOfWhatIsNoSlot_isOneOfTheStacksProvider() {
    named.put("math", "names");
    var sized = Map.<String, Value>of("size", Value.text("${provider.math.twice(2)}"));
    var resources = List.of(resource("server.a", Optional.empty(), sized));

    assertThat(told(load(use("web", definition(AWS, resources), Map.of("aws", "east"))))).isEmpty();
  }

  @Test
  void definition_isCompiledOnceForUsesWithOtherConfigurations() {
    var sized = Map.<String, Value>of("size", Value.text("${1 + 1}"));
    var shared = definition(AWS, List.of(resource("aws_bucket.a", Optional.empty(), sized)));
    load(use("one", shared, Map.of("aws", "east")));
    int once = compiles.getAndSet(0);

    var loaded =
        load(use("one", shared, Map.of("aws", "east")), use("two", shared, Map.of("aws", "west")));

    assertThat(compiles.get()).isEqualTo(once);
    assertThat(configuration(loaded, "component.one.aws_bucket.a")).contains("east");
    assertThat(configuration(loaded, "component.two.aws_bucket.a")).contains("west");
  }

  @Test
  void configurationThatNeedsWhatUsesItThroughASlot_isACircle() {
    var shared =
        new ComponentDeclaration(
            List.of(),
            new TreeMap<>(),
            List.of(resource("aws_bucket.a", Optional.empty())),
            List.of(),
            new TreeMap<>(
                Map.of("id", new StackDeclaration.Output(Value.text("${aws_bucket.a.id}"), false))),
            List.of(),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(AWS));
    declared.put("west", provider("aws", "${component.east.id}", Optional.empty()));

    var inTurn =
        load(
            use("east", shared, Map.of("aws", "east")), use("west", shared, Map.of("aws", "west")));
    var circle = load(use("east", shared, Map.of("aws", "west")));

    assertThat(told(inTurn)).isEmpty();
    assertThat(circle.diagnostics()).extracting(Diagnostic::code).contains(Code.CYCLE);
  }

  @Test
  void whatNamesAComponentThatLacksAProvider_waits() {
    var consumer =
        resource("server.a", Optional.empty(), Map.of("size", Value.text("${component.web.id}")));
    var shared =
        new ComponentDeclaration(
            List.of(),
            new TreeMap<>(),
            List.of(resource("aws_bucket.a", Optional.empty())),
            List.of(),
            new TreeMap<>(
                Map.of(
                    "id", new StackDeclaration.Output(Value.text("${aws_bucket.a.size}"), false))),
            List.of(),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(AWS));
    var around = definition(Map.of(), List.of(consumer), use("web", shared, Map.of()));

    var loaded = load(use("all", around, Map.of()));

    assertThat(loaded.diagnostics())
        .extracting(Diagnostic::toString)
        .singleElement()
        .asString()
        .startsWith("component.all.component.web: providers.aws: Provider is missing");
    isFrozen(loaded, "component.all.component.web.aws_bucket.a");
  }
}
