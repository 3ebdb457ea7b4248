import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.api.provider.ProviderConfigSpec;
import io.keelson.operator.api.provider.ProviderSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The graph: N `keelsontest_thing` in layers of 50, each referring to the id of the one 50 before,
/// which is not known before that is made.
///
/// @param mirror the folder that the provider is taken from
/// @param world the folder that the provider keeps its objects in
record ThingStack(int size, Path mirror, Path world) implements MeasuredStack, BenchStack {
  static final String SOURCE = "keelson.dev/test/keelsontest";
  static final String VERSION = "2.0.0";
  static final String CONFIG = "bench";

  private static final int WIDTH = 50;
  private static final String TYPE = "keelsontest_thing";

  private static String thing(int i) {
    return "n%05d".formatted(i);
  }

  /// What the attribute `text` of a thing refers to.
  private static Optional<String> reference(int i) {
    return i < WIDTH ? Optional.empty() : Optional.of(TYPE + "." + thing(i - WIDTH) + ".id");
  }

  private static String text(int i) {
    return reference(i).map(each -> "${" + each + "}").orElse("value-" + i);
  }

  @Override
  public StackDeclaration declaration() {
    var arguments = Value.object(Map.of("world", Value.text(world.toString())));
    var provider =
        new StackDeclaration.Provider(
            arguments, new TreeMap<>(), Optional.empty(), Optional.empty(), Optional.empty());
    return new StackDeclaration(
        IntStream.range(0, size).mapToObj(ThingStack::declared).toList(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(Map.of(CONFIG, provider)),
        List.of(),
        new TreeMap<>(),
        List.of());
  }

  private static ResourceDeclaration declared(int i) {
    return new ResourceDeclaration(
        ResourceAddress.managed(TYPE, thing(i)),
        Value.object(Map.of("name", Value.text(thing(i)), "text", Value.text(text(i)))),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN,
        Optional.of(CONFIG),
        List.of());
  }

  /// For Terraform.
  String hcl() {
    var things =
        IntStream.range(0, size)
            .mapToObj(
                i ->
                    """
                    resource "%s" "%s" {
                      name = "%s"
                      text = %s
                    }
                    """
                        .formatted(
                            TYPE, thing(i), thing(i), reference(i).orElse("\"" + text(i) + "\"")))
            .collect(Collectors.joining());
    return """
    terraform {
      required_providers {
        keelsontest = { source = "%s", version = "%s" }
      }
    }
    provider "keelsontest" {
      world = "%s"
    }
    """
            .formatted(SOURCE, VERSION, world)
        + things;
  }

  @Override
  public String name() {
    return "things";
  }

  @Override
  public List<Resource> objects(String namespace) {
    return IntStream.range(0, size).mapToObj(i -> object(namespace, i)).toList();
  }

  private Resource object(String namespace, int i) {
    var config =
        JsonNodeFactory.instance.objectNode().put("name", thing(i)).put("text", text(i));
    return resource(namespace, thing(i), TYPE, config);
  }

  @Override
  public List<HasMetadata> beside(String namespace) {
    var config = new ProviderConfig();
    config.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace).withName(CONFIG).build());
    var spec = new ProviderConfigSpec();
    spec.providerRef = new ProviderConfigSpec.Reference();
    spec.providerRef.name = CONFIG;
    spec.config = JsonNodeFactory.instance.objectNode().put("world", world.toString());
    config.setSpec(spec);
    return List.of(provider(), config);
  }

  @Override
  public SortedMap<String, Provider> providers() {
    return new TreeMap<>(Map.of(CONFIG, provider()));
  }

  private Provider provider() {
    var folder = new ProviderSpec.Folder();
    folder.path = mirror.toString();
    var source = new ProviderSpec.Source();
    source.directory = folder;
    var spec = new ProviderSpec();
    spec.source = SOURCE;
    spec.version = VERSION;
    spec.sources = List.of(source);
    var provider = new Provider();
    provider.setMetadata(new ObjectMetaBuilder().withName(CONFIG).build());
    provider.setSpec(spec);
    return provider;
  }

  @Override
  public List<String> providerConfigs() {
    return List.of(CONFIG);
  }
}
