package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.Stack;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Secrets and ConfigMaps of a namespace, as they are in the cluster.
///
/// @param client acts for the reader
/// @param reader the reader, as a message begins
/// @param remedy what a message advises if the reader has no right to read
/// @param versions called with each object that is read, such as `Secret/token`, and its version
public record ClusterVariables(
    KubernetesClient client,
    String namespace,
    String reader,
    String remedy,
    BiConsumer<String, String> versions)
    implements VariableSource {

  public ClusterVariables(KubernetesClient client, String namespace, String reader, String remedy) {
    this(client, namespace, reader, remedy, (_, _) -> {});
  }

  /// @param account acts as the Stack's service account
  public static ClusterVariables of(Stack stack, KubernetesClient account) {
    return of(stack, account, (_, _) -> {});
  }

  public static ClusterVariables of(
      Stack stack, KubernetesClient account, BiConsumer<String, String> versions) {
    return new ClusterVariables(
        account,
        stack.getMetadata().getNamespace(),
        "The service account '%s' of this Stack has".formatted(stack.getSpec().serviceAccountName),
        "Grant it the verb get on this object, or set spec.serviceAccountName to an account that"
            + " has it.",
        versions);
  }

  /// @throws KubernetesClientException if the API server does not answer
  @Override
  public Optional<Data> data(String kind, String name) throws Denied {
    try {
      return kind.equals("ConfigMap")
          ? Optional.ofNullable(client.configMaps().inNamespace(namespace).withName(name).get())
              .map(this::read)
          : Optional.ofNullable(client.secrets().inNamespace(namespace).withName(name).get())
              .map(this::read);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) throw e;
      throw new Denied(
          "%s no right to get %s '%s' in namespace '%s'. %s"
              .formatted(reader, kind, name, namespace, remedy));
    }
  }

  private Data read(ConfigMap found) {
    versions.accept(
        "ConfigMap/" + found.getMetadata().getName(), found.getMetadata().getResourceVersion());
    return data(found);
  }

  private Data read(Secret found) {
    versions.accept(
        "Secret/" + found.getMetadata().getName(), found.getMetadata().getResourceVersion());
    return data(found);
  }

  /// @throws IllegalArgumentException if a value of its binary data is not base64
  public static Data data(ConfigMap found) {
    return Data.of(content(found.getBinaryData()), content(found.getData()));
  }

  /// The data of a Secret, whether it was written encoded or plain.
  ///
  /// @throws IllegalArgumentException if a value is not base64
  public static Data data(Secret found) {
    return Data.of(content(found.getData()), content(found.getStringData()))
        .withOpen(VariableSource.open(found.getMetadata().getAnnotations()));
  }

  private static Map<String, String> content(@Nullable Map<String, String> data) {
    return data == null ? Map.of() : data;
  }
}
