package io.keelson.operator.stack.output;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackOutput;
import io.keelson.operator.api.StackVariable.OutputReference;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.References;
import io.keelson.operator.stack.declaration.SharedOutputs;
import io.keelson.operator.stack.declaration.VariableSource.Absent;
import io.keelson.operator.stack.declaration.VariableSource.Denied;
import io.keelson.operator.stack.declaration.VariableSource.Shared;
import io.keelson.operator.stack.store.SavedOutputs;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import java.net.HttpURLConnection;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// The saved outputs of other Stacks, for one Stack that reads them where their owners allow that.
/// A message about another namespace does not tell what exists there that may not be read.
public final class StackOutputs {
  private final KubernetesClient client;
  private final StateCodec codec;
  private final StackKey reader;
  private final Actor actor;
  private final OtherStacks stacks;
  private final Map<StackKey, SortedMap<String, Value>> saved = new HashMap<>();
  private final SortedSet<String> referred = new TreeSet<>();

  /// The person or process that reads.
  ///
  /// @param has the beginning of a sentence about a missing right, such as `You have`
  /// @param remedy the advice in that sentence
  public record Actor(String has, String remedy) {
    public static final Actor OPERATOR =
        new Actor(
            "The operator has",
            "Grant it the verbs get, list and watch on Stacks and Secrets of that namespace.");

    public static final Actor USER = new Actor("You have", "Ask for the verb get on it.");
  }

  /// @param client acts for the reader
  public StackOutputs(KubernetesClient client, StateCodec codec, StackKey reader, Actor actor) {
    this.client = client;
    this.codec = codec;
    this.reader = reader;
    this.actor = actor;
    this.stacks = new OtherStacks(client);
  }

  /// The value of an output.
  ///
  /// @throws KubernetesClientException if the API server does not answer
  public Shared read(OutputReference reference) throws Denied, Absent {
    var key = SharedOutputs.stack(reference, reader.namespace());
    var owner = stack(key);
    var output = owner.flatMap(stack -> SharedOutputs.declared(stack, reference.output));
    var readable =
        owner.isPresent() && output.isPresent() && mayRead(owner.get(), output.get(), false);
    if (!readable) refuse(key, reference.output, owner, output);
    referred.add(References.outputs(key));
    var stack = owner.orElseThrow();
    if (SharedOutputs.isEnding(stack))
      throw new Absent(
          "Stack %s is being deleted, and its output '%s' with it. What uses the variable is left alone. Keep that Stack, or take the reference out of spec.variables."
              .formatted(named(key), reference.output));
    var value = saved(stack, key).get(reference.output);
    if (value == null) throw valueless(stack, key, reference.output);
    boolean sensitive = value.marked() || Boolean.TRUE.equals(output.orElseThrow().sensitive);
    if (sensitive && !mayRead(stack, output.orElseThrow(), true))
      refuse(key, reference.output, owner, output);
    return new Shared(value.unmark().value(), sensitive);
  }

  /// The references to objects that were read and have to be watched beside the Stacks themselves,
  /// as [References] names them.
  public SortedSet<String> referred() {
    return Collections.unmodifiableSortedSet(referred);
  }

  /// The circle in which a Stack reads its own outputs, in the order of reading; empty if there is
  /// none.
  ///
  /// @param stack the Stack that reads
  /// @throws KubernetesClientException if the API server does not answer
  public Optional<String> circle(Stack stack) {
    if (SharedOutputs.readBy(stack).isEmpty()) return Optional.empty();
    var circle = new OutputCircle(stack, this::reachable);
    var found = circle.find();
    circle.behind().forEach(each -> referred.add(References.reading(each)));
    return found;
  }

