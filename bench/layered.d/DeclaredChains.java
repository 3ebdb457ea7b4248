import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The chains of a [ComponentStack] for the operator.
///
/// @param inComponents whether they are uses of a definition; otherwise they are written out
record DeclaredChains(ComponentStack chains, boolean inComponents) implements MeasuredStack {
  @Override
  public String name() {
    return "chains";
  }

  @Override
  public List<HasMetadata> beside(String namespace) {
    return inComponents ? List.of(object(namespace, definition())) : List.of();
  }

  @Override
  public List<String> providerConfigs() {
    return List.of();
  }

  @Override
  public List<? extends HasMetadata> objects(String namespace) {
    return inComponents
        ? IntStream.range(0, chains.uses()).mapToObj(i -> object(namespace, use(i))).toList()
        : chains.links().stream().map(each -> resource(namespace, each)).toList();
  }

  private HasMetadata resource(String namespace, ComponentStack.Link link) {
    var config = JsonNodeFactory.instance.objectNode().put("input", link.input());
    return resource(namespace, link.name().replace('_', '-'), "terraform_data", config);
  }

  private static HasMetadata object(String namespace, String manifest) {
    var object = Serialization.unmarshal(manifest, GenericKubernetesResource.class);
    object.getMetadata().setNamespace(namespace);
    return object;
  }

  private String definition() {
    var links = chains.links("", "${variable.argument}");
    var resources =
        links.stream()
            .map(
                each ->
                    "  - {name: %s, type: terraform_data, config: {input: \"%s\"}}\n"
                        .formatted(each.name(), each.input()))
            .collect(Collectors.joining());
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: ComponentDefinition
    metadata: {name: chain}
    spec:
      version: 1.0.0
      variables: [{name: argument, type: string}]
      outputs: [{name: last, value: "${terraform_data.%s.output}"}]
      resources:
    """
            .formatted(links.getLast().name())
        + resources;
  }

  private String use(int number) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Component
    metadata: {name: c%04d}
    spec:
      stack: %s
      definition: {name: chain}
      inputs: {argument: "%s"}
    """
            .formatted(number, name(), chains.keys() == 0 ? chains.argument(number) : "${each.value}")
        + (chains.keys() == 0 ? "" : forEach());
  }

  private String forEach() {
    return IntStream.range(0, chains.keys())
        .mapToObj(key -> "    k%04d: %s\n".formatted(key, chains.argument(key)))
        .collect(Collectors.joining("", "  forEach:\n", ""));
  }
}
