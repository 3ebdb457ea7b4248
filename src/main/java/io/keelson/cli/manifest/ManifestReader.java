package io.keelson.cli.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.keelson.cli.manifest.Manifests.Declared;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.json.ManifestYaml;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.policy.Policy;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.stack.declaration.ClusterVariables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// Reads manifests: files, folders with all that is in them, or the standard input.
public final class ManifestReader {
  private static final String GROUP = "keelson.dev/";
  private static final Set<String> KINDS =
      Set.of(
          "Stack",
          "Resource",
          "Component",
          "ComponentDefinition",
          "Provider",
          "ProviderConfig",
          "Policy");
  private static final Set<String> OF_THE_CLUSTER = Set.of("Provider", "Policy");
  private static final String FLUX = "kustomize.toolkit.fluxcd.io/substitute";

  private final ObjectMapper mapper =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
  private final Map<String, JsonNode> schemas = new HashMap<>();
  private final Map<String, Origin> seen = new HashMap<>();
  private final Supplier<String> namespace;
  private final Manifests read =
      new Manifests(
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new TreeMap<>(),
          new TreeMap<>(),
          new ArrayList<>(),
          new AtomicBoolean(),
          new ArrayList<>(),
          new HashSet<>());

  private ManifestReader(Supplier<String> namespace) {
    this.namespace = namespace;
  }

  /// @param names files and folders; `-` for `input`
  /// @param namespace of objects that name none; not asked where all name theirs
  /// @throws IOException if something cannot be read
  public static Manifests read(List<String> names, InputStream input, Supplier<String> namespace)
      throws IOException {
    var reader = new ManifestReader(namespace);
    for (String name : names)
      if (name.equals("-"))
        reader.text("stdin", new String(input.readAllBytes(), StandardCharsets.UTF_8));
      else reader.path(Path.of(name));
    return reader.read;
  }

