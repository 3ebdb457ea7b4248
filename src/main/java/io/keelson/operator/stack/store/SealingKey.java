package io.keelson.operator.stack.store;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.Stack;
import io.keelson.operator.requests.Attempts;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.state.KeyEvidence;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.Sealer;
import io.keelson.operator.state.StackRecords;
import io.keelson.operator.status.ConditionReason;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the key of a Stack, or makes it.
///
/// Somebody who may create Secrets, but not read them, must not be able to choose the key. Name,
/// type and labels of a Secret prove nothing: a key is used only if the status of the Stack or a
/// record proves it, as only an operator writes these.
public final class SealingKey {
  private static final int MOST_NOTED = 10;

  private final OperatorContext context;
  private final StackStatusWriter status;

  public SealingKey(OperatorContext context, StackStatusWriter status) {
    this.context = context;
    this.status = status;
  }

  /// The Secret of the Stack cannot be used as it is; the message says why, and what to do.
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    private final ConditionReason reason;
    private final String secret;

    private Unusable(ConditionReason reason, String secret, String message) {
      super(message);
      this.reason = reason;
      this.secret = secret;
    }

    /// `SealingKeyLost` if records hold parts that only another key opens, `SealingKeyForeign` if
    /// nothing is sealed and the Secret is in the way, or `ImportUnfinished`.
    public ConditionReason reason() {
      return reason;
    }

