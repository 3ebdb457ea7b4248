package io.keelson.cli.definition;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.address.ComponentPath;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.stack.context.ComponentSource;
import io.keelson.operator.stack.context.ComponentSource.Resolution;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.offline.Preview;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The Stacks of a cluster that would take another revision if definitions were published, and the
/// Components that would not though a newer version is there for them.
///
/// @param stacks by namespace and name
/// @param staying in one line each, such as `team-blog/blog component.web stays at 1.3.2`
public record AffectedStacks(SortedSet<StackKey> stacks, List<String> staying) {
  public AffectedStacks {
    stacks = Collections.unmodifiableSortedSet(new TreeSet<>(stacks));
    staying = List.copyOf(staying);
  }

  /// @param components that are looked at
  /// @param now what they lead to
  /// @param then what they would lead to
  public static AffectedStacks of(
      List<Component> components, ComponentSource now, ComponentSource then) {
    var stacks = new TreeSet<>(StackKey.ORDER);
    var staying = new ArrayList<String>();
    for (Component each : components) {
      var namespace = each.getMetadata().getNamespace();
      var stack = new StackKey(namespace, each.getSpec().stack);
      var before = now.resolve(each).orElse(null);
      var after = then.resolve(each).orElse(null);
      if (before == null || after == null) continue;
      if (!revision(before).equals(revision(after))) stacks.add(stack);
      else if (after instanceof Resolution.Found found
          && found.available().isPresent()
          && !found.available().equals(available(before)))
        staying.add(
            "%s %s stays at %s %s"
                .formatted(
                    stack,
                    Preview.address(each),
                    then.inside(found.revision(), ComponentPath.ROOT)
                        .map(ComponentSource.Inside::definition)
                        .orElse(""),
                    found.version()));
    }
    staying.sort(null);
    return new AffectedStacks(stacks, staying);
  }

  private static Optional<String> revision(Resolution resolution) {
    return resolution instanceof Resolution.Found found
        ? Optional.of(found.revision())
        : Optional.empty();
  }

  private static Optional<String> available(Resolution resolution) {
    return resolution instanceof Resolution.Found found ? found.available() : Optional.empty();
  }

  /// A Stack of the cluster, with what belongs to it.
  public record Known(Stack stack, Preview.Members members) {
    /// @return empty if it does not exist, or ends
    /// @throws io.fabric8.kubernetes.client.KubernetesClientException if it may not be read
    public static Optional<Known> read(KubernetesClient client, StackKey key) {
      var stack =
          client.resources(Stack.class).inNamespace(key.namespace()).withName(key.name()).get();
      if (stack == null || stack.getMetadata().getDeletionTimestamp() != null)
        return Optional.empty();
      return Optional.of(
          new Known(
              stack,
              new Preview.Members(
                  key.members(client.resources(Resource.class)).list().getItems(),
                  key.members(client.resources(Component.class)).list().getItems())));
    }
  }
}
