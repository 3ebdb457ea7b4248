package io.keelson.operator.state;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.requests.Attempts;
import io.keelson.operator.requests.Patch;
import java.net.HttpURLConnection;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The Secret of one Stack: the key that seals its records, its outputs as last saved, and its
/// provider configurations as last used. It stays until the last record of the Stack is gone, also
/// when the Stack itself is.
public final class KeySecret {
  public static final String TYPE = "keelson.dev/state";

  static final String IMPORTING = "keelson.dev/importing";
  static final String UNREAD = "keelson.dev/unread";
  static final String KEY = "key";
  static final String OUTPUTS = "outputs";
  private static final String CONFIGURATION = "provider.";

  /// Replacements for characters in keys of the Secret: `_` for the slash of `namespace/name`,
  /// which keys cannot have, and two dots for an underscore, as neither name has two dots in a row.
  private static final String SLASH = "_";

  private static final String UNDERSCORE = "..";

  private final KubernetesClient client;
  private final String namespace;
  private final String stack;
  private final String name;
  private final SecureRandom random;

  public KeySecret(KubernetesClient client, String namespace, String stack, SecureRandom random) {
    this.client = client;
    this.namespace = namespace;
    this.stack = stack;
    this.name = RecordNames.ofKey(stack);
    this.random = random;
  }

  public String name() {
    return name;
  }

  public String namespace() {
    return namespace;
  }

  public String stack() {
    return stack;
  }

  /// The content of the Secret. Anybody may have written it, so a key has to be proven before it is
  /// used.
  ///
  /// @param key empty if there is none
  /// @param outputs JSON text, empty if none were saved
  /// @param configurations of providers, by name: JSON text
  /// @param importing whether an import has begun to write the records and has not ended
  /// @param unread whether an import has ended, and the objects were not read since: what it says
  ///   of them may be true of another namespace
  /// @param marked whether it has the type and the labels of a Stack's Secret, which proves nothing
  /// @param deleting whether somebody has deleted it, and only its finalizers hold it
  /// @param createdAt as the API server writes times
  public record Contents(
      Bytes key,
      Bytes outputs,
      SortedMap<String, Bytes> configurations,
      boolean importing,
      boolean unread,
      boolean marked,
      boolean deleting,
      String createdAt) {
    public Contents {
      configurations = Collections.unmodifiableSortedMap(new TreeMap<>(configurations));
    }

    public boolean hasKey() {
      return key.size() == Sealer.KEY_LENGTH;
    }

    /// The fingerprint of this key; empty if there is none.
    public Optional<String> fingerprint() {
      return hasKey() ? Optional.of(Sealer.fingerprint(key)) : Optional.empty();
    }
  }

  /// What the Secret holds, or empty if it does not exist.
  public Optional<Contents> load() {
    return live().map(this::contents);
  }

  Optional<Secret> live() {
    return Optional.ofNullable(secret().get());
  }

  private Contents contents(Secret secret) {
    var data = secret.getData() == null ? Map.<String, String>of() : secret.getData();
    var created = secret.getMetadata().getCreationTimestamp();
    return new Contents(
        key(secret),
        decoded(data.get(OUTPUTS)),
        configurations(data),
        isImporting(secret),
        isAnnotated(secret, UNREAD),
        isMarked(secret),
        secret.getMetadata().getDeletionTimestamp() != null,
        created == null ? "" : created);
  }

  static Bytes key(Secret secret) {
    return secret.getData() == null ? Bytes.NONE : decoded(secret.getData().get(KEY));
  }

  private boolean isMarked(Secret secret) {
    var labels = secret.getMetadata().getLabels();
    return TYPE.equals(secret.getType())
        && labels != null
        && labels.entrySet().containsAll(Labels.of(stack).entrySet());
  }

  private static SortedMap<String, Bytes> configurations(Map<String, String> data) {
    var configurations = new TreeMap<String, Bytes>();
    data.forEach((name, base64) -> {
      if (name.startsWith(CONFIGURATION)) configurations.put(configuration(name), decoded(base64));
    });
    return configurations;
  }