  /// Another Stack; empty if it may not be read.
  private Optional<Stack> reachable(StackKey key) {
    try {
      return stacks.get(key);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) throw e;
      return Optional.empty();
    }
  }

  private boolean mayRead(Stack owner, StackOutput output, boolean sensitive) {
    return SharedOutputs.mayRead(reader.namespace(), owner, output, sensitive);
  }

  private boolean isForeign(StackKey key) {
    return !key.namespace().equals(reader.namespace());
  }

  private String named(StackKey key) {
    return isForeign(key)
        ? "'%s' of namespace '%s'".formatted(key.name(), key.namespace())
        : "'" + key.name() + "'";
  }

  /// Refuses to read. For another namespace all refusals look alike, as its contents must not be
  /// told.
  private void refuse(
      StackKey key, String name, Optional<Stack> owner, Optional<StackOutput> output)
      throws Denied, Absent {
    if (isForeign(key))
      throw new Denied(
          "There is no output '%s' of a Stack '%s' in namespace '%s' that Stacks of namespace '%s' may read: the Stack or its output does not exist, or allowedNamespaces of the output does not name this namespace. Ask the owner of that namespace, or correct the reference in spec.variables."
              .formatted(name, key.name(), key.namespace(), reader.namespace()));
    if (owner.isEmpty())
      throw new Absent(
          "Stack '%s' does not exist in namespace '%s'. Create it with the output '%s', or correct the reference in spec.variables."
              .formatted(key.name(), key.namespace(), name));
    if (output.isEmpty())
      throw new Absent(
          "Stack '%s' declares no output '%s'. %sAdd it to spec.outputs there, or correct the reference in spec.variables."
              .formatted(key.name(), name, advice(name, owner.get())));
    throw new Denied(
        "Output '%s' of Stack '%s' is sensitive, and not even Stacks of its own namespace may read it unless it says so: who may create a Stack need not be allowed to see secrets. Add '%s' to allowedNamespaces of the output, or read something else."
            .formatted(name, key.name(), key.namespace()));
  }

  private static String advice(String name, Stack owner) {
    var names = new ArrayList<String>();
    if (owner.getSpec().outputs != null)
      owner.getSpec().outputs.forEach(each -> names.add(each.name));
    var advice = Nearest.advice(name, names);
    return advice.isEmpty() ? "" : advice + " ";
  }

  /// Null outputs are not saved, so a null cannot be told from an output that has just gone.
  private Absent valueless(Stack stack, StackKey key, String output) {
    var says = says(stack);
    if (says.equals(ConditionReason.UpToDate.name()))
      return new Absent(
          "Output '%s' of Stack %s is null, or has gone just now. What uses the variable is left alone. Let that Stack give it another value, or take the reference out of spec.variables."
              .formatted(output, named(key)));
    return new Absent(
        "Stack %s has no value for its output '%s' yet%s. What uses the variable waits, and goes on by itself when there is one: see the status of that Stack."
            .formatted(named(key), output, says.isEmpty() ? "" : ": it says " + says));
  }

  private static String says(Stack stack) {
    return Optional.ofNullable(stack.getStatus())
        .map(status -> Conditions.find(status.conditions, Conditions.READY))
        .map(Condition::getReason)
        .orElse("");
  }

  private Optional<Stack> stack(StackKey key) throws Denied {
    try {
      return stacks.get(key);
    } catch (KubernetesClientException e) {
      throw denied(e, "Stack", key.name(), key);
    }
  }

  private SortedMap<String, Value> saved(Stack stack, StackKey key) throws Denied, Absent {
    var known = saved.get(key);
    if (known != null) return known;
    var read = load(stack, key);
    saved.put(key, read);
    return read;
  }

  /// The saved outputs. A Secret that somebody else has put in the place of the right one is not
  /// used.
  private SortedMap<String, Value> load(Stack stack, StackKey key) throws Denied, Absent {
    var secret = new KeySecret(client, key.namespace(), key.name(), new SecureRandom());
    try {
      var contents = secret.load();
      if (contents.isEmpty()) return Collections.emptySortedMap();
      if (contents.get().importing()) throw unusable(key, ConditionReason.ImportUnfinished);
      SealingKey.check(client, Optional.of(stack), secret, contents);
      return new SavedOutputs(codec, secret, contents.get().outputs()).values();
    } catch (SealingKey.Unusable e) {
      throw unusable(key, e.reason());
    } catch (KubernetesClientException e) {
      throw denied(e, "Secret", secret.name(), key);
    }
  }

  private Absent unusable(StackKey key, ConditionReason reason) {
    return new Absent(
        "What Stack %s has saved cannot be used now (%s). What uses the variable waits, and goes on by itself: see the status of that Stack."
            .formatted(named(key), reason));
  }

  private Denied denied(KubernetesClientException e, String kind, String name, StackKey key) {
    if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) throw e;
    return new Denied(
        "%s no right to get %s '%s' in namespace '%s', where the output of Stack '%s' is. %s"
            .formatted(actor.has(), kind, name, key.namespace(), key.name(), actor.remedy()));
  }
}
