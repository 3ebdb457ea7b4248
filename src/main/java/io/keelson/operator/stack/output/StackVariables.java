package io.keelson.operator.stack.output;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackVariable;
import io.keelson.operator.api.StackVariable.KeyReference;
import io.keelson.operator.api.StackVariable.OutputReference;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.ClusterVariables;
import io.keelson.operator.stack.declaration.VariableSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The Secrets and ConfigMaps that a Stack reads, and outputs of other Stacks. If another Stack
/// writes an object, its value counts only while it is as that Stack has left it.
public final class StackVariables implements VariableSource {
  private final Stack stack;
  private final WritingStacks writing;
  private final ClusterVariables cluster;
  private final StackOutputs outputs;
  private final Map<String, String> versions = new HashMap<>();

  /// @param client may list Stacks
  /// @param account acts as the Stack's service account
  /// @param outputs the outputs of other Stacks
  public StackVariables(
      KubernetesClient client, Stack stack, KubernetesClient account, StackOutputs outputs) {
    this.outputs = outputs;
    this.stack = stack;
    this.writing = new WritingStacks(client, StackKey.of(stack));
    this.cluster = ClusterVariables.of(stack, account, versions::put);
  }

  @Override
  public Optional<Data> data(String kind, String name) throws Denied {
    return cluster.data(kind, name);
  }

  @Override
  public Shared output(OutputReference reference) throws Denied, Absent {
    return outputs.read(reference);
  }

  @Override
  public String writer(String kind, String name, String key) {
    return writing.writer(kind, name, key);
  }

  /// A sentence about an object that is not as its writing Stack has left it; empty if there is
  /// none. Somebody has changed it, or it is being written: either way its values must not be used.
  public Optional<String> unsettled() {
    if (stack.getSpec().variables == null) return Optional.empty();
    return stack.getSpec().variables.stream().flatMap(each -> unsettled(each).stream()).findFirst();
  }

  private Optional<String> unsettled(StackVariable variable) {
    var from = variable.valueFrom;
    if (from == null) return Optional.empty();
    return from.secretKeyRef != null
        ? unsettled("Secret", from.secretKeyRef)
        : Optional.ofNullable(from.configMapKeyRef).flatMap(map -> unsettled("ConfigMap", map));
  }

  private Optional<String> unsettled(String kind, KeyReference reference) {
    var read = versions.get(kind + "/" + reference.name);
    if (read == null) return Optional.empty();
    for (Stack other : writing.all()) {
      var published = other.getStatus() == null ? null : other.getStatus().published;
      if (published == null) continue;
      for (var each : published)
        if (OutputObject.of(each).is(kind, reference.name)
            && each.keys.contains(reference.key)
            && !read.equals(each.version))
          return Optional.of(
              "%s '%s' with the key '%s' is not as Stack '%s' has written it: somebody has changed it, or it is being written. Its value is not used before that Stack has looked at it. If this lasts, see the status of that Stack."
                  .formatted(kind, reference.name, reference.key, other.getMetadata().getName()));
    }
    return Optional.empty();
  }
}
