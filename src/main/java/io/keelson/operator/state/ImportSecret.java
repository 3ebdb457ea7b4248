package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.requests.Patch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The Secret of one Stack while an import writes the records: the operator leaves them alone until
/// the import has ended.
public final class ImportSecret {
  private final KubernetesClient client;
  private final KeySecret secret;

  public ImportSecret(KubernetesClient client, KeySecret secret) {
    this.client = client;
    this.secret = secret;
  }

  /// Has the API server check, without doing it, that the Secret may be written and takes all that
  /// an import puts there.
  ///
  /// @param exists whether the Secret is there
  public void rehearse(boolean exists, Bytes outputs, SortedMap<String, Bytes> configurations) {
    var data = new TreeMap<String, String>();
    data.put(KeySecret.OUTPUTS, outputs.asBase64());
    configurations.forEach((name, json) -> data.put(KeySecret.key(name), json.asBase64()));
    if (exists) {
      var _ = Patch.merge(Map.of("data", data)).on(secret.secret().dryRun());
      return;
    }
    var object = secret.object(secret.unsaved(true), data);
    client.secrets().inNamespace(secret.namespace()).resource(object).dryRun().create();
  }

  /// Makes the Secret with a new key.
  ///
  /// @return empty if another process was faster
  public Optional<KeySecret.Contents> create() {
    var made = secret.unsaved(true);
    return Optional.of(secret.create(made)).filter(now -> now.key().equals(made.key()));
  }

  /// Puts a new key, and nothing else, into a Secret whose key nothing proves: who made it may know
  /// that one. Fails with a conflict if somebody changes the Secret meanwhile.
  ///
  /// @param before the key that nothing proves
  /// @return empty if the Secret does not hold that one any more
  public Optional<KeySecret.Contents> replaceKey(Bytes before) {
    var made = secret.unsaved(true);
    return secret
        .live()
        .filter(found -> KeySecret.key(found).equals(before))
        .map(found -> {
          var data = new HashMap<String, @Nullable String>();
          if (found.getData() != null) found.getData().keySet().forEach(key -> data.put(key, null));
          data.put(KeySecret.KEY, made.key().asBase64());
          var metadata =
              Map.of(
                  "resourceVersion",
                  found.getMetadata().getResourceVersion(),
                  "finalizers",
                  List.of(Labels.FINALIZER));
          var _ = Patch.merge(Map.of("metadata", metadata, "data", data)).on(secret.secret());
          return made;
        });
  }

  public void begin() {
    annotate(KeySecret.IMPORTING, "true");
  }

  /// Notes that all is imported. In the same write it is noted that the objects have to be read.
  public void end() {
    var annotations = new HashMap<String, @Nullable String>();
    annotations.put(KeySecret.IMPORTING, null);
    annotations.put(KeySecret.UNREAD, "true");
    annotate(annotations);
  }

  public void takeBack() {
    annotate(KeySecret.IMPORTING, null);
  }

  /// Notes that the objects were read since the import.
  public void wasRead() {
    annotate(KeySecret.UNREAD, null);
  }

  private void annotate(String name, @Nullable String value) {
    var annotations = new HashMap<String, @Nullable String>();
    annotations.put(name, value);
    annotate(annotations);
  }

  private void annotate(Map<String, @Nullable String> annotations) {
    var _ = Patch.merge(Map.of("metadata", Map.of("annotations", annotations))).on(secret.secret());
  }
}
