package io.keelson.operator.stack.offline;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.store.SavedOutputs;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.Sealer;
import io.keelson.operator.state.StackRecords;
import java.net.HttpURLConnection;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What is recorded of a Stack, for commands that only read.
///
/// @param serials how often the record of each instance was written, where that is known
/// @param uid of the Stack object; empty if there is none
/// @param problems resources with records that cannot be used, and why
/// @param unreadable resources of which nothing can be planned
/// @param uncertain instances of which something may exist that is not recorded
/// @param digestKey the key of the Stack if it has one: plans then have the same digests as those
///   of the operator
public record RecordedStack(
    StackState state,
    SortedMap<InstanceAddress, Long> serials,
    String uid,
    SortedMap<ResourceAddress, InstanceMemory.Problem> problems,
    SortedSet<ResourceAddress> unreadable,
    SortedSet<InstanceAddress> uncertain,
    DigestKey digestKey) {

  /// The records cannot be read at all; the message says why, and what to do.
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message);
    }
  }

  /// A state that was stored elsewhere, such as in a file.
  public static RecordedStack of(StackState state) {
    return new RecordedStack(
        state,
        new TreeMap<>(),
        "",
        new TreeMap<>(),
        new TreeSet<>(),
        new TreeSet<>(),
        new DigestKey(Bytes.utf8("no key"), "no cluster"));
  }

  /// The state that the records in the cluster hold. Reads the Stack, its records, and the Secret
  /// with its key, and writes nothing.
  ///
  /// @throws KubernetesClientException if the API server does not answer, or refuses
  public static RecordedStack read(KubernetesClient client, StackKey stack, StateCodec codec)
      throws Unreadable {
    var random = new SecureRandom();
    var secret = new KeySecret(client, stack.namespace(), stack.name(), random);
    var live =
        Optional.ofNullable(
            client
                .resources(Stack.class)
                .inNamespace(stack.namespace())
                .withName(stack.name())
                .get());
    var contents = contents(secret, stack);
    try {
      SealingKey.check(client, live, secret, contents);
    } catch (SealingKey.Unusable e) {
      throw new Unreadable(String.valueOf(e.getMessage()));
    }
    var opened = contents.orElseGet(secret::unsaved);
    var sealer = new Sealer(opened.key(), random);
    var memory =
        StackRecords.look(
            client, new StackRecords.Home(stack.namespace(), stack.name(), ""), sealer);
    var outputs = new SavedOutputs(codec, secret, opened.outputs()).values();
    return new RecordedStack(
        new StackState(memory.recorded(), outputs, opened.configurations()),
        memory.serials(),
        live.map(each -> each.getMetadata().getUid()).orElse(""),
        memory.problems(),
        memory.unreadable(),
        memory.uncertain(),
        live.map(each -> Session.digestKey(sealer, each, StackStatus.epoch(each.getStatus())))
            .orElseGet(() -> new DigestKey(sealer.derive("digest"), "")));
  }

  private static Optional<KeySecret.Contents> contents(KeySecret secret, StackKey stack)
      throws Unreadable {
    try {
      return secret.load();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) throw e;
      throw new Unreadable(
          "You have no right to get Secret '%s' in namespace '%s'. It holds the key that opens the sealed values of the records. Ask for the verb get on it, or work with an exported state (keelson state export)."
              .formatted(secret.name(), stack.namespace()));
    }
  }
}
