package io.keelson.operator.component.kind;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.keelson.operator.metrics.WatchMetrics;
import io.keelson.operator.requests.SeenObjects;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Watches the objects of one kind, and passes each that is new or has changed to [ComponentKinds],
/// which decides what follows. Sets no condition, and keeps only names and versions of the objects.
final class WatchedKind implements AutoCloseable {
  private static final long PAGE = 50;

  private final ComponentKind kind;
  private final List<SharedIndexInformer<GenericKubernetesResource>> informers;

  /// Begins to watch.
  ///
  /// @param namespaces none means all
  /// @param changed called with each object that is new or has changed
  WatchedKind(
      KubernetesClient client,
      ComponentKind kind,
      Set<String> namespaces,
      WatchMetrics metrics,
      Consumer<HasMetadata> changed) {
    this.kind = kind;
    var objects = client.genericKubernetesResources(kind.context());
    var watched =
        namespaces.isEmpty()
            ? Stream.of(objects.inAnyNamespace().withLimit(PAGE).runnableInformer(0))
            : namespaces.stream()
                .map(each -> objects.inNamespace(each).withLimit(PAGE).runnableInformer(0));
    informers = watched.toList();
    for (var each : informers) {
      metrics.follow("ComponentKind", each);
      each.itemStore(new SeenObjects<>(GenericKubernetesResource::new))
          .removeNamespaceIndex()
          .addEventHandler(ComponentKinds.telling(changed::accept, _ -> {}))
          .start();
    }
  }

  ComponentKind kind() {
    return kind;
  }

  /// Whether this kind has an object with the namespace and the name of a Component.
  boolean has(HasMetadata component) {
    var meta = component.getMetadata();
    var key = meta.getNamespace() + "/" + meta.getName();
    return informers.stream().anyMatch(each -> each.getStore().getByKey(key) != null);
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::close);
  }
}
