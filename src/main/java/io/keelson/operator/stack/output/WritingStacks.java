package io.keelson.operator.stack.output;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackOutput;
import io.keelson.operator.api.StackVariable.OutputReference;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.VariableSource;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The other Stacks of a Stack's namespace, which may write objects that it reads.
public final class WritingStacks {
  private final KubernetesClient client;
  private final StackKey reader;
  private @Nullable List<Stack> known;

  /// @param client acts for the reader
  public WritingStacks(KubernetesClient client, StackKey reader) {
    this.client = client;
    this.reader = reader;
  }

  /// The Stacks, as they are in the cluster the first time they are asked for.
  ///
  /// @throws KubernetesClientException if they may not be listed, or the API server does not answer
  List<Stack> all() {
    var listed = known;
    if (listed != null) return listed;
    var found =
        client.resources(Stack.class).inNamespace(reader.namespace()).list().getItems().stream()
            .filter(each -> !each.getMetadata().getName().equals(reader.name()))
            .toList();
    known = found;
    return found;
  }

  /// A sentence about the Stack that writes a missing key; empty if none is known.
  ///
  /// @param kind `Secret` or `ConfigMap`
  /// @throws KubernetesClientException if the API server does not answer
  String writer(String kind, String name, String key) {
    for (Stack stack : listable())
      if (stack.getSpec().outputs != null)
        for (StackOutput output : stack.getSpec().outputs)
          if (Outputs.KeyAt.of(output)
              .filter(at -> at.object().is(kind, name) && at.key().equals(key))
              .isPresent())
            return " Stack '%s' writes it (output '%s'), and has not done so: see its status."
                .formatted(stack.getMetadata().getName(), output.name);
    return "";
  }

  /// All Stacks; none if the reader may not list them.
  private List<Stack> listable() {
    try {
      return all();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) throw e;
      return List.of();
    }
  }

  /// The same values, with sentences about the Stacks that write missing keys, and with the outputs
  /// of other Stacks.
  public VariableSource behind(VariableSource source, StackOutputs outputs) {
    return new VariableSource() {
      @Override
      public Optional<Data> data(String kind, String name) throws Denied {
        return source.data(kind, name);
      }

      @Override
      public Shared output(OutputReference reference) throws Denied, Absent {
        return outputs.read(reference);
      }

      @Override
      public String writer(String kind, String name, String key) {
        return WritingStacks.this.writer(kind, name, key);
      }
    };
  }
}
