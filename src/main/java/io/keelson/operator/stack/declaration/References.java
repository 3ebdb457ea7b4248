package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackVariable.OutputReference;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.metrics.WatchMetrics;
import io.keelson.operator.requests.SeenObjects;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.RecordNames;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/// Watches the Secrets, ConfigMaps and other Stacks that a Stack refers to, each by its name, and
/// tells a listener their versions only. Decides nothing, and sets no condition.
public final class References implements AutoCloseable {
  /// The reference to the part of another Stack's declaration that this Stack may know.
  private static final String STACK = "Stack";

  /// The reference to the saved outputs of another Stack.
  private static final String OUTPUTS = "Outputs";

  /// The reference to the list of outputs that another Stack reads.
  private static final String READING = "Reading";

  private final KubernetesClient client;
  private final WatchMetrics metrics;
  private final Listener listener;
  private final Map<String, SharedIndexInformer<?>> watched = new HashMap<>();

  /// Is called when a watched object changes, from another thread.
  public interface Listener {
    /// @param version empty if the object does not exist
    void changed(String reference, String version);

    /// The object is not watched any more.
    void forgotten(String reference);
  }

  public References(KubernetesClient client, WatchMetrics metrics, Listener listener) {
    this.metrics = metrics;
    this.client = client;
    this.listener = listener;
  }

  /// Watches objects whose change counts as a change of the declaration.
  public static References declared(OperatorContext context, StackMemory memory, Runnable news) {
    return new References(
        context.client(),
        context.metrics().watches(),
        new Listener() {
          @Override
          public void changed(String reference, String version) {
            if (memory.reference(reference, version)) news.run();
          }

          @Override
          public void forgotten(String reference) {
            memory.forgetReference(reference);
          }
        });
  }

  /// @param more other objects that it refers to, such as `Secret/token` or, in another namespace,
  ///   `Secret/platform/token`
  public void watch(Stack stack, SortedSet<String> more) {
    var wanted = new TreeSet<>(more);
    if (stack.getSpec().variables != null)
      for (var variable : stack.getSpec().variables) {
        var from = variable.valueFrom;
        if (from == null) continue;
        if (from.secretKeyRef != null) wanted.add("Secret/" + from.secretKeyRef.name);
        if (from.configMapKeyRef != null) wanted.add("ConfigMap/" + from.configMapKeyRef.name);
      }
    var own = stack.getMetadata().getNamespace();
    for (OutputReference each : SharedOutputs.readBy(stack))
      wanted.add(STACK + "/" + SharedOutputs.stack(each, own));
    watch(own, wanted);
  }

  /// The reference to the saved outputs of a Stack, for [#watch].
  public static String outputs(StackKey stack) {
    return OUTPUTS + "/" + stack;
  }

  /// The reference to the list of outputs that a Stack reads, for [#watch].
  public static String reading(StackKey stack) {
    return READING + "/" + stack;
  }

  /// Watches these objects, and no others.
  ///
  /// @param namespace of the objects whose reference names none
  public void watch(String namespace, SortedSet<String> wanted) {
    watched
        .entrySet()
        .removeIf(each -> {
          if (wanted.contains(each.getKey())) return false;
          each.getValue().close();
          listener.forgotten(each.getKey());
          return true;
        });
    for (String reference : wanted)
      watched.computeIfAbsent(reference, _ -> start(namespace, reference));
  }

  private SharedIndexInformer<?> start(String own, String reference) {
    int kind = reference.indexOf('/');
    var at = ConfigName.parse(reference.substring(kind + 1), own);
    return switch (reference.substring(0, kind)) {
      case "Secret" -> start(Secret.class, Secret::new, at, reference, References::version);
      case "ConfigMap" ->
          start(ConfigMap.class, ConfigMap::new, at, reference, References::version);
      case "ProviderConfig" ->
          start(ProviderConfig.class, ProviderConfig::new, at, reference, References::version);
      case STACK ->
          start(Stack.class, Stack::new, at, reference, seen -> SharedOutputs.version(seen, own));
      case READING -> start(Stack.class, Stack::new, at, reference, SharedOutputs::circleVersion);
      case OUTPUTS -> {
        var key = new ConfigName(at.namespace(), RecordNames.ofKey(at.name()));
        yield start(Secret.class, Secret::new, key, reference, KeySecret::outputsVersion);
      }
      default -> throw new IllegalStateException("nothing of this kind is watched: " + reference);
    };
  }

  private static String version(HasMetadata seen) {
    return seen.getMetadata().getResourceVersion();
  }

  private <T extends HasMetadata> SharedIndexInformer<T> start(
      Class<T> kind,
      Supplier<T> empty,
      ConfigName at,
      String reference,
      Function<? super T, String> version) {
    var informer =
        client.resources(kind).inNamespace(at.namespace()).withName(at.name()).runnableInformer(0);
    metrics.follow("Reference", informer);
    informer
        .itemStore(new SeenObjects<>(empty))
        .removeNamespaceIndex()
        .addEventHandler(
            new ResourceEventHandler<T>() {
              @Override
              public void onAdd(T seen) {
                listener.changed(reference, version.apply(seen));
              }

              @Override
              public void onUpdate(T before, T seen) {
                listener.changed(reference, version.apply(seen));
              }

              @Override
              public void onDelete(T seen, boolean stateUnknown) {
                listener.changed(reference, "");
              }
            });
    var _ = informer.start();
    return informer;
  }

  @Override
  public void close() {
    watched.values().forEach(SharedIndexInformer::close);
  }
}