  private void path(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      text(path.toString(), Files.readString(path));
      return;
    }
    try (var files = Files.walk(path)) {
      for (Path file : files.filter(each -> isManifest(path.relativize(each))).sorted().toList())
        text(file.toString(), Files.readString(file));
    }
  }

  /// Hidden folders and files are for tools.
  private static boolean isManifest(Path inside) {
    for (Path part : inside) if (part.toString().startsWith(".")) return false;
    return inside.toString().matches(".*\\.(yaml|yml|json)");
  }

  private void text(String file, String text) throws IOException {
    try {
      for (var document : ManifestYaml.read(text))
        document(new Origin(file, "", "", document.lines()), document.tree());
    } catch (ManifestYaml.Malformed e) {
      problem(
          Origin.ofLine(file, e.line(), "a document"),
          AttributePath.ROOT,
          "Not YAML",
          "It cannot be read: " + e.getMessage() + ".");
    }
  }

  /// What is in a list counts as if each object was a document of its own, as it does for kubectl.
  private void document(Origin at, JsonNode tree) throws IOException {
    var items = tree.path("items");
    if (!tree.path("kind").asText().endsWith("List") || !items.isArray()) {
      object(at, tree);
      return;
    }
    for (int i = 0; i < items.size(); i++)
      document(new Origin(at.file(), "", at.pointer() + "/items/" + i, at.lines()), items.get(i));
  }

  private void object(Origin at, JsonNode tree) throws IOException {
    var kind = tree.path("kind").asText();
    var group = tree.path("apiVersion").asText();
    if (!(tree instanceof ObjectNode object) || kind.isEmpty() || group.isEmpty()) {
      ignore("something that is no Kubernetes object");
      return;
    }
    var name = object.path("metadata").path("name").asText();
    var origin = new Origin(at.file(), (kind + " " + name).strip(), at.pointer(), at.lines());
    boolean ours = group.startsWith(GROUP) && KINDS.contains(kind);
    if (group.equals("v1") && (kind.equals("Secret") || kind.equals("ConfigMap")))
      data(kind, name, object, origin);
    else if (!ours) {
      ignore(kind);
      if (group.startsWith("kustomize.toolkit.fluxcd.io/")
          && object.at("/spec/postBuild").isObject()) read.fluxIsUsed().set(true);
    } else if (isUsable(kind, group, object, origin) && isFirst(kind, object, origin))
      add(kind, object, origin);
  }

  private void ignore(String what) {
    read.ignored().merge(what, 1, Integer::sum);
  }

  private void data(String kind, String name, ObjectNode object, Origin origin) {
    try {
      var declared = mapper.treeToValue(object, kindOf(kind));
      var in = declared.getMetadata().getNamespace();
      var values =
          declared instanceof Secret secret
              ? ClusterVariables.data(secret)
              : ClusterVariables.data((ConfigMap) declared);
      read.data().put(kind + "/" + (in == null ? namespace.get() : in) + "/" + name, values);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      // The parser's message may quote what is secret.
      problem(
          origin,
          AttributePath.of("data"),
          "Not a " + kind,
          "Its data must be a mapping of text to text, that of a Secret in base64.");
    }
  }

  private static Class<? extends HasMetadata> kindOf(String kind) {
    return kind.equals("Secret") ? Secret.class : ConfigMap.class;
  }

  /// Whether the object can be read, if need be without what is wrong in its spec: what refers to
  /// it is right all the same.
  private boolean isUsable(String kind, String group, ObjectNode object, Origin origin)
      throws IOException {
    int before = read.problems().size();
    if (!group.equals(GROUP + "v1alpha1"))
      problem(
          origin,
          AttributePath.of("apiVersion"),
          "Unknown version",
          "'%s' is not served; write keelson.dev/v1alpha1.".formatted(group));
    var metadata = object.path("metadata");
    if (!metadata.path("name").isTextual())
      problem(
          origin,
          AttributePath.of("metadata"),
          "No name",
          metadata.has("generateName")
              ? "metadata.generateName gives another name each time, and each would be another"
                  + " object. Write metadata.name."
              : "metadata.name must be some text.");
    boolean usable = read.problems().size() == before;
    for (var each : object.properties())
      if (!KNOWN.contains(each.getKey()))
        problem(
            origin,
            AttributePath.of(each.getKey()),
            "Unknown field",
            "There is no field '%s' beside metadata and spec.".formatted(each.getKey()));
    var wrong = ManifestSchema.check(schema(kind), object.path("spec"), AttributePath.of("spec"));
    for (var each : wrong)
      problem(origin, each.path(), "Not what the API server takes", each.message());
    // From the end, so that places in lists stay what they are.
    for (var each : wrong.reversed()) remove(object, each.path().steps());
    usable &=
        ManifestSchema.check(schema(kind), object.path("spec"), AttributePath.of("spec")).isEmpty();
    if (usable && read.problems().size() > before) read.incomplete().add(origin);
    return usable;
  }

  private static void remove(JsonNode tree, List<AttributePath.Step> path) {
    if (path.size() > 1) {
      remove(at(tree, path.getFirst()), path.subList(1, path.size()));
      return;
    }
    switch (path.getFirst()) {
      case AttributePath.Step.Attribute(var name) when tree instanceof ObjectNode parent ->
          parent.remove(name);
      case AttributePath.Step.Key(var key) when tree instanceof ObjectNode parent ->
          parent.remove(key);
      case AttributePath.Step.Index(var index) when tree instanceof ArrayNode parent ->
          parent.remove(index);
      default -> {}
    }
  }

  private static JsonNode at(JsonNode tree, AttributePath.Step step) {
    return switch (step) {
      case AttributePath.Step.Attribute(var name) -> tree.path(name);
      case AttributePath.Step.Key(var key) -> tree.path(key);
      case AttributePath.Step.Index(var index) -> tree.path(index);
    };
  }

  private static final List<String> KNOWN =
      List.of("apiVersion", "kind", "metadata", "spec", "status");

  private JsonNode schema(String kind) throws IOException {
    var known = schemas.get(kind);
    if (known != null) return known;
    var schema = schemaOf(kind);
    schemas.put(kind, schema);
    return schema;
  }

  /// The schema of `spec` of one of our kinds.
  public static JsonNode schemaOf(String kind) throws IOException {
    return crdOf(kind).at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
  }

  /// The CRD of one of our kinds.
  public static JsonNode crdOf(String kind) throws IOException {
    var plural = (kind.toLowerCase(java.util.Locale.ROOT) + "s").replaceFirst("ys$", "ies");
    var file = "/crds/" + plural + ".yaml";
    try (var stream = Objects.requireNonNull(ManifestReader.class.getResourceAsStream(file))) {
      return ManifestYaml.read(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
          .getFirst()
          .tree();
    } catch (ManifestYaml.Malformed e) {
      throw new IllegalStateException("the CRD of this program is YAML", e);
    }
  }

  private boolean isFirst(String kind, ObjectNode object, Origin origin) {
    var metadata = (ObjectNode) object.get("metadata");
    boolean clusters = OF_THE_CLUSTER.contains(kind);
    if (clusters) metadata.remove("namespace");
    else if (!metadata.hasNonNull("namespace")) metadata.put("namespace", namespace.get());
    var name =
        clusters
            ? kind + " " + metadata.path("name").asText()
            : "%s %s/%s"
                .formatted(
                    kind, metadata.path("namespace").asText(), metadata.path("name").asText());
    var first = seen.putIfAbsent(name, origin);
    if (first == null) return true;
    problem(
        origin,
        AttributePath.ROOT,
        "Declared twice",
        "%s is declared on %s, too. Only the one that is applied last would count; remove one."
            .formatted(name, first));
    return false;
  }

  private void add(String kind, ObjectNode object, Origin origin) throws IOException {
    var annotation = object.path("metadata").path("annotations").path(FLUX);
    if (annotation.asText().equals("disabled")) read.fluxIsUsed().set(true);
    else if (object.toString().contains("${")) read.substituted().add(origin.object());
    FilledIn.fillIn(schema(kind), object.path("spec"));
    try {
      switch (kind) {
        case "Stack" -> read.stacks().add(declared(object, Stack.class, origin));
        case "Resource" -> read.resources().add(declared(object, Resource.class, origin));
        case "Component" -> read.components().add(declared(object, Component.class, origin));
        case "ComponentDefinition" ->
            read.definitions().add(declared(object, ComponentDefinition.class, origin));
        case "Provider" -> read.providers().add(declared(object, Provider.class, origin));
        case "Policy" -> read.policies().add(declared(object, Policy.class, origin));
        default -> read.providerConfigs().add(declared(object, ProviderConfig.class, origin));
      }
    } catch (JsonProcessingException e) {
      problem(
          origin,
          AttributePath.of("metadata"),
          "Not a " + kind,
          "It does not have the fields of one.");
    }
  }

  private <T> Declared<T> declared(ObjectNode object, Class<T> kind, Origin origin)
      throws JsonProcessingException {
    return new Declared<>(mapper.treeToValue(object, kind), origin);
  }

  private void problem(Origin origin, AttributePath path, String summary, String detail) {
    var diagnostic = Diagnostic.error(Code.INVALID_CONFIG, Subject.stack(), summary, detail);
    read.problems().add(new LocatedProblem(Optional.of(origin), diagnostic.at(path)));
  }
}
