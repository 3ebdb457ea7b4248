package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.Stack;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

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

  private static Data data(ConfigMap found) {
    return Data.of(found.getData() == null ? Map.of() : found.getData());
  }

  /// @throws IllegalArgumentException if a value is not base64
  public static Data data(Secret found) {
    return new Data(texts(found), VariableSource.open(found.getMetadata().getAnnotations()));
  }

  /// The data of a Secret as text, whether it was written encoded or plain.
  ///
  /// @throws IllegalArgumentException if a value is not base64
  public static Map<String, String> texts(Secret found) {
    var plain = new TreeMap<String, String>();
    if (found.getData() != null)
      found
          .getData()
          .forEach((key, data) ->
              plain.put(key, new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8)));
    if (found.getStringData() != null) plain.putAll(found.getStringData());
    return plain;
  }
}