    /// The name of the Secret.
    public String secret() {
      return secret;
    }
  }

  /// The content of the Secret, with a key that is proven or new.
  ///
  /// @throws StoreFenced if this process may no longer write
  KeySecret.Contents open(Stack stack, KeySecret secret) throws Unusable {
    var found = secret.load();
    if (found.isEmpty()) return made(stack, secret);
    if (found.get().importing()) throw importUnfinished(secret, hasRecords(secret));
    check(context.client(), Optional.of(stack), secret, found.get());
    note(List.of(found.get().fingerprint().orElseThrow()));
    return found.get();
  }

  /// Makes a key. The Stack's status notes it before the Secret is made, so that after a crash in
  /// between it does not count as somebody else's.
  private KeySecret.Contents made(Stack stack, KeySecret secret) throws Unusable {
    check(context.client(), Optional.of(stack), secret, Optional.empty());
    var made = secret.unsaved();
    var print = made.fingerprint().orElseThrow();
    var noted = new ArrayList<>(noted(Optional.of(stack)).orElse(List.of()));
    noted.add(print);
    var stackWithPrint = note(noted.subList(Math.max(0, noted.size() - MOST_NOTED), noted.size()));
    try {
      var there = secret.create(made);
      check(context.client(), Optional.of(stackWithPrint), secret, there);
      note(List.of(there.fingerprint().orElseThrow()));
      return there;
    } catch (KubernetesClientException e) {
      // In a namespace where nothing can be created any more, a Stack without records needs no key:
      // it is never used.
      if (!Attempts.isNamespaceEnding(e)) throw e;
      if (StackRecords.any(context.client(), secret.namespace(), secret.stack()))
        throw lost(secret);
      return made;
    }
  }

  private Stack note(List<String> prints) {
    return status
        .change(stack -> stack.sealingKeys = new ArrayList<>(prints))
        .orElseThrow(() -> new StoreFenced("the Stack vanished before its key could be noted"));
  }

  /// The fingerprints in the status of a Stack; empty if it never noted any.
  private static Optional<List<String>> noted(Optional<Stack> stack) {
    return stack.map(Stack::getStatus).map(each -> each.sealingKeys);
  }

  /// The content of the Secret of a Stack that does not exist any more, if the records prove its
  /// key.
  static Optional<KeySecret.Contents> proven(KubernetesClient client, KeySecret secret) {
    var found = secret.load();
    try {
      check(client, Optional.empty(), secret, found);
      return found;
    } catch (Unusable e) {
      return Optional.empty();
    }
  }

  /// Whether the Secret is what an import left that has sealed nothing yet. Nothing proves its key,
  /// and nothing needs it, so the next import puts one of its own there.
  ///
  /// @param stack if there is one
  public static boolean isLeftByImport(
      KubernetesClient client, Optional<Stack> stack, KeySecret secret, KeySecret.Contents found) {
    if (!found.importing() || !found.marked()) return false;
    try {
      check(client, stack, secret, found);
      return false;
    } catch (Unusable e) {
      return e.reason() == ConditionReason.SealingKeyForeign;
    }
  }

  /// Accepts a Secret whose key an operator has made, and a missing one if nothing is sealed.
  ///
  /// @param stack if there is one
  /// @param found what the Secret holds; empty if it does not exist
  public static void check(
      KubernetesClient client,
      Optional<Stack> stack,
      KeySecret secret,
      Optional<KeySecret.Contents> found)
      throws Unusable {
    if (found.isPresent()) check(client, stack, secret, found.get());
    else if (anySealed(client, secret)) throw lost(secret);
  }

  private static void check(
      KubernetesClient client, Optional<Stack> stack, KeySecret secret, KeySecret.Contents found)
      throws Unusable {
    var noted = noted(stack);
    if (found.fingerprint().filter(noted.orElse(List.of())::contains).isPresent()) return;
    if (!found.hasKey())
      throw anySealed(client, secret) ? replaced(secret) : foreign(secret, found);
    switch (KeyEvidence.of(client, secret, new Sealer(found.key(), new SecureRandom()))) {
      case OWN -> {}
      case ANOTHER -> throw replaced(secret);
      case EARLIER -> {
        if (noted.isPresent() || !found.marked()) throw foreign(secret, found);
      }
      case NONE -> {
        if (noted.isPresent() || !found.marked() || !wasPlanned(stack))
          throw foreign(secret, found);
      }
    }
  }

  /// Whether the Stack was planned, and so has its key. If its status names none, an earlier
  /// version planned it, and the key that exists is the right one.
  private static boolean wasPlanned(Optional<Stack> stack) {
    return stack.map(Stack::getStatus).map(each -> each.counts).isPresent();
  }

  private static boolean anySealed(KubernetesClient client, KeySecret secret) {
    return StackRecords.anySealed(client, secret.namespace(), secret.stack());
  }

  private static Unusable lost(KeySecret secret) {
    return new Unusable(
        ConditionReason.SealingKeyLost,
        secret.name(),
        "The Secret '%s' with the key of this Stack is gone, and records hold values that only it opens. Nothing is planned or applied, and no object is touched. Restore the Secret from a backup; the Stack then goes on by itself."
            .formatted(secret.name()));
  }

  private static Unusable replaced(KeySecret secret) {
    return new Unusable(
        ConditionReason.SealingKeyLost,
        secret.name(),
        "The Secret '%s' does not hold the key of this Stack any more: the sealed values of its records do not open with what is there, and nothing is sealed with a key that others may know. Nothing is planned or applied, and no object is touched. Restore the Secret from a backup; the Stack then goes on by itself."
            .formatted(secret.name()));
  }

  private static Unusable foreign(KeySecret secret, KeySecret.Contents found) {
    return new Unusable(
        ConditionReason.SealingKeyForeign,
        secret.name(),
        "The Secret '%s' is where the key of this Stack belongs, but nothing shows that the operator made it: somebody did, at %s, and may know what is in it. It is not used, not changed and not deleted; nothing is planned or applied. Find out whose it is (kubectl -n %s get secret %s -o yaml --show-managed-fields). If it is needed, store it under another name, or give the Stack another name. If this Stack came back from a backup without its records, everything would be made a second time: set its spec.suspend to true first, and back only when the Secret is deleted and the state is imported (keelson state import), or what exists is named in spec.imports. Then delete it (%s): the Stack goes on by itself, with a key of its own."
            .formatted(
                secret.name(),
                found.createdAt(),
                secret.namespace(),
                secret.name(),
                deletion(secret)));
  }

  private boolean hasRecords(KeySecret secret) {
    return StackRecords.any(context.client(), secret.namespace(), secret.stack());
  }

  private static Unusable importUnfinished(KeySecret secret, boolean records) {
    return new Unusable(
        ConditionReason.ImportUnfinished,
        secret.name(),
        "An import of the state of this Stack has begun, and has not ended. Nothing is planned or applied: what is not imported yet would be made a second time. If it does not run any more, run keelson state import again, with the same file. To give it up: %s%s"
            .formatted(records ? withoutRecords(secret) : "", deletion(secret)));
  }

  /// What has to be done first where an import has made records: without their Secret, the operator
  /// would make everything else a second time.
  private static String withoutRecords(KeySecret secret) {
    return "set spec.deletion.policy of the Stack to Orphan and delete it; then whoever has the ClusterRole keelson-repair lets the records go: kubectl -n %s annotate resourceinstances -l keelson.dev/stack=%s --overwrite %s=%s; when none is left, "
        .formatted(secret.namespace(), secret.stack(), Resolutions.RESOLVE, Resolutions.FORGET);
  }

  /// The commands that delete the Secret, whether or not its finalizer holds it.
  public static String deletion(KeySecret secret) {
    return "kubectl -n %1$s patch secret %2$s --type merge -p '{\"metadata\":{\"finalizers\":null}}' && kubectl -n %1$s delete secret %2$s --ignore-not-found"
        .formatted(secret.namespace(), secret.name());
  }
}
