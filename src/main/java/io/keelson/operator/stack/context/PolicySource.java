package io.keelson.operator.stack.context;

import io.keelson.engine.config.Policy;
import java.util.List;

/// Where the policies come from that look at a Stack.
public interface PolicySource {
  /// Those that look at a Stack, by name, with the exemptions that it has now.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not say
  ///   which namespace it is
  List<Policy> of(StackKey stack);
}
