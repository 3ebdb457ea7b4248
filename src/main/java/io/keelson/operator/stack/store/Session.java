package io.keelson.operator.stack.store;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.KeptAnswer;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.plan.PlanSpec;
import io.keelson.operator.stack.context.Impersonation;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.UsedProviders;
import io.keelson.operator.stack.plan.PlanAnswers;
import io.keelson.operator.state.ImportSecret;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.state.KeptConfigurations;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.Sealer;
import io.keelson.operator.state.StackRecords;
import java.util.List;
import java.util.Optional;

/// Everything that belongs to one Stack object while it stays the same object with the same
/// account: its key, its records, its providers.
public final class Session implements AutoCloseable {
  private final String identity;
  private final KeySecret keySecret;
  private final Bytes key;
  private final Sealer sealer;
  private final KeptConfigurations configurations;
  private final StackRecords records;
  private final KubernetesClient account;
  private final UsedProviders providers;
  private final SavedOutputs outputs;
  private final PlanAnswers answers;
  private final PlanMemo memo = new PlanMemo();
  private final ImportSecret imported;
  private boolean unread;

  private Session(
      Stack stack,
      OperatorContext context,
      KeySecret keySecret,
      KeySecret.Contents contents,
      InstanceMemory memory) {
    var home = StackKey.of(stack);
    this.identity = identity(stack);
    this.keySecret = keySecret;
    this.key = contents.key();
    this.imported = new ImportSecret(context.client(), keySecret);
    this.unread = contents.unread();
    this.sealer = new Sealer(contents.key(), context.random());
    this.configurations =
        new KeptConfigurations(keySecret, context.fence(), contents.configurations());
    this.records =
        new StackRecords(
            context.client(),
            new StackRecords.Home(home.namespace(), home.name(), context.cluster()),
            sealer,
            configurations,
            memory,
            context.liveness(),
            context.fence(),
            context.clock(),
            context.requests());
    this.account =
        Impersonation.of(context.client(), home.namespace(), stack.getSpec().serviceAccountName);
    this.providers =
        new UsedProviders(
            context.providers().make(home, stack.getMetadata().getUid(), account),
            context.programs());
    this.answers = new PlanAnswers(context.codec());
    this.outputs = new SavedOutputs(context.codec(), keySecret, contents.outputs());
  }

  /// Opens the session of a Stack, and makes its key if it never had one.
  public static Session open(
      Stack stack, OperatorContext context, InstanceMemory memory, SealingKey key)
      throws SealingKey.Unusable {
    var home = StackKey.of(stack);
    var secret = new KeySecret(context.client(), home.namespace(), home.name(), context.random());
    return new Session(stack, context, secret, key.open(stack, secret), memory);
  }

  private static String identity(Stack stack) {
    return stack.getMetadata().getUid() + "/" + stack.getSpec().serviceAccountName;
  }

  public boolean isFor(Stack stack) {
    return identity.equals(identity(stack));
  }

  /// Whether the Secret still has the key of this session, and no import writes the records, or has
  /// written them since.
  public boolean hasItsKey() {
    return keySecret
        .load()
        .filter(contents -> contents.key().equals(key) && !contents.importing())
        .filter(contents -> unread || !contents.unread())
        .isPresent();
  }

  /// Whether the records were imported, and their objects not read since.
  public boolean isUnread() {
    return unread;
  }

  /// Notes that every object was read since the records were imported.
  public void wasRead() {
    imported.wasRead();
    unread = false;
  }

  public StackRecords records() {
    return records;
  }

  /// Deletes the key: nothing is left that it could open.
  public void deleteKey() {
    keySecret.delete(key);
  }

  public KubernetesClient account() {
    return account;
  }

  /// The providers of the Stack, as last read.
  public Providers providers() {
    return providers.all();
  }

  public UsedProviders usedProviders() {
    return providers;
  }

  /// What plans have found out. It ends with the session, as another account may not be allowed to
  /// read it.
  public PlanMemo memo() {
    return memo;
  }

  /// The provider configurations as last used.
  public KeptConfigurations configurations() {
    return configurations;
  }

  public SavedOutputs outputs() {
    return outputs;
  }

  /// The sealed answers that providers might give otherwise the next time, to be kept with a plan;
  /// empty if they are too large.
  public Optional<String> answersFor(Plan plan, String members) {
    var given = plan.applyable() ? memo.answersFor(plan) : List.<KeptAnswer>of();
    return answers
        .write(members, given)
        .map(each -> sealer.sealForPlan(each, identity, plan.digest()));
  }

  /// Takes up the answers that another process, or an earlier session, got for a plan.
  ///
  /// @param prior the state now
  /// @return whether there were answers
  public boolean takeUpAnswers(PlanSpec plan, String members, StackState prior) {
    var known =
        Optional.ofNullable(plan.answers)
            .flatMap(sealed -> sealer.openForPlan(sealed, identity, plan.digest))
            .map(each -> answers.read(members, each))
            .orElse(List.of());
    memo.takeUp(known, prior);
    return !known.isEmpty();
  }

  /// @param epoch how many applies have started: an approval is valid for one
  public DigestKey digestKey(Stack stack, long epoch) {
    return digestKey(sealer, stack, epoch);
  }

  public static DigestKey digestKey(Sealer sealer, Stack stack, long epoch) {
    return new DigestKey(sealer.derive("digest"), identity(stack) + "/" + epoch);
  }

  @Override
  public void close() {
    providers.close();
  }
}
