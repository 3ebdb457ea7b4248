package io.keelson.cli.provider;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.provider.ProviderSpec.KeyReference;
import io.keelson.operator.stack.declaration.ClusterVariables;
import java.util.Optional;

/// Secrets beside the operator.
record OperatorSecrets(KubernetesClient client, String namespace) {
  /// @throws MissingSecret if there is no such text
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
  ///   answer
  String text(KeyReference reference) {
    var secret = client.secrets().inNamespace(namespace).withName(reference.name).get();
    return Optional.ofNullable(secret)
        .map(ClusterVariables::texts)
        .map(data -> data.get(reference.key))
        .orElseThrow(() ->
            new MissingSecret(
                "the Secret '%s' in the operator's namespace '%s' does not exist or has no key '%s'; create it, or correct the reference"
                    .formatted(reference.name, namespace, reference.key)));
  }
}
