package io.keelson.operator.component.kind;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.metrics.WatchMetrics;
import io.keelson.operator.queue.WorkQueue;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches the CRDs that have the label of a definition, and the objects of their kinds, and is
/// told of changed Components. Decides which objects have to be looked at: each that changed, or
/// whose Component changed. [KeptComponents] looks at them, one after the other, and sets their
/// condition Ready.
public final class ComponentKinds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ComponentKinds.class);

  /// Each kind needs a watch in each namespace.
  private static final int MOST_KINDS = 50;

  private final KubernetesClient client;
  private final Fence fence;
  private final Set<String> namespaces;
  private final KeptComponents components;
  private final WatchMetrics metrics;
  private final Map<String, WatchedKind> kinds = new ConcurrentSkipListMap<>();
  private final WorkQueue<Key> waiting = new WorkQueue<>("component-kinds", this::attend);
  private @Nullable SharedIndexInformer<CustomResourceDefinition> crds;

  private record Key(ComponentKind kind, String namespace, String name) {}

  /// @param namespaces whose objects are taken up by this process; none means all
  public ComponentKinds(
      KubernetesClient client,
      Fence fence,
      Set<String> namespaces,
      WatchMetrics metrics,
      Clock clock) {
    this.metrics = metrics;
    this.client = client;
    this.fence = fence;
    this.namespaces = namespaces;
    this.components = new KeptComponents(client, fence, clock);
  }

  /// Starts to watch, and returns at once.
  public void start() {
    waiting.start();
    crds =
        client
            .apiextensions()
            .v1()
            .customResourceDefinitions()
            .withLabel(ComponentKind.LABEL)
            .runnableInformer(0)
            .addEventHandler(telling(this::observe, this::vanished));
    metrics.follow("CustomResourceDefinition", crds);
    crds.start();
  }

  static <T extends HasMetadata> ResourceEventHandler<T> telling(
      Consumer<T> seen, Consumer<T> gone) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T object) {
        seen.accept(object);
      }

      @Override
      public void onUpdate(T before, T object) {
        seen.accept(object);
      }

      @Override
      public void onDelete(T object, boolean stateUnknown) {
        gone.accept(object);
      }
    };
  }

  private synchronized void observe(CustomResourceDefinition crd) {
    var name = crd.getMetadata().getName();
    var kind = ComponentKind.of(crd);
    var watched = kinds.get(name);
    if (watched != null && kind.equals(Optional.of(watched.kind()))) return;
    vanished(crd);
    if (kind.isEmpty())
      LOG.warn(
          "CRD {} is left alone: its label {} is not NAMESPACE.NAME of a ComponentDefinition, or it"
              + " is no namespaced kind of the group {}",
          name,
          ComponentKind.LABEL,
          ComponentKind.GROUP);
    else if (kinds.size() >= MOST_KINDS)
      LOG.warn("CRD {} is left alone: {} kinds are watched, and no more are", name, MOST_KINDS);
    else if (!waiting.isClosed())
      kinds.put(
          name,
          new WatchedKind(
              client,
              kind.get(),
              namespaces,
              metrics,
              object -> waiting.add(key(kind.get(), object))));
  }

  private synchronized void vanished(CustomResourceDefinition crd) {
    var watched = kinds.remove(crd.getMetadata().getName());
    if (watched != null) watched.close();
  }

  /// Called when a Component has changed or is gone: it may belong to an object of a kind.
  public void changed(Component component) {
    for (WatchedKind each : kinds.values())
      if (each.has(component)) waiting.add(key(each.kind(), component));
  }

  private static Key key(ComponentKind kind, HasMetadata object) {
    return new Key(kind, object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  /// @return whether the object need not be tried again
  private boolean attend(Key key) {
    if (!fence.holds()) return false;
    try {
      components.attend(key.kind(), key.namespace(), key.name());
      return true;
    } catch (KubernetesClientException e) {
      if (!waiting.isClosed()) LOG.warn("{} is tried again: {}", key, e.getMessage());
    } catch (RuntimeException e) {
      if (!waiting.isClosed()) LOG.error("{}: broken, and tried again", key, e);
    }
    return false;
  }

  @Override
  public synchronized void close() {
    waiting.close();
    if (crds != null) crds.close();
    kinds.values().forEach(WatchedKind::close);
  }
}
