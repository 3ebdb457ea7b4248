package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.StackVariable.KeyReference;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.api.provider.ProviderConfigSpec.SecretValue;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the Secrets that ProviderConfigs refer to. What is wrong with one is told to its owner.
final class ProviderConfigSecrets {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderConfigSecrets.class);

  private final String namespace;
  private final ProviderConfigSource source;
  private final SortedSet<String> referred = new TreeSet<>();

  /// @param namespace of the Stack
  ProviderConfigSecrets(String namespace, ProviderConfigSource source) {
    this.namespace = namespace;
    this.source = source;
  }

  /// The Secrets that were asked for, such as `Secret/token` or `Secret/platform/token`.
  SortedSet<String> referred() {
    return referred;
  }

  /// The value of one key; unknown while that cannot be told, empty if there is none.
  ///
  /// @param name by which the Stack refers to the ProviderConfig
  /// @param problems takes what is wrong
  /// @throws KubernetesClientException if the API server does not answer
  Optional<Value> value(
      String name, ProviderConfig config, SecretValue secret, List<Diagnostic> problems) {
    var reference = secret.secretKeyRef;
    var home = config.getMetadata().getNamespace();
    referred.add("Secret/" + new ConfigName(home, reference.name).in(namespace));
    var origin = "provider." + name + ".secret." + secret.name;
    // A secret that another namespace lends is not kept in the Secret of this one, which others
    // may read.
    var marks =
        home.equals(namespace)
            ? Marks.secret(origin)
            : Marks.union(Marks.secret(origin), Marks.ephemeral(origin));
    var secrets = source.secrets(config);
    if (secrets.isEmpty()) return Optional.of(Value.unknown(Types.STRING).mark(marks));
    try {
      var data = secrets.get().data("Secret", reference.name);
      var text = data.map(all -> all.texts().get(reference.key));
      if (text.isPresent()) return text.map(each -> Value.text(each).mark(marks));
      problems.add(
          refused(
              name,
              config,
              "Secret has no value",
              missing(data, home, reference)
                  + " The ProviderConfig reads it as secret.%s.".formatted(secret.name)));
    } catch (VariableSource.Denied e) {
      problems.add(refused(name, config, "Secret cannot be read", String.valueOf(e.getMessage())));
    } catch (KubernetesClientException e) {
      throw source.tellsSecrets(config) ? e : unnamed(name, e);
    }
    return Optional.empty();
  }

  private static String missing(
      Optional<VariableSource.Data> data, String home, KeyReference reference) {
    if (data.isEmpty())
      return "Secret '%s' does not exist in namespace '%s'. Create it, or correct spec.secrets."
          .formatted(reference.name, home);
    return data.get().binary().contains(reference.key)
        ? "Secret '%s' has bytes under the key '%s' that are no text in UTF-8. Store them as text, such as their base64."
            .formatted(reference.name, reference.key)
        : "Secret '%s' has no key '%s'. Add the key, or correct spec.secrets."
            .formatted(reference.name, reference.key);
  }

  /// The same error without the answer of the API server, which names the Secret.
  private static KubernetesClientException unnamed(String name, KubernetesClientException e) {
    LOG.warn("ProviderConfig {}: a Secret could not be read: {}", name, e.getMessage());
    return new KubernetesClientException(
        "A Secret that ProviderConfig '%s' refers to could not be read (code %d). Which one is told in the operator's log."
            .formatted(name, e.getCode()),
        e.getCode(),
        null);
  }

  private Diagnostic refused(String name, ProviderConfig config, String summary, String detail) {
    if (source.tellsSecrets(config))
      return ProviderConfigReading.problem(name, Code.CREDENTIALS, summary, detail);
    LOG.warn("ProviderConfig {}: {}. {}", name, summary, detail);
    return ProviderConfigReading.problem(
        name,
        Code.CREDENTIALS,
        "Secret cannot be read",
        "A Secret that it refers to does not exist, lacks the key, is no text there, or may not be"
            + " read by its service account. Which one is told to its owner only, in the operator's"
            + " log: ask the owner to mend it. It is tried again by itself.");
  }
}
