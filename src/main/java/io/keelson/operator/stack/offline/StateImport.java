package io.keelson.operator.stack.offline;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.evaluation.OutputRoom;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.json.StateFile;
import io.keelson.operator.api.Stack;
import io.keelson.operator.requests.Attempts;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.store.SavedOutputs;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.RecordImport;
import io.keelson.operator.state.Sealer;
import io.keelson.operator.state.StackRecords;
import io.keelson.operator.status.Names;
import io.keelson.operator.status.ServerMessage;
import java.net.HttpURLConnection;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Gives a Stack a state that was stored elsewhere: as a whole, or not at all.
///
/// What may refuse it is asked before anything is written. The Stack's Secret says that an import
/// has begun, and the operator does nothing with the Stack until the import has ended. An import
/// that was cut off is continued by running it again, wherever it was.
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

  /// The state was not imported; the message says why, what was written, and what to do.
  public static class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  /// Nothing was written, because who asked may not write what an import writes.
  public static final class Forbidden extends Refused {
    private static final long serialVersionUID = 1L;

    Forbidden(String why) {
      super("Nothing was written. " + why);
    }
  }

  /// @return how many records were written: those that were there already are not counted
  /// @throws KubernetesClientException if the API server does not answer
  public int run(StateFile.Contents contents) throws Refused {
    checkRights();
    var key = ImportKey.find(client, secret, live());
    // A file without instances needs no import: its outputs can be computed again. A key that was
    // made for it would have no record to prove it.
    if (contents.state().instances().isEmpty() && key.isNew()) return nothing(key);
    check(contents, key, key.known());
    checkRoom(contents);
    rehearse(contents, key);
    var records = begin(contents, key);
    key.confirm();
    return write(contents, key, records);
  }

  private void checkRights() throws Forbidden {
    var rights = new ImportRights(client, stack, secret);
    var missing = rights.missing();
    if (!missing.isEmpty())
      throw new Forbidden(
          "'%s' may not do all that an import does:\n  %s"
              .formatted(rights.asker(), String.join("\n  ", missing)));
  }

  private int nothing(ImportKey key) throws Refused {
    if (!key.isImporting()) return 0;
    throw new Refused(
        "An import into Stack '%s' of namespace '%s' was cut off before it wrote a record, and this file has no instances. Import the file that was meant, or give that import up: %s"
            .formatted(stack.name(), stack.namespace(), SealingKey.deletion(secret)));
  }

  private Optional<Stack> live() {
    return Optional.ofNullable(
        client.resources(Stack.class).inNamespace(stack.namespace()).withName(stack.name()).get());
  }

  private RecordImport check(StateFile.Contents contents, ImportKey key, KeySecret.Contents now)
      throws Refused {
    checkStack(key);
    var records = records(now);
    var objections = records.objections(contents.state().instances());
    if (!objections.isEmpty()) throw refused(objections);
    var saved = outputs(now).values();
    if (!saved.isEmpty() && !saved.equals(contents.state().outputs()))
      throw refused(List.of("The Stack has saved outputs with other values than the file."));
    return records;
  }

  /// Refuses the import while the operator may work with the Stack: what it begins meanwhile would
  /// be lost, or done twice.
  private void checkStack(ImportKey key) throws Refused {
    var live = live();
    if (live.isEmpty()) return;
    // One whose import was cut off waits for its end before it can be destroyed.
    if (live.get().getMetadata().getDeletionTimestamp() != null && !key.isImporting())
      throw new Refused(
          "Stack '%s' in namespace '%s' is being deleted. Wait until it is gone, or use another name."
              .formatted(stack.name(), stack.namespace()));
    if (!Boolean.TRUE.equals(live.get().getSpec().suspend))
      throw new Refused(
          "Stack '%s' in namespace '%s' is not suspended: the operator could make what the file has already. First: kubectl -n %s patch stack %s --type merge -p '{\"spec\":{\"suspend\":true}}'. Or import before the Stack is applied."
              .formatted(stack.name(), stack.namespace(), stack.namespace(), stack.name()));
  }

  private void checkRoom(StateFile.Contents contents) throws Refused {
    var refused = new OutputRoom(codec, new TreeMap<>()).refused(contents.state().outputs());
    if (refused.isEmpty()) return;
    throw new Refused(
        "Nothing was written. The outputs %s of the file are too large: all outputs of a Stack may have %d bytes together, as JSON with their types. Take them out of 'outputs' in the file: the next plan computes all again."
            .formatted(Names.of(refused.keySet()), OutputRoom.LARGEST));
  }

  private static Refused refused(List<String> objections) {
    return new Refused(
        "Nothing was imported, because something else is recorded already, and it is never written"
            + " over:\n"
            + "  "
            + String.join("\n  ", objections)
            + "\nImport into a Stack that has no records, or that has the same ones.");
  }

  /// Has the API server check what it can before anything is written: admission, quotas, the size
  /// of the Secret.
  private void rehearse(StateFile.Contents contents, ImportKey key) throws Refused {
    try {
      var state = contents.state();
      key.rehearse(outputs(key.known()).bytes(state.outputs()), state.configurations());
      check(contents, key, key.known()).rehearse(state.instances());
    } catch (KubernetesClientException e) {
      throw inWords(e);
    }
  }

  private static Refused inWords(KubernetesClientException e) {
    if (Attempts.mayPass(e) || e.getStatus() == null) throw e;
    var why = "The API server refuses it: " + e.getStatus().getMessage();
    return e.getCode() == HttpURLConnection.HTTP_FORBIDDEN && !Attempts.isNamespaceEnding(e)
        ? new Forbidden(why)
        : new Refused("Nothing was written. " + why);
  }

  /// Begins the import with what is refused first, if anything is, and takes it back then.
  private RecordImport begin(StateFile.Contents contents, ImportKey key) throws Refused {
    var now = key.begin();
    try {
      // The operator may have begun something before it saw that an import has begun.
      var records = check(contents, key, now);
      records.begin(contents.state().instances());
      return records;
    } catch (Refused e) {
      takeBack(key, e);
      throw e;
    } catch (KubernetesClientException e) {
      // Without an answer, the record may have been made.
      if (Attempts.mayPass(e)) throw cutOff(e);
      takeBack(key, e);
      throw inWords(e);
    }
  }

  /// What cannot be taken back is taken over by the next import.
  private static void takeBack(ImportKey key, Exception why) {
    try {
      key.takeBack();
    } catch (KubernetesClientException e) {
      why.addSuppressed(e);
    }
  }

  private int write(StateFile.Contents contents, ImportKey key, RecordImport records)
      throws Refused {
    try {
      int written = records.write(contents.state().instances(), contents.serials());
      outputs(secret.load().orElseThrow()).save(contents.state().outputs());
      saveConfigurations(contents.state().configurations());
      key.end();
      return written;
    } catch (KubernetesClientException e) {
      throw cutOff(e);
    }
  }

  private Refused cutOff(KubernetesClientException e) {
    var refused =
        new Refused(
            "The import was cut off: %s. What it has written stays, and the operator does nothing with Stack '%s' of namespace '%s'. When the cause is gone, run the import again, with the same file."
                .formatted(ServerMessage.of(e), stack.name(), stack.namespace()));
    refused.initCause(e);
    return refused;
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

  private SavedOutputs outputs(KeySecret.Contents now) {
    return new SavedOutputs(codec, secret, now.outputs());
  }

  private String cluster() {
    var namespace = client.namespaces().withName("kube-system").get();
    return namespace == null ? "" : namespace.getMetadata().getUid();
  }
}
