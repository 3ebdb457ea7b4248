package io.keelson.testing;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/// The kinds that an API server serves, by the words that kubectl has for them: `stack`, `stacks`,
/// `Stack`, `kst`, `resources.keelson.dev`.
final class ApiKinds {
  private final KubernetesClient client;
  private final Map<String, ResourceDefinitionContext> byWord = new ConcurrentHashMap<>();
  private final Map<String, ResourceDefinitionContext> listed = new ConcurrentSkipListMap<>();

  ApiKinds(KubernetesClient client) {
    this.client = client;
  }

  /// @throws IllegalArgumentException if the API server has no such kind now
  ResourceDefinitionContext named(String word) {
    return find(word)
        .orElseThrow(() -> new IllegalArgumentException("The API server has no kind " + word));
  }

  /// Empty if the API server has no such kind now.
  Optional<ResourceDefinitionContext> find(String word) {
    var key = word.toLowerCase(Locale.ROOT);
    // Kinds come with what is installed, and then stay.
    if (!byWord.containsKey(key)) discover();
    return Optional.ofNullable(byWord.get(key));
  }

  /// Looks for a kind anew the next time that it is asked for.
  void forget(ResourceDefinitionContext kind) {
    byWord.values().removeIf(kind::equals);
    listed.values().removeIf(kind::equals);
  }

  /// All whose objects can be listed.
  Collection<ResourceDefinitionContext> listed() {
    if (listed.isEmpty()) discover();
    return listed.values();
  }

  /// The kind of a manifest.
  ResourceDefinitionContext of(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    var group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
    return named(kind + group);
  }

  private void discover() {
    learn("", "v1");
    for (var group : client.getApiGroups().getGroups())
      learn(group.getName(), group.getPreferredVersion().getVersion());
  }

  private void learn(String group, String version) {
    var served = client.getApiResources(group.isEmpty() ? version : group + "/" + version);
    if (served == null) return; // gone since the group was listed
    for (var kind : served.getResources())
      if (!kind.getName().contains("/")) learn(group, version, kind);
  }

  private void learn(String group, String version, APIResource kind) {
    var context =
        new ResourceDefinitionContext.Builder()
            .withGroup(group)
            .withVersion(version)
            .withKind(kind.getKind())
            .withPlural(kind.getName())
            .withNamespaced(kind.getNamespaced())
            .build();
    if (kind.getVerbs().contains("list")) listed.put(kind.getName() + "." + group, context);
    Stream.of(List.of(kind.getName(), kind.getSingularName(), kind.getKind()), shortNames(kind))
        .flatMap(Collection::stream)
        .map(word -> word.toLowerCase(Locale.ROOT))
        .forEach(word -> {
          // As for kubectl, an older group keeps a word that two have.
          byWord.putIfAbsent(word, context);
          byWord.putIfAbsent(group.isEmpty() ? word : word + "." + group, context);
        });
  }

  private static List<String> shortNames(APIResource kind) {
    return kind.getShortNames() == null ? List.of() : kind.getShortNames();
  }
}
