import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The graph: N `terraform_data` in layers of 50, each referring to the output of the one
/// 50 before.
///
/// @param size how many, more than one layer
/// @param changed the resource whose own argument differs; -1 for none
record LayeredStack(int size, int changed) implements MeasuredStack {
  static final int WIDTH = 50;
  static final String STACK = "layered";

  LayeredStack {
    if (size <= WIDTH) throw new IllegalArgumentException("N is more than " + WIDTH);
  }

  static LayeredStack of(int size) {
    return new LayeredStack(size, -1);
  }

  /// Nothing refers to the last one, so it changes alone.
  LayeredStack lastChanged() {
    return new LayeredStack(size, size - 1);
  }

  /// The change runs through every layer.
  LayeredStack columnChanged() {
    return new LayeredStack(size, 0);
  }

  /// How many are at the place of the first in their layers.
  int columnLength() {
    return (size + WIDTH - 1) / WIDTH;
  }

  static String name(int i) {
    return "n%05d".formatted(i);
  }

  static String address(int i) {
    return "terraform_data." + name(i);
  }

  /// The input as a user writes it.
  String input(int i) {
    if (i < WIDTH) return literal(i);
    var reference = "${" + address(i - WIDTH) + ".output}";
    return i == changed ? literal(i) + "-" + reference : reference;
  }

  private String literal(int i) {
    return (i == changed ? "changed-" : "value-") + i;
  }

  /// For the engine.
  StackDeclaration declaration() {
    return new StackDeclaration(
        IntStream.range(0, size).mapToObj(this::declared).toList(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(Map.of("name", Value.text(STACK))));
  }

  private ResourceDeclaration declared(int i) {
    return new ResourceDeclaration(
        ResourceAddress.managed("terraform_data", name(i)),
        Value.object(new TreeMap<>(Map.of("input", Value.text(input(i))))),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }

  @Override
  public String name() {
    return STACK;
  }

  @Override
  public List<HasMetadata> beside(String namespace) {
    return List.of();
  }

  @Override
  public List<String> providerConfigs() {
    return List.of();
  }

  @Override
  public List<Resource> objects(String namespace) {
    return IntStream.range(0, size).mapToObj(i -> object(namespace, i)).toList();
  }

  private Resource object(String namespace, int i) {
    var config =
        JsonNodeFactory.instance.objectNode().put("input", input(i));
    return resource(namespace, name(i), "terraform_data", config);
  }
}
