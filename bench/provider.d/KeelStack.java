import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderSpec;
import io.keelson.operator.api.provider.ProviderSpec.Protocol;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// N things of the Pulumi provider `keel`: in the layers of [ThingStack], next to each other, or as
/// the children of a component program.
///
/// @param plugins the folder that the providers are taken from
/// @param world the folder that they keep their objects in
record KeelStack(Shape shape, int size, Path plugins, Path world) implements BenchStack {
  private static final int WIDTH = 50;
  private static final String KEEL = "keel";
  private static final String PARTS = "parts";

  enum Shape {
    /// In layers of 50, each referring to the endpoint of the one 50 before, which is not known
    /// before that is made.
    LAYERS,
    /// What the program registers, declared.
    FLAT,
    /// One program with as many children.
    PROGRAM
  }

  private static String thing(int i) {
    return "n%05d".formatted(i);
  }

  @Override
  public StackDeclaration declaration() {
    var providers = new TreeMap<String, StackDeclaration.Provider>();
    providers().keySet().forEach(name -> providers.put(name, provider(name)));
    boolean program = shape == Shape.PROGRAM;
    return new StackDeclaration(
        program ? List.of() : IntStream.range(0, size).mapToObj(this::declared).toList(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        providers,
        program ? List.of(program()) : List.of(),
        new TreeMap<>(),
        List.of());
  }

  private static StackDeclaration.Provider provider(String name) {
    return new StackDeclaration.Provider(
        Value.object(Map.<String, Value>of()),
        new TreeMap<>(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(name));
  }

  private ResourceDeclaration declared(int i) {
    return new ResourceDeclaration(
        ResourceAddress.managed("keel_Thing", thing(i)),
        shape == Shape.LAYERS ? layered(i) : counted(i),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN,
        Optional.of(KEEL),
        List.of());
  }

  private static Mapping layered(int i) {
    var label = i < WIDTH ? "value-" + i : "${keel_Thing." + thing(i - WIDTH) + ".endpoint}";
    return Value.object(Map.of("zone", Value.text("z"), "label", Value.text(label)));
  }

  private static Mapping counted(int i) {
    return Value.object(Map.of("zone", Value.text("z"), "size", Value.number(i)));
  }

  private ComponentDeclaration.Component program() {
    var slots = new TreeMap<String, ComponentDeclaration.Slot>();
    var filled = new TreeMap<String, String>();
    for (String each : List.of(KEEL, PARTS)) {
      slots.put(each, new ComponentDeclaration.Slot(each, false));
      filled.put(each, each);
    }
    return new ComponentDeclaration.Component(
        "many",
        ComponentDeclaration.of(
            new ComponentDeclaration.Program(PARTS, "parts:index:Many"), slots),
        new TreeMap<>(Map.of("count", Value.number(size))),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        ComponentDeclaration.Inherited.NONE,
        filled,
        List.of());
  }

  @Override
  public SortedMap<String, Provider> providers() {
    var providers = new TreeMap<>(Map.of(KEEL, installed(KEEL)));
    if (shape == Shape.PROGRAM) providers.put(PARTS, installed(PARTS));
    return providers;
  }

  private Provider installed(String name) {
    var folder = new ProviderSpec.Folder();
    folder.path = plugins.toString();
    var source = new ProviderSpec.Source();
    source.directory = folder;
    var variable = new ProviderSpec.Variable();
    variable.name = "KEELSON_WORLD";
    variable.value = world.toString();
    var spec = new ProviderSpec();
    spec.protocol = Protocol.Pulumi;
    spec.source = "pulumi.test/keelson/" + name;
    spec.version = "1.0.0";
    spec.sources = List.of(source);
    spec.environment = List.of(variable);
    var provider = new Provider();
    provider.getMetadata().setName(name);
    provider.setSpec(spec);
    return provider;
  }
}
