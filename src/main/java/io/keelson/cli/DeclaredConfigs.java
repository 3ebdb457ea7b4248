package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.manifest.Manifests;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.stack.declaration.ClusterVariables;
import io.keelson.operator.stack.declaration.ProviderConfigSource;
import io.keelson.operator.stack.declaration.VariableSource;
import java.util.Optional;

/// ProviderConfigs of the files; what is not there is looked up in the cluster, if there is one.
///
/// @param cluster acts for the user
record DeclaredConfigs(Manifests manifests, Optional<KubernetesClient> cluster)
    implements ProviderConfigSource {
  @Override
  public Optional<ProviderConfig> config(String namespace, String name) {
    var declared =
        manifests.providerConfigs().stream()
            .map(Manifests.Declared::object)
            .filter(each ->
                each.getMetadata().getName().equals(name)
                    && each.getMetadata().getNamespace().equals(namespace))
            .findFirst();
    return declared.or(() -> cluster.flatMap(client -> live(client, namespace, name)));
  }

  private static Optional<ProviderConfig> live(
      KubernetesClient client, String namespace, String name) {
    var configs = client.resources(ProviderConfig.class);
    return Optional.ofNullable(configs.inNamespace(namespace).withName(name).get());
  }

  @Override
  public boolean knowsAll() {
    return cluster.isPresent();
  }

  @Override
  public Optional<VariableSource> secrets(ProviderConfig config) {
    var namespace = config.getMetadata().getNamespace();
    return cluster.map(client -> manifests.variables(namespace, live(client, namespace)));
  }

  /// The user who runs the command has read the ProviderConfig already.
  @Override
  public boolean tellsSecrets(ProviderConfig config) {
    return true;
  }

  /// The same configurations, without reading any Secret.
  ProviderConfigSource withoutSecrets() {
    return new ProviderConfigSource() {
      @Override
      public Optional<ProviderConfig> config(String namespace, String name) {
        return DeclaredConfigs.this.config(namespace, name);
      }

      @Override
      public boolean knowsAll() {
        return DeclaredConfigs.this.knowsAll();
      }

      @Override
      public Optional<VariableSource> secrets(ProviderConfig config) {
        return Optional.empty();
      }

      @Override
      public boolean tellsSecrets(ProviderConfig config) {
        return DeclaredConfigs.this.tellsSecrets(config);
      }
    };
  }

  /// Secrets and ConfigMaps of a namespace, as far as the user may read them.
  static VariableSource live(KubernetesClient client, String namespace) {
    return new ClusterVariables(
        client, namespace, "You have", "Ask for the verb get, or add it to -f.");
  }
}
