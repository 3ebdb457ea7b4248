package io.keelson.cli.status;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.state.Labels;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Keeps what is known of a Stack up to date. Of each object a few words are in memory, and of
/// large ones never more than a page.
public final class StackWatch implements AutoCloseable {
  private static final long PAGE = 50;

  private final KubernetesClient client;
  private final StackKey key;
  private final StackObjects objects;
  private final Semaphore changes = new Semaphore(0);
  private final List<SharedIndexInformer<?>> informers = new CopyOnWriteArrayList<>();

  /// Begins to watch, and returns when all that may be read was read once.
  ///
  /// @throws KubernetesClientException if the API server does not answer
  public StackWatch(KubernetesClient client, StackKey key, StackObjects objects) {
    this.client = client;
    this.key = key;
    this.objects = objects;
    watch(
        client.resources(Stack.class).inNamespace(key.namespace()).withName(key.name()),
        Stack.class,
        objects::put,
        _ -> objects.removeStack());
    if (allowed("resources"))
      watch(
          key.members(client.resources(Resource.class)).withLimit(PAGE),
          Resource.class,
          objects::put,
          objects::remove);
    if (allowed("components"))
      watch(
          key.members(client.resources(Component.class)).withLimit(PAGE),
          Component.class,
          objects::put,
          objects::remove);
    if (allowed("resourceinstances"))
      watch(
          client
              .resources(ResourceInstance.class)
              .inNamespace(key.namespace())
              .withLabel(Labels.STACK, key.name())
              .withLimit(PAGE),
          ResourceInstance.class,
          objects::put,
          objects::remove);
  }

  /// Notes each right that is missing.
  private boolean allowed(String plural) {
    var rights = new OwnRights(client, key.namespace());
    var missing = Stream.of("list", "watch").filter(verb -> !rights.allow(verb, plural)).toList();
    for (String verb : missing) objects.put(new Unread(plural, verb, key.namespace()));
    return missing.isEmpty();
  }

  private <T extends HasMetadata> void watch(
      Informable<T> some, Class<T> kind, Consumer<T> seen, Consumer<T> gone) {
    var informer =
        some.runnableInformer(0)
            .itemStore(
                new ReducedStateItemStore<>(
                    ReducedStateItemStore.NAME_KEY_STATE,
                    kind,
                    client.getKubernetesSerialization(),
                    "metadata.resourceVersion"))
            .removeNamespaceIndex()
            .exceptionHandler((_, _) -> true)
            .addEventHandler(told(seen, gone));
    informers.add(informer);
    informer.start().toCompletableFuture().join();
  }

  private <T> ResourceEventHandler<T> told(Consumer<T> seen, Consumer<T> gone) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T object) {
        seen.accept(object);
        changes.release();
      }

      @Override
      public void onUpdate(T before, T object) {
        seen.accept(object);
        changes.release();
      }

      @Override
      public void onDelete(T object, boolean stateUnknown) {
        gone.accept(object);
        changes.release();
      }
    };
  }

  /// Waits until something has changed, or the time is over.
  public void await(Duration longest) throws InterruptedException {
    if (changes.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) changes.drainPermits();
  }

  /// Whether the API server does not tell what happens at the moment.
  public boolean isLost() {
    return !informers.stream().allMatch(SharedIndexInformer::isWatching);
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::close);
  }
}
