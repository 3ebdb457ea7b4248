package io.keelson.cli.provider;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.provider.ProviderSpec.KeyReference;
import io.keelson.operator.stack.declaration.ClusterVariables;
import java.util.Optional;
import java.util.regex.Pattern;

/// Secrets beside the operator.
record OperatorSecrets(KubernetesClient client, String namespace) {
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]+");

  /// @throws MissingSecret if there is no such text
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
  ///   answer
  String text(KeyReference reference) {
    var secret = client.secrets().inNamespace(namespace).withName(reference.name).get();
    var data = Optional.ofNullable(secret).map(ClusterVariables::data);
    if (data.isPresent() && data.get().binary().contains(reference.key))
      throw new MissingSecret(
          "the Secret '%s' in the operator's namespace '%s' has bytes under the key '%s' that are no text in UTF-8; write them as text"
              .formatted(reference.name, namespace, reference.key));
    return data.map(all -> all.texts().get(reference.key))
        .orElseThrow(() ->
            new MissingSecret(
                "the Secret '%s' in the operator's namespace '%s' does not exist or has no key '%s'; create it, or correct the reference"
                    .formatted(reference.name, namespace, reference.key)));
  }

  /// What is sent in a header. Space around it, such as the line break at the end of a file, is
  /// none of it.
  ///
  /// @throws MissingSecret if there is no such text, or it can be no token; an HTTP client would
  ///   quote it in its refusal
  String token(KeyReference reference) {
    return token(text(reference))
        .orElseThrow(() ->
            new MissingSecret(
                "the key '%s' of the Secret '%s' in the operator's namespace '%s' holds no token: it is empty, or has a space, a line break or another character inside that no token has; write it anew"
                    .formatted(reference.key, reference.name, namespace)));
  }

  static Optional<String> token(String text) {
    return Optional.of(text.strip()).filter(each -> TOKEN.matcher(each).matches());
  }

  /// What a program is given in its environment.
  ///
  /// @throws MissingSecret if there is no such text, or no environment can hold it; starting the
  ///   program would quote it in its refusal
  String variable(KeyReference reference) {
    var text = text(reference);
    if (text.indexOf('\0') < 0) return text;
    throw new MissingSecret(
        "the key '%s' of the Secret '%s' in the operator's namespace '%s' has a NUL character, which no environment can hold; write it without"
            .formatted(reference.key, reference.name, namespace));
  }
}
