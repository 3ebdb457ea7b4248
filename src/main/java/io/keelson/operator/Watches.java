package io.keelson.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.RunSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.api.component.ComponentRevisionSpec;
import io.keelson.operator.api.component.ComponentSpec;
import io.keelson.operator.api.plan.PlanApproval;
import io.keelson.operator.api.plan.PlanApprovalSpec;
import io.keelson.operator.api.policy.Policy;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceSpec;
import io.keelson.operator.component.Definitions;
import io.keelson.operator.component.kind.ComponentKinds;
import io.keelson.operator.metrics.WatchMetrics;
import io.keelson.operator.policy.PolicyWatch;
import io.keelson.operator.requests.SeenObjects;
import io.keelson.operator.stack.context.StackEvent;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.Labels;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Watches the Stacks, Resources, Components, ResourceInstances, Runs, PlanApprovals and key
/// Secrets of some namespaces, and the Policies, ComponentDefinitions and ComponentRevisions of the
/// cluster. Passes each event to [Stacks], [PolicyWatch], [Definitions] or [ComponentKinds], which
/// decide what follows. Sets no condition, and keeps no copies: informers hold names and versions
/// only.
///
/// These are no event sources of the framework: `docs/decisions/framework.md` says why.
final class Watches implements AutoCloseable {
  /// How many objects are read at once: each may have more than a megabyte.
  private static final long PAGE = 50;

  /// In place of a namespace: all of them, or none.
  private static final String CLUSTER = "";

  private final KubernetesClient client;
  private final Set<String> namespaces;
  private final PolicyWatch policies;
  private final Definitions definitions;
  private final ComponentKinds kinds;
  private final WatchMetrics metrics;
  private final List<Watched<?>> watched = new CopyOnWriteArrayList<>();

  /// @param namespace that it is about; empty for the whole cluster
  private record Watched<T>(Class<T> kind, String namespace, SharedIndexInformer<T> informer) {}

  /// @param namespaces to watch; none means all
  Watches(
      KubernetesClient client,
      Set<String> namespaces,
      PolicyWatch policies,
      Definitions definitions,
      ComponentKinds kinds,
      WatchMetrics metrics) {
    this.metrics = metrics;
    this.definitions = definitions;
    this.kinds = kinds;
    // An informer tries again by itself: a client that repeats requests more than once would make
    // one request into many while the API server is overloaded.
    this.client =
        client
            .newClient(
                new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                    .withRequestRetryBackoffLimit(1)
                    .build())
            .adapt(KubernetesClient.class);
    this.policies = policies;
    this.namespaces = namespaces;
  }

  void start(Stacks stacks) {
    watch(Stack.class, () -> new SeenObjects<>(Stack::new), StackEvent.OfStack::new, stacks::tell);
    watch(
        io.keelson.operator.api.Resource.class,
        () ->
            SeenObjects.owned(
                io.keelson.operator.api.Resource::new,
                ResourceSpec::new,
                spec -> spec.stack,
                (spec, stack) -> spec.stack = stack),
        StackEvent.OfResource::new,
        stacks::tell);
    watch(
        Component.class,
        () ->
            SeenObjects.owned(
                Component::new,
                ComponentSpec::new,
                spec -> spec.stack,
                (spec, stack) -> spec.stack = stack),
        StackEvent.OfComponent::new,
        event -> {
          stacks.tell(event);
          definitions.usesChanged();
          kinds.changed(event.object());
        });
    watch(
        ResourceInstance.class,
        () ->
            SeenObjects.owned(
                ResourceInstance::new,
                ResourceInstanceSpec::new,
                spec -> spec.stack,
                (spec, stack) -> spec.stack = stack),
        StackEvent.OfRecord::new,
        stacks::tell);
    watch(
        Run.class,
        () ->
            SeenObjects.owned(
                Run::new, RunSpec::new, spec -> spec.stack, (spec, stack) -> spec.stack = stack),
        StackEvent.OfRun::new,
        stacks::tell);
    watch(
        PlanApproval.class,
        () ->
            SeenObjects.owned(
                PlanApproval::new,
                PlanApprovalSpec::new,
                spec -> spec.stack,
                (spec, stack) -> spec.stack = stack),
        StackEvent.OfApproval::new,
        stacks::tell);
    watchKeys(stacks);
    start(
        new Watched<>(
            Policy.class,
            CLUSTER,
            client.resources(Policy.class).withLimit(PAGE).runnableInformer(0)),
        new SeenObjects<>(Policy::new),
        policies::observe,
        policies::vanished);
    // Stacks may use definitions that are published in namespaces of other operators.
    start(
        new Watched<>(ComponentRevision.class, CLUSTER, informer(ComponentRevision.class, CLUSTER)),
        SeenObjects.owned(
            ComponentRevision::new,
            ComponentRevisionSpec::new,
            spec -> spec.definition,
            (spec, definition) -> spec.definition = definition),
        definitions::observe,
        definitions::vanished);
    start(
        new Watched<>(
            ComponentDefinition.class, CLUSTER, informer(ComponentDefinition.class, CLUSTER)),
        new SeenObjects<>(ComponentDefinition::new),
        definitions::observe,
        definitions::vanished);
  }

