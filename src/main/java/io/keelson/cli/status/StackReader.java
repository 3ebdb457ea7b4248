package io.keelson.cli.status;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Listable;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.requests.Pages;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.state.Labels;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads a Stack once, with all that belongs to it.
public final class StackReader {
  private StackReader() {}

  /// @return empty if there is no such Stack
  /// @throws KubernetesClientException if the API server does not answer, or the Stack itself may
  ///   not be read; the tree notes what else may not
  public static Optional<StackTree> read(KubernetesClient client, StackKey key) {
    var found =
        client.resources(Stack.class).inNamespace(key.namespace()).withName(key.name()).get();
    if (found == null) return Optional.empty();
    var objects = new StackObjects();
    objects.put(found);
    all(key.members(client.resources(Resource.class)), "resources", key, objects, objects::put);
    all(key.members(client.resources(Component.class)), "components", key, objects, objects::put);
    all(
        client
            .resources(ResourceInstance.class)
            .inNamespace(key.namespace())
            .withLabel(Labels.STACK, key.name()),
        "resourceinstances",
        key,
        objects,
        objects::put);
    new PlanReader(client, key, objects).read();
    return objects.tree();
  }

  /// All Stacks of a namespace by their names, without what is in them.
  ///
  /// @throws KubernetesClientException if the API server does not answer, or refuses
  public static List<StackTree> all(KubernetesClient client, String namespace) {
    var trees = new ArrayList<StackTree>();
    Pages.forEach(
        client.resources(Stack.class).inNamespace(namespace),
        each -> {
          var objects = new StackObjects();
          objects.put(each);
          objects.tree().ifPresent(trees::add);
        });
    return trees;
  }

  private static <T extends HasMetadata> void all(
      Listable<KubernetesResourceList<T>> list,
      String plural,
      StackKey key,
      StackObjects objects,
      Consumer<T> each) {
    try {
      Pages.forEach(list, each);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) throw e;
      objects.put(new Unread(plural, "list", key.namespace()));
    }
  }
}
