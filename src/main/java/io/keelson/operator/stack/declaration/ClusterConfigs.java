package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.stack.context.Impersonation;
import io.keelson.operator.stack.context.OperatorContext;
import java.util.Optional;

/// The ProviderConfigs of the cluster, for one Stack. Secrets of the Stack's namespace are read
/// with the rights of the Stack; those of another namespace with the rights of the account that the
/// ProviderConfig names, whose owner allowed its use here.
///
/// @param account acts as the Stack's service account
public record ClusterConfigs(OperatorContext context, Stack stack, KubernetesClient account)
    implements ProviderConfigSource {
  @Override
  public Optional<ProviderConfig> config(String namespace, String name) {
    var configs = context.client().resources(ProviderConfig.class);
    return Optional.ofNullable(configs.inNamespace(namespace).withName(name).get());
  }

  @Override
  public boolean knowsAll() {
    return true;
  }

  /// A message must not tell which Secrets another namespace has.
  @Override
  public boolean tellsSecrets(ProviderConfig config) {
    return config.getMetadata().getNamespace().equals(stack.getMetadata().getNamespace());
  }

  @Override
  public Optional<VariableSource> secrets(ProviderConfig config) {
    var namespace = config.getMetadata().getNamespace();
    if (tellsSecrets(config)) return Optional.of(ClusterVariables.of(stack, account));
    var reader = config.getSpec().serviceAccountName;
    return Optional.of(
        new ClusterVariables(
            Impersonation.of(context.client(), namespace, reader),
            namespace,
            "The service account '%s' of the ProviderConfig '%s/%s' has"
                .formatted(reader, namespace, config.getMetadata().getName()),
            "Grant it the verb get on this object, or set spec.serviceAccountName of the"
                + " ProviderConfig to an account that has it."));
  }
}
