package io.keelson.operator.stack.output;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.StackKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Reads other Stacks by name, each only the first time it is asked for.
final class OtherStacks {
  private final KubernetesClient client;
  private final Map<StackKey, Optional<Stack>> known = new HashMap<>();

  OtherStacks(KubernetesClient client) {
    this.client = client;
  }

  /// @throws KubernetesClientException if the Stack may not be read, or the API server does not
  ///   answer
  Optional<Stack> get(StackKey key) {
    return known.computeIfAbsent(key, this::live);
  }

  private Optional<Stack> live(StackKey key) {
    return Optional.ofNullable(
        client.resources(Stack.class).inNamespace(key.namespace()).withName(key.name()).get());
  }
}