  /// The key in the Secret for a provider configuration: `provider.cloud`, or
  /// `provider.platform_cloud` for one of another namespace.
  static String key(String configuration) {
    return CONFIGURATION + configuration.replace("_", UNDERSCORE).replace("/", SLASH);
  }

  static String configuration(String key) {
    return key.substring(CONFIGURATION.length()).replace(SLASH, "/").replace(UNDERSCORE, "_");
  }

  /// A text that changes when the saved outputs or the key do, and reveals neither. Empty if no
  /// outputs were saved.
  public static String outputsVersion(Secret secret) {
    var data = secret.getData() == null ? Map.<String, String>of() : secret.getData();
    var outputs = data.get(OUTPUTS);
    var key = key(secret);
    if (outputs == null || key.size() != Sealer.KEY_LENGTH) return "";
    return new Sealer(key, new SecureRandom())
        .derive("outputs " + isImporting(secret) + " " + outputs)
        .asBase64();
  }

  private static boolean isImporting(Secret secret) {
    return isAnnotated(secret, IMPORTING);
  }

  private static boolean isAnnotated(Secret secret, String annotation) {
    var annotations = secret.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(annotation);
  }

  private static Bytes decoded(@Nullable String base64) {
    return base64 == null ? Bytes.NONE : Bytes.of(Base64.getDecoder().decode(base64));
  }

  /// Makes the Secret with a new key. That an import writes the records is said from its first
  /// moment.
  ///
  /// @param made a key from [#unsaved]
  /// @return the content now; it differs from `made` if another process was faster
  public Contents create(Contents made) {
    try {
      client.secrets().inNamespace(namespace).resource(object(made, new TreeMap<>())).create();
      return made;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) return load().orElseThrow(() -> e);
      throw e;
    }
  }

  Secret object(Contents made, Map<String, String> data) {
    var all = new TreeMap<>(data);
    all.put(KEY, made.key().asBase64());
    var annotations = made.importing() ? Map.of(IMPORTING, "true") : Map.<String, String>of();
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(Labels.of(stack))
        .withAnnotations(annotations)
        .withFinalizers(Labels.FINALIZER)
        .endMetadata()
        .withType(TYPE)
        .withData(all)
        .build();
  }

  /// A new key that is not stored: nothing must be sealed with it.
  public Contents unsaved() {
    return unsaved(false);
  }

  /// @param importing whether it is for the records that an import writes
  Contents unsaved(boolean importing) {
    var key = new byte[Sealer.KEY_LENGTH];
    random.nextBytes(key);
    return new Contents(
        Bytes.of(key), Bytes.NONE, new TreeMap<>(), importing, false, true, false, "");
  }

  public void saveOutputs(Bytes outputs) {
    save(Map.of(OUTPUTS, outputs.asBase64()));
  }

  /// @param configurations JSON texts, by the names of the configurations
  public void saveConfigurations(SortedMap<String, Bytes> configurations) {
    var data = new TreeMap<String, String>();
    configurations.forEach((name, json) -> data.put(key(name), json.asBase64()));
    save(data);
  }

  private void save(Map<String, String> data) {
    var _ = Patch.merge(Map.of("data", data)).on(secret());
  }

  /// Deletes the Secret if it holds this key: nothing is left that the key could open.
  public void delete(Bytes key) {
    live()
        .filter(secret -> contents(secret).key().equals(key))
        .ifPresent(secret -> {
          release();
          secret().delete();
        });
  }

  /// Takes the operator's finalizer off the Secret; others may hold it still.
  public void release() {
    var attempts = new Attempts();
    while (true) {
      var patch = live().flatMap(secret -> Finalizer.removal(secret.getMetadata(), List.of()));
      if (patch.isEmpty()) return;
      try {
        var _ = patch.get().on(secret());
        return;
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return;
        if (!Finalizer.hasChanged(e)) throw e;
        attempts.pause();
      }
    }
  }

  Resource<Secret> secret() {
    return client.secrets().inNamespace(namespace).withName(name);
  }
}