  /// Watches the keys: a Stack whose key is gone must report that before it needs the key, and go
  /// on when the key is restored.
  private void watchKeys(Stacks stacks) {
    if (namespaces.isEmpty()) start(keys(client.secrets().inAnyNamespace()), CLUSTER, stacks);
    for (String namespace : namespaces)
      start(keys(client.secrets().inNamespace(namespace)), namespace, stacks);
  }

  private static SharedIndexInformer<Secret> keys(
      FilterWatchListDeletable<Secret, SecretList, Resource<Secret>> secrets) {
    return secrets.withLabel(Labels.STACK).withField("type", KeySecret.TYPE).runnableInformer(0);
  }

  private void start(SharedIndexInformer<Secret> keys, String namespace, Stacks stacks) {
    start(
        new Watched<>(Secret.class, namespace, keys),
        new SeenObjects<>(Secret::new),
        key -> StackEvent.OfKey.of(key, false).ifPresent(stacks::tell),
        key -> StackEvent.OfKey.of(key, true).ifPresent(stacks::tell));
  }

  /// @param seen what is remembered of the objects of a namespace
  /// @param event makes an event of an object that was seen, or is gone
  private <T extends HasMetadata, E extends StackEvent> void watch(
      Class<T> kind,
      Supplier<SeenObjects<T>> seen,
      BiFunction<T, Boolean, E> event,
      Consumer<E> told) {
    for (String namespace : namespaces.isEmpty() ? Set.of(CLUSTER) : namespaces)
      start(
          new Watched<>(kind, namespace, informer(kind, namespace)),
          seen.get(),
          object -> told.accept(event.apply(object, false)),
          object -> told.accept(event.apply(object, true)));
  }

  private <T extends HasMetadata> SharedIndexInformer<T> informer(Class<T> kind, String namespace) {
    var all = client.resources(kind);
    return (namespace.equals(CLUSTER) ? all.inAnyNamespace() : all.inNamespace(namespace))
        .withLimit(PAGE)
        .runnableInformer(0);
  }

  private <T extends HasMetadata> void start(
      Watched<T> watch, SeenObjects<T> known, Consumer<T> seen, Consumer<T> gone) {
    metrics.follow(watch.kind().getSimpleName(), watch.informer());
    watch
        .informer()
        .itemStore(known)
        .removeNamespaceIndex()
        .addEventHandler(
            new ResourceEventHandler<T>() {
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
            })
        .start();
    watched.add(watch);
  }

  /// The kinds whose watch does not work at the moment: the API server has not answered yet, or the
  /// connection is lost. Their informers try again by themselves.
  ///
  /// @param except namespaces whose watches do not count
  SortedSet<String> lost(Set<String> except) {
    var lost = new TreeSet<String>();
    for (Watched<?> each : watched)
      if (!each.informer().isWatching() && !except.contains(each.namespace()))
        lost.add(each.kind().getSimpleName());
    return lost;
  }

  @Override
  public void close() {
    for (Watched<?> each : watched) each.informer().close();
  }
}
