package io.keelson.operator.stack.offline;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.state.ImportSecret;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.StackRecords;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The key by which one import seals: that of the Stack, or a new one. The Secret says that an
/// import has begun from the first moment that it holds a new one, so that whatever is left of an
/// import is known as that, and taken over by the next.
final class ImportKey {
  private final KubernetesClient client;
  private final KeySecret secret;
  private final ImportSecret writing;
  private final Optional<KeySecret.Contents> found;
  private final boolean left;
  private KeySecret.@Nullable Contents key;

  private ImportKey(
      KubernetesClient client, KeySecret secret, Optional<KeySecret.Contents> found, boolean left) {
    this.client = client;
    this.secret = secret;
    this.writing = new ImportSecret(client, secret);
    this.found = found;
    this.left = left;
  }

  /// Looks at what is there; nothing is written.
  ///
  /// @param stack if there is one
  static ImportKey find(KubernetesClient client, KeySecret secret, Optional<Stack> stack)
      throws StateImport.Refused {
    var found = secret.load();
    boolean left =
        found.filter(each -> SealingKey.isLeftByImport(client, stack, secret, each)).isPresent();
    try {
      if (!left) SealingKey.check(client, stack, secret, found);
    } catch (SealingKey.Unusable e) {
      throw new StateImport.Refused(String.valueOf(e.getMessage()));
    }
    return new ImportKey(client, secret, found, left);
  }

  /// Whether the Stack has no key yet.
  boolean isNew() {
    return found.isEmpty() || left;
  }

  /// Whether an import has begun before this one, and has not ended.
  boolean isImporting() {
    return found.filter(KeySecret.Contents::importing).isPresent();
  }

  /// What to look at records with before anything is written.
  KeySecret.Contents known() {
    return isNew() ? secret.unsaved() : found.orElseThrow();
  }

  void rehearse(Bytes outputs, SortedMap<String, Bytes> configurations) {
    writing.rehearse(found.isPresent(), outputs, configurations);
  }

  /// Notes in the Secret that the import has begun.
  ///
  /// @return what it holds
  KeySecret.Contents begin() throws StateImport.Refused {
    var begun = isNew() ? made() : Optional.of(marked(found.orElseThrow()));
    key = begun.orElseThrow(this::notAlone);
    return key;
  }

  private Optional<KeySecret.Contents> made() {
    if (left && !found.orElseThrow().deleting())
      return writing.replaceKey(found.orElseThrow().key());
    // Somebody has deleted what an import left, and only the finalizer holds it.
    if (left) secret.release();
    return writing.create();
  }

  private KeySecret.Contents marked(KeySecret.Contents contents) {
    writing.begin();
    return contents;
  }

  /// Makes sure that nobody has put another key there, before anything is sealed with this one.
  void confirm() throws StateImport.Refused {
    var mine = key;
    if (secret.load().filter(now -> mine != null && now.key().equals(mine.key())).isEmpty())
      throw notAlone();
  }

  private StateImport.Refused notAlone() {
    return new StateImport.Refused(
        "Somebody else writes the Secret '%s' at the same time: perhaps another import runs. Wait until it has ended, and run this one again if it is still needed."
            .formatted(secret.name()));
  }

  /// Leaves the Secret as it was before: the import is refused, and no record was written.
  void takeBack() {
    var mine = key;
    if (mine == null) return;
    if (!isNew()) {
      if (!isImporting()) writing.takeBack();
      return;
    }
    if (!StackRecords.any(client, secret.namespace(), secret.stack())) secret.delete(mine.key());
  }

  void end() {
    writing.end();
  }
}
