package io.keelson.operator.stack.context;

import io.keelson.engine.config.PolicyConfig;
import java.util.List;

/// Where the policies for a Stack come from.
public interface PolicySource {
  /// The policies for a Stack, by name, with the exemptions that it has now.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not tell
  ///   the labels of the namespace
  List<PolicyConfig> of(StackKey stack);
}
