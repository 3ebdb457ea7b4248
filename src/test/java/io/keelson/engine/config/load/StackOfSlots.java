package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.keelson.engine.reading.StackSchemas;
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
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/// A stack of components whose definitions have slots for provider configurations. Two providers
/// have types that begin with `aws`: one is named so, the other `aws_dns`.
final class StackOfSlots {
  static final Map<String, Slot> AWS = Map.of("aws", new Slot("aws", false));

  private final JsonStateCodec codec = new JsonStateCodec();
  final TreeMap<String, StackDeclaration.Provider> declared = new TreeMap<>();
  private final TreeMap<String, ConfigurableProvider> usable = new TreeMap<>();
  final TreeMap<String, String> named = new TreeMap<>();
  final TreeMap<String, String> standard = new TreeMap<>();
  final AtomicInteger compiles = new AtomicInteger();

  StackOfSlots() {
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

  static StackDeclaration.Provider provider(
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
  void lose(String configuration, String type) {
    var problem =
        Diagnostic.error(
            Code.PROVIDER_NOT_READY, Subject.part("provider", configuration), "Not there", "");
    declared.put(configuration, provider(type, "east", Optional.of(problem)));
    usable.remove(configuration);
  }

  static ComponentDeclaration definition(
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

  static ComponentDeclaration bucketIn(Map<String, Slot> slots) {
    return definition(slots, List.of(resource("aws_bucket.a", Optional.empty())));
  }

  static ResourceDeclaration resource(String address, Optional<String> slot) {
    return resource(address, slot, Map.of());
  }

  static ResourceDeclaration resource(
      String address, Optional<String> slot, Map<String, Value> config) {
    return ShortDeclarations.resource(
        ResourceAddress.parse(address),
        Value.object(config),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN,
        slot);
  }

  static Component use(
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
        new TreeMap<>(providers),
        List.of());
  }

  StackLoader.Loaded load(Component... components) {
    var plain =
        new FakeProvider(
            new FakeWorld(),
            new TreeMap<>(Map.of("server", type("server"))),
            codec,
            Map.of(),
            _ -> {});
    var schemas = new StackSchemas(new Providers(List.of(plain), usable, named));
    var compiler = new CountingCompiler(new CelExpressions(), compiles::incrementAndGet);
    return new StackLoader(compiler, schemas)
        .load(
            ShortDeclarations.stack(
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
                .using(List.of(components), standard));
  }

  static String told(StackLoader.Loaded loaded) {
    return loaded.diagnostics().stream().map(Object::toString).collect(Collectors.joining("\n"));
  }

  /// The configuration of a resource of a stack without problems.
  static Optional<String> configuration(StackLoader.Loaded loaded, String address) {
    assertThat(told(loaded)).isEmpty();
    return Objects.requireNonNull(loaded.config().resources().get(ResourceAddress.parse(address)))
        .providerConfiguration();
  }

  static void isFrozen(StackLoader.Loaded loaded, String address) {
    var resource = ResourceAddress.parse(address);
    assertThat(loaded.config().resources()).doesNotContainKey(resource);
    assertThat(loaded.config().declares(resource)).isTrue();
  }
}
