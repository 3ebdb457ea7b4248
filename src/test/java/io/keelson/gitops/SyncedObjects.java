package io.keelson.gitops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The manifests of a commit, and the live objects that a tool of GitOps has made of them in one
/// namespace.
final class SyncedObjects {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KubernetesClient client;
  private final String namespace;
  private final List<GenericKubernetesResource> manifests = new ArrayList<>();

  /// @param yaml several documents
  SyncedObjects(KubernetesClient client, String namespace, String yaml) {
    this.client = client;
    this.namespace = namespace;
    try (var documents =
        new YAMLMapper().readerFor(GenericKubernetesResource.class).readValues(yaml)) {
      while (documents.hasNext()) manifests.add((GenericKubernetesResource) documents.next());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Applies all by server-side apply, as the given tool.
  void apply(String fieldManager) {
    manifests.forEach(each -> applied(each, fieldManager, false));
  }

  /// What is different between a manifest and its live object, for a comparison that knows only
  /// these two: fields that the manifest does not name are no difference, and lists are compared as
  /// they are.
  List<String> differences() {
    var found = new ArrayList<String>();
    for (var manifest : manifests)
      difference(named(manifest), JSON.valueToTree(manifest), live(manifest), found);
    return found;
  }

  /// What another server-side apply of the same manifests would change.
  List<String> changesOfAnotherApply(String fieldManager) {
    var changes = new ArrayList<String>();
    for (var manifest : manifests) {
      var live = comparable(live(manifest));
      var next = comparable(JSON.valueToTree(applied(manifest, fieldManager, true)));
      if (!live.equals(next)) changes.add(named(manifest) + ": " + live + " would be " + next);
    }
    return changes;
  }

  /// The objects that have another generation than they were made with: somebody has changed what
  /// is declared.
  List<String> changedDeclarations() {
    return manifests.stream()
        .filter(each -> live(each).at("/metadata/generation").asLong() != 1)
        .map(SyncedObjects::named)
        .toList();
  }

  JsonNode live(GenericKubernetesResource manifest) {
    return JSON.valueToTree(
        client
            .genericKubernetesResources(manifest.getApiVersion(), manifest.getKind())
            .inNamespace(namespace)
            .withName(manifest.getMetadata().getName())
            .require());
  }

  List<JsonNode> live() {
    return manifests.stream().map(this::live).toList();
  }

  private GenericKubernetesResource applied(
      GenericKubernetesResource manifest, String fieldManager, boolean dryRun) {
    return client
        .resource(manifest)
        .inNamespace(namespace)
        .dryRun(dryRun)
        .fieldManager(fieldManager)
        .forceConflicts()
        .serverSideApply();
  }

  private static void difference(
      String path, JsonNode declared, JsonNode live, List<String> found) {
    if (!declared.isObject()) {
      if (!declared.equals(live)) found.add(path + ": " + declared + " is " + live);
      return;
    }
    var names = new TreeSet<String>();
    declared.fieldNames().forEachRemaining(names::add);
    for (String name : names)
      difference(path + "." + name, declared.get(name), live.path(name), found);
  }

  private static JsonNode comparable(JsonNode object) {
    var copy = object.deepCopy();
    if (copy.path("metadata") instanceof ObjectNode meta)
      meta.remove(List.of("managedFields", "resourceVersion"));
    return copy;
  }

  private static String named(GenericKubernetesResource manifest) {
    return manifest.getKind() + " " + manifest.getMetadata().getName();
  }
}
