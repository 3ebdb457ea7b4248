package io.keelson.operator.stack.context;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Comparator;

/// Names one Stack.
public record StackKey(String namespace, String name) {
  /// By namespace, then by name.
  public static final Comparator<StackKey> ORDER =
      Comparator.comparing(StackKey::namespace).thenComparing(StackKey::name);

  public static StackKey of(HasMetadata stack) {
    return new StackKey(stack.getMetadata().getNamespace(), stack.getMetadata().getName());
  }

  /// The objects of one kind whose `spec.stack` is this Stack. The API server chooses them: a Stack
  /// does not have to read what others of its namespace declare.
  public <T extends HasMetadata>
      FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> members(
          MixedOperation<T, KubernetesResourceList<T>, Resource<T>> kind) {
    return kind.inNamespace(namespace).withField("spec.stack", name);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
