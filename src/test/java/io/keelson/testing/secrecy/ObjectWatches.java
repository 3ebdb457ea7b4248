package io.keelson.testing.secrecy;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Listable;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Hands on each object of a control plane as often as it changes: Secrets, what may show them, and
/// what the operator writes.
final class ObjectWatches implements AutoCloseable {
  private static final List<ResourceDefinitionContext> BUILT_IN =
      List.of(
          kind("", "v1", "Secret", "secrets", true),
          kind("", "v1", "ConfigMap", "configmaps", true),
          kind("events.k8s.io", "v1", "Event", "events", true));

  private static final int MOST_CAUSES = 10;

  private final KubernetesClient client;
  private final Consumer<GenericKubernetesResource> seen;
  private final Map<String, Watch> watches = new ConcurrentHashMap<>();
  private volatile boolean closed;

  ObjectWatches(KubernetesClient client, Consumer<GenericKubernetesResource> seen) {
    this.client = client;
    this.seen = seen;
  }

  void watchBuiltIn() {
    BUILT_IN.forEach(this::begin);
  }

  void watchCustom() {
    custom().forEach(this::begin);
  }

  /// Hands on each object that is there now.
  void lookAtAll() {
    kinds()
        .forEach(kind -> {
          if (handsOn(client.genericKubernetesResources(kind).inAnyNamespace())) return;
          for (var namespace : client.namespaces().list().getItems())
            look(kind, namespace.getMetadata().getName());
        });
  }

  /// Hands on each object of a namespace that is there now.
  void lookAt(String namespace) {
    kinds()
        .filter(ResourceDefinitionContext::isNamespaceScoped)
        .forEach(kind -> look(kind, namespace));
  }

  private void look(ResourceDefinitionContext kind, String namespace) {
    // What a test has nested too deep to be read hides nothing but what is beside it.
    var _ = handsOn(client.genericKubernetesResources(kind).inNamespace(namespace));
  }

  /// @return whether the objects could be read
  private boolean handsOn(Listable<GenericKubernetesResourceList> objects) {
    try {
      objects.list().getItems().forEach(seen);
      return true;
    } catch (KubernetesClientException e) {
      if (isTooDeep(e)) return false;
      // Its CRD has just been deleted.
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) throw e;
      return true;
    }
  }

  private static boolean isTooDeep(Exception e) {
    return Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .anyMatch(StreamConstraintsException.class::isInstance);
  }

  private Stream<ResourceDefinitionContext> kinds() {
    return Stream.concat(BUILT_IN.stream(), custom());
  }

  private Stream<ResourceDefinitionContext> custom() {
    return client.apiextensions().v1().customResourceDefinitions().list().getItems().stream()
        .map(ObjectWatches::kind);
  }

  private static ResourceDefinitionContext kind(CustomResourceDefinition definition) {
    var spec = definition.getSpec();
    var stored = spec.getVersions().stream().filter(each -> each.getStorage()).findFirst();
    return kind(
        spec.getGroup(),
        stored.orElseThrow().getName(),
        spec.getNames().getKind(),
        spec.getNames().getPlural(),
        spec.getScope().equals("Namespaced"));
  }

  private static ResourceDefinitionContext kind(
      String group, String version, String kind, String plural, boolean namespaced) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion(version)
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(namespaced)
        .build();
  }

  private void begin(ResourceDefinitionContext kind) {
    Thread.startVirtualThread(() -> watch(kind));
  }

  private void watch(ResourceDefinitionContext kind) {
    if (closed) return;
    try {
      var watch = client.genericKubernetesResources(kind).inAnyNamespace().watch(new Seeing(kind));
      watches.put(kind.getPlural() + "." + kind.getGroup(), watch);
      if (closed) watch.close();
    } catch (KubernetesClientException e) {
      // Without its CRD there is nothing to watch; all others are looked at in the end.
    }
  }

  @Override
  public void close() {
    closed = true;
    watches.values().forEach(Watch::close);
  }

  private final class Seeing implements Watcher<GenericKubernetesResource> {
    private final ResourceDefinitionContext kind;

    Seeing(ResourceDefinitionContext kind) {
      this.kind = kind;
    }

    @Override
    public void eventReceived(Action action, GenericKubernetesResource object) {
      if (action == Action.ADDED || action == Action.MODIFIED) seen.accept(object);
    }

    /// The server keeps what has changed for some time only: a new watch begins with all objects.
    @Override
    public void onClose(WatcherException cause) {
      // What cannot be read now could not be read again at once either.
      if (!isTooDeep(cause)) begin(kind);
    }
  }
}
