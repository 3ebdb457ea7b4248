package io.keelson.operator.stack.offline;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.json.StateFile;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.store.SavedOutputs;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.RecordImport;
import io.keelson.operator.state.Sealer;
import io.keelson.operator.state.StackRecords;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Gives a Stack a state that was stored elsewhere: as a whole, or not at all.
///
/// The Stack's Secret says that an import has begun, and the operator does nothing with the Stack
/// until the import has ended. An import that was cut off is continued by running it again.
public final class StateImport {
  private final KubernetesClient client;
  private final StackKey stack;
  private final StateCodec codec;
  private final SecureRandom random = new SecureRandom();
  private final KeySecret secret;

  public StateImport(KubernetesClient client, StackKey stack, StateCodec codec) {
    this.client = client;
    this.stack = stack;
    this.codec = codec;
    this.secret = new KeySecret(client, stack.namespace(), stack.name(), random);
  }

  /// Nothing was written; the message says why, and what to do.
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  /// @return how many records were written: those that were there already are not counted
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
  ///   answer, or refuses
  public int run(StateFile.Contents contents) throws Refused {
    var before = secret.load();
    checkKey(before);
    // A file without instances needs no import: its outputs can be computed again. A key that was
    // made for it would have no record to prove it.
    if (contents.state().instances().isEmpty() && before.isEmpty()) return 0;
    check(contents, before.orElseGet(secret::unsaved));
    if (before.isEmpty()) create();
    secret.beginImport();
    var records = records(secret.load().orElseThrow());
    try {
      // The operator may have begun something before it saw that an import has begun.
      check(contents, records);
    } catch (Refused e) {
      if (before.filter(KeySecret.Contents::importing).isEmpty()) secret.endImport();
      throw e;
    }
    int written = records.write(contents.state().instances(), contents.serials());
    outputs().save(contents.state().outputs());
    saveConfigurations(contents.state().configurations());
    secret.endImport();
    return written;
  }

  private void checkKey(Optional<KeySecret.Contents> key) throws Refused {
    try {
      SealingKey.check(client, live(), secret, key);
    } catch (SealingKey.Unusable e) {
      throw new Refused(String.valueOf(e.getMessage()));
    }
  }

  private void create() throws Refused {
    var made = secret.unsaved();
    if (!secret.create(made).key().equals(made.key()))
      throw new Refused(
          "The Secret '%s' was made by somebody else meanwhile. Run the import again."
              .formatted(secret.name()));
  }

  private Optional<Stack> live() {
    return Optional.ofNullable(
        client.resources(Stack.class).inNamespace(stack.namespace()).withName(stack.name()).get());
  }

  private void check(StateFile.Contents contents, KeySecret.Contents key) throws Refused {
    check(contents, records(key));
    var saved = new SavedOutputs(codec, secret, key.outputs()).values();
    if (!saved.isEmpty() && !saved.equals(contents.state().outputs()))
      throw refused(List.of("The Stack has saved outputs with other values than the file."));
  }

  private void check(StateFile.Contents contents, RecordImport records) throws Refused {
    checkStack();
    var objections = records.objections(contents.state().instances());
    if (!objections.isEmpty()) throw refused(objections);
  }

  /// Refuses the import while the operator may work with the Stack: what it begins meanwhile would
  /// be lost, or done twice.
  private void checkStack() throws Refused {
    var live = live();
    if (live.isEmpty()) return;
    if (live.get().getMetadata().getDeletionTimestamp() != null)
      throw new Refused(
          "Stack '%s' in namespace '%s' is being deleted. Wait until it is gone, or use another name."
              .formatted(stack.name(), stack.namespace()));
    if (!Boolean.TRUE.equals(live.get().getSpec().suspend))
      throw new Refused(
          "Stack '%s' in namespace '%s' is not suspended: the operator could make what the file has already. First: kubectl -n %s patch stack %s --type merge -p '{\"spec\":{\"suspend\":true}}'. Or import before the Stack is applied."
              .formatted(stack.name(), stack.namespace(), stack.namespace(), stack.name()));
  }

  private static Refused refused(List<String> objections) {
    return new Refused(
        "Nothing was imported, because something else is recorded already, and it is never written"
            + " over:\n"
            + "  "
            + String.join("\n  ", objections)
            + "\nImport into a Stack that has no records, or that has the same ones.");
  }

  private RecordImport records(KeySecret.Contents key) {
    var home = new StackRecords.Home(stack.namespace(), stack.name(), cluster());
    return new RecordImport(client, home, new Sealer(key.key(), random), Clock.systemUTC());
  }

  /// Saves the configurations of the file that the Stack does not have: its own are newer.
  private void saveConfigurations(SortedMap<String, Bytes> configurations) {
    var saved = secret.load().orElseThrow().configurations();
    var missing = new TreeMap<>(configurations);
    missing.keySet().removeAll(saved.keySet());
    if (!missing.isEmpty()) secret.saveConfigurations(missing);
  }

  private SavedOutputs outputs() {
    return new SavedOutputs(codec, secret, secret.load().orElseThrow().outputs());
  }

  private String cluster() {
    var namespace = client.namespaces().withName("kube-system").get();
    return namespace == null ? "" : namespace.getMetadata().getUid();
  }
}
