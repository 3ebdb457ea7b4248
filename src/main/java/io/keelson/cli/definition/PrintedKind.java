package io.keelson.cli.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.Pluralize;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.cli.manifest.ManifestReader;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.component.kind.ComponentKind;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A kind of its own for a definition, as a CRD: that of Component with the definition given and
/// with typed inputs.
public final class PrintedKind {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int LONGEST_NAME = 63;

  /// Fields of a Component that the kind lacks, because they reach beyond the component: rights on
  /// the kind are no rights on the Stack around it.
  private static final List<String> LEFT_OUT =
      List.of("definition", "program", "aliases", "transforms");

  private static final List<String> COLUMNS = List.of("STACK", "READY", "REASON", "AGE", "MESSAGE");

  private final ComponentDefinition definition;
  private final String kind;
  private final String plural;

  /// @param plural in URLs and for kubectl; the usual English one if null
  /// @throws IllegalArgumentException saying which name cannot be
  public PrintedKind(ComponentDefinition definition, String kind, @Nullable String plural) {
    this.definition = definition;
    this.kind = kind;
    this.plural =
        Objects.requireNonNullElseGet(
            plural, () -> Pluralize.toPlural(kind.toLowerCase(Locale.ROOT)));
    if (!kind.matches("[A-Z][A-Za-z0-9]*") || kind.length() > LONGEST_NAME)
      throw new IllegalArgumentException(
          "'%s' cannot be a kind: it is a capital letter with letters and digits after it, at most"
                  .formatted(kind)
              + " 63, such as WebApp.");
    if (!this.plural.matches("[a-z]([-a-z0-9]*[a-z0-9])?") || this.plural.length() > LONGEST_NAME)
      throw new IllegalArgumentException(
          "'%s' cannot be the plural of a kind: it starts with a letter and uses only lower-case"
                  .formatted(this.plural)
              + " letters, digits and '-', at most 63, such as webapps. Choose one with --plural.");
    if (label().length() > LONGEST_NAME)
      throw new IllegalArgumentException(
          "The label %s of the CRD would be '%s', and a label has at most 63 characters. Use a"
                  .formatted(ComponentKind.LABEL, label())
              + " shorter name for the definition or for its namespace.");
  }

  /// Refuses a kind that the cluster has for another definition: applying this one would make the
  /// objects that there are components of another.
  ///
  /// @throws IllegalArgumentException saying whose kind it is
  public void refuseTaken(KubernetesClient client) {
    var crds = client.apiextensions().v1().customResourceDefinitions();
    try {
      var there = crds.withName(name()).get();
      var other = there == null ? null : there.getMetadata().getLabels().get(ComponentKind.LABEL);
      if (other != null && !other.equals(label()))
        throw new IllegalArgumentException(
            "The cluster has the kind %s for the definition %s; this would make its objects components of %s. Choose another --kind, or delete that CRD first, which deletes its objects."
                .formatted(kind, other, label()));
    } catch (KubernetesClientException e) {
      // Who may not read CRDs is told by the API server when this one is applied.
    }
  }

  private String name() {
    return plural + "." + ComponentKind.GROUP;
  }

  private String label() {
    var meta = definition.getMetadata();
    return meta.getNamespace() + "." + meta.getName();
  }

  /// @throws IllegalArgumentException saying why objects of a kind cannot be components of it
  public ObjectNode crd() throws IOException {
    var crd = JSON.objectNode().put("apiVersion", "apiextensions.k8s.io/v1");
    crd.put("kind", "CustomResourceDefinition");
    var metadata = crd.putObject("metadata").put("name", name());
    metadata.putObject("labels").put(ComponentKind.LABEL, label());
    var spec = crd.putObject("spec").put("group", ComponentKind.GROUP);
    var names = spec.putObject("names").put("kind", kind).put("listKind", kind + "List");
    names.put("plural", plural).put("singular", kind.toLowerCase(Locale.ROOT));
    names.putArray("categories").add("keelson");
    spec.put("scope", "Namespaced");
    spec.putArray("versions").add(version());
    return crd;
  }

  private ObjectNode version() throws IOException {
    var component = (ObjectNode) ManifestReader.crdOf("Component").at("/spec/versions/0");
    var columns = JSON.arrayNode();
    for (var each : component.get("additionalPrinterColumns"))
      if (COLUMNS.contains(each.path("name").asText())) columns.add(each);
    component.set("additionalPrinterColumns", columns);
    var schema = (ObjectNode) component.at("/schema/openAPIV3Schema");
    schema.put("description", about());
    ownWords(
        schema.at("/x-kubernetes-validations/0"),
        ("metadata.name of a %s starts with a letter, uses only lower-case letters, digits and '-',"
                + " and is at most 63 long")
            .formatted(kind));
    spec((ObjectNode) schema.at("/properties/spec"));
    return component;
  }

  private String about() {
    var made =
        "A component of a Stack, made of the ComponentDefinition %s of the namespace %s."
            .formatted(definition.getMetadata().getName(), definition.getMetadata().getNamespace());
    var described = definition.getSpec().description;
    return described == null ? made : described + "\n" + made;
  }

  private void spec(ObjectNode spec) {
    var properties = (ObjectNode) spec.get("properties");
    var chosen = properties.at("/definition/properties");
    properties.set("version", chosen.get("version"));
    properties.set("revision", chosen.get("revision"));
    ownWords(
        properties.at("/stack/x-kubernetes-validations/0"),
        ("spec.stack cannot be changed, the state of the instances belongs to the old Stack: create"
                + " another %s for the new Stack")
            .formatted(kind));
    ownWords(
        spec.at("/x-kubernetes-validations/0"),
        ("spec.name cannot be changed, it is part of addresses: create another %s with the new"
                + " name, and say in spec.moves of the Stack where it comes from")
            .formatted(kind));
    var rules = (ArrayNode) spec.get("x-kubernetes-validations");
    // The other is about what is left out.
    rules.remove(1);
    rules
        .addObject()
        .put("message", "version and revision exclude each other: give one of them")
        .put("rule", "!has(self.version) || !has(self.revision)");
    properties.remove(LEFT_OUT);
    ((ObjectNode) properties.get("providers"))
        .put(
            "description",
            "The ProviderConfig for each provider slot of the definition; the default is the one of"
                + " spec.providerConfigs of the Stack that fits.");
    var inputs = InputSchema.of(definition.getSpec());
    properties.set("inputs", inputs);
    var required = spec.putArray("required");
    if (inputs.has("required")) required.add("inputs");
    required.add("stack");
  }

  private static void ownWords(JsonNode rule, String message) {
    ((ObjectNode) rule).put("message", message);
  }
}
