package io.keelson.operator.stack;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanMemo;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.Stack;
import io.keelson.operator.state.Attempts;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.state.KeptConfigurations;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.Sealer;
import io.keelson.operator.state.StackRecords;

/// Everything that belongs to one Stack object as long as it is the same one and acts in the same
/// name: its key, its records, its providers.
final class Session implements AutoCloseable {
  private final String identity;
  private final KeySecret keySecret;
  private final Bytes key;
  private final Sealer sealer;
  private final KeptConfigurations configurations;
  private final StackRecords records;
  private final KubernetesClient account;
  private final UsedProviders providers;
  private final SavedOutputs outputs;
  private final PlanMemo memo = new PlanMemo();
  private final Outputs publisher;

  private Session(
      Stack stack,
      Surroundings with,
      KeySecret keySecret,
      KeySecret.Contents contents,
      InstanceMemory memory) {
    var home = StackKey.of(stack);
    this.identity = identity(stack);
    this.keySecret = keySecret;
    this.key = contents.key();
    this.sealer = new Sealer(contents.key(), with.random());
    this.configurations =
        new KeptConfigurations(keySecret, with.fence(), contents.configurations());
    this.records =
        new StackRecords(
            with.client(),
            new StackRecords.Home(home.namespace(), home.name(), with.cluster()),
            sealer,
            configurations,
            memory,
            with.whereabouts(),
            with.fence(),
            with.clock());
    this.account = with.account(home.namespace(), stack.getSpec().serviceAccountName);
    this.providers =
        new UsedProviders(
            with.providers().make(home, stack.getMetadata().getUid(), account), with.programs());
    this.publisher = new Outputs(account);
    this.outputs = new SavedOutputs(with.codec(), keySecret, contents.outputs());
  }

  /// Opens what a Stack needs, making its key if it never had one.
  ///
  /// @throws KeyLost if records hold sealed values and the key is gone, or if there are records and
  ///   no key can be made any more
  /// @throws ImportUnfinished if an import into the records has begun and not ended
  static Session open(Stack stack, Surroundings with, InstanceMemory memory)
      throws KeyLost, ImportUnfinished {
    var key = StackKey.of(stack);
    var secret = new KeySecret(with.client(), key.namespace(), key.name(), with.random());
    var contents = secret.load();
    if (contents.isEmpty() && StackRecords.anySealed(with.client(), key.namespace(), key.name()))
      throw new KeyLost(secret.name());
    var opened = contents.isPresent() ? contents.get() : fresh(secret, key, with);
    if (opened.importing()) throw new ImportUnfinished();
    return new Session(stack, with, secret, opened, memory);
  }

  /// Where nothing can be created any more, a Stack without records goes without: its key is never
  /// used.
  private static KeySecret.Contents fresh(KeySecret secret, StackKey key, Surroundings with)
      throws KeyLost {
    try {
      return secret.create();
    } catch (KubernetesClientException e) {
      if (!Attempts.isNamespaceEnding(e)) throw e;
      if (StackRecords.any(with.client(), key.namespace(), key.name()))
        throw new KeyLost(secret.name());
      return secret.unsaved();
    }
  }

  /// The key that opens the records of a Stack does not exist.
  static final class KeyLost extends Exception {
    private static final long serialVersionUID = 1L;

    private final String secret;

    KeyLost(String secret) {
      super(
          "The Secret '"
              + secret
              + "' with the key of this Stack is gone, and records hold values that only it opens."
              + " Nothing is planned or applied, and no object is touched. Restore the Secret from"
              + " a backup; the Stack then goes on by itself.");
      this.secret = secret;
    }

    String secret() {
      return secret;
    }
  }

  /// The records are not whole yet.
  static final class ImportUnfinished extends Exception {
    private static final long serialVersionUID = 1L;

    ImportUnfinished() {
      super(
          "An import of the state of this Stack has begun, and has not ended. Nothing is planned or"
              + " applied: what is not imported yet would be made a second time. If it does not run"
              + " any more, run keelson state import again, with the same file.");
    }
  }

  private static String identity(Stack stack) {
    return stack.getMetadata().getUid() + "/" + stack.getSpec().serviceAccountName;
  }

  boolean isFor(Stack stack) {
    return identity.equals(identity(stack));
  }

  /// Whether what is sealed now could be opened later, and the records are whole.
  boolean hasItsKey() {
    return keySecret
        .load()
        .filter(contents -> contents.key().equals(key) && !contents.importing())
        .isPresent();
  }

  StackRecords records() {
    return records;
  }

  KeySecret keySecret() {
    return keySecret;
  }

  KubernetesClient account() {
    return account;
  }

  /// Those of the Stack, as last read.
  Providers providers() {
    return providers.all();
  }

  UsedProviders usedProviders() {
    return providers;
  }

  /// What plans have found out. What an account may read is nothing for another one, so it ends
  /// with the session.
  PlanMemo memo() {
    return memo;
  }

  /// Provider configurations as last used.
  KeptConfigurations configurations() {
    return configurations;
  }

  SavedOutputs outputs() {
    return outputs;
  }

  Outputs publisher() {
    return publisher;
  }

  /// @param epoch how many applies have started: an approval serves one
  DigestKey digestKey(Stack stack, long epoch) {
    return digestKey(sealer, stack, epoch);
  }

  static DigestKey digestKey(Sealer sealer, Stack stack, long epoch) {
    return new DigestKey(sealer.derive("digest"), identity(stack) + "/" + epoch);
  }

  @Override
  public void close() {
    providers.close();
  }
}
