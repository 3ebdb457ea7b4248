package io.keelson.operator.stack.declaration;

import io.keelson.operator.api.provider.ProviderConfig;
import java.util.Optional;

/// Where the ProviderConfigs of a Stack come from, and the Secrets that they refer to.
public interface ProviderConfigSource {
  /// The ProviderConfig of that name; empty if there is none.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
  ///   answer
  Optional<ProviderConfig> config(String namespace, String name);

  /// Whether a ProviderConfig that it does not give does not exist.
  boolean knowsAll();

  /// Where the Secrets of a ProviderConfig are read from; empty if they are not read: then their
  /// values count as unknown text.
  Optional<VariableSource> secrets(ProviderConfig config);

  /// Whether the reader may know which Secret of a ProviderConfig is missing.
  boolean tellsSecrets(ProviderConfig config);
}
