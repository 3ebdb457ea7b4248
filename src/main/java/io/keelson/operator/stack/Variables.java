package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.KeyReference;
import io.keelson.operator.api.StackSpec.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads the variables of a Stack. What comes from a Secret is sensitive for ever.
final class Variables {
  private final VariableSource source;
  private final String namespace;
  private final Map<String, Optional<Map<String, String>>> sources = new HashMap<>();
  private final SortedMap<String, Value> values = new TreeMap<>();
  private final SortedSet<String> missing = new TreeSet<>();
  private final List<Diagnostic> problems = new ArrayList<>();

  /// @param missing variables without a value; they are unknown in `values`, and what uses them
  ///   must wait
  record Read(
      SortedMap<String, Value> values, SortedSet<String> missing, List<Diagnostic> problems) {}

  private Variables(VariableSource source, Stack stack) {
    this.source = source;
    this.namespace = stack.getMetadata().getNamespace();
  }

  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
  ///   answer
  static Read read(Stack stack, VariableSource source) {
    var reading = new Variables(source, stack);
    if (stack.getSpec().variables != null) stack.getSpec().variables.forEach(reading::read);
    return new Read(reading.values, reading.missing, reading.problems);
  }

  /// Only what the Stack says itself; the value of a variable that names a Secret or ConfigMap is
  /// unknown text.
  static Read unread(Stack stack) {
    var reading = new Variables((_, _) -> Optional.empty(), stack);
    if (stack.getSpec().variables != null)
      for (Variable variable : stack.getSpec().variables) {
        if (variable.valueFrom == null) reading.read(variable);
        else reading.values.put(variable.name, Value.unknown(Types.STRING));
      }
    return new Read(reading.values, reading.missing, reading.problems);
  }

  private void read(Variable variable) {
    var value = value(variable);
    values.put(variable.name, value.orElseGet(() -> Value.unknown(Types.STRING)));
    if (value.isEmpty()) missing.add(variable.name);
  }

  private Optional<Value> value(Variable variable) {
    var from = variable.valueFrom;
    if (from != null && from.secretKeyRef != null)
      return text(variable.name, "Secret", from.secretKeyRef)
          .map(text -> Value.text(text).withMarks(Marks.sensitive("variable." + variable.name)));
    if (from != null && from.configMapKeyRef != null)
      return text(variable.name, "ConfigMap", from.configMapKeyRef).map(Value::text);
    try {
      return Optional.of(
          variable.value == null ? Value.nothing(Types.DYNAMIC) : JsonValues.read(variable.value));
    } catch (JsonValues.NotAValue e) {
      problem(variable.name, "Not a value", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<String> text(String variable, String kind, KeyReference reference) {
    Optional<Map<String, String>> data;
    try {
      data = data(kind, reference.name);
    } catch (VariableSource.Denied e) {
      problem(variable, "Variable cannot be read", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
    if (data.isEmpty()) {
      problem(
          variable,
          "Variable has no value",
          "%s '%s' does not exist in namespace '%s'. Create it with the key '%s', or correct the"
                  .formatted(kind, reference.name, namespace, reference.key)
              + " reference in spec.variables.");
      return Optional.empty();
    }
    var text = data.get().get(reference.key);
    if (text == null)
      problem(
          variable,
          "Variable has no value",
          "%s '%s' has no key '%s'. Add the key, or correct the reference in spec.variables."
              .formatted(kind, reference.name, reference.key));
    return Optional.ofNullable(text);
  }

  private Optional<Map<String, String>> data(String kind, String name)
      throws VariableSource.Denied {
    var known = sources.get(kind + "/" + name);
    if (known != null) return known;
    var data = source.data(kind, name);
    sources.put(kind + "/" + name, data);
    return data;
  }

  private void problem(String variable, String summary, String detail) {
    problems.add(
        Diagnostic.error(Code.VARIABLE, Subject.part("variable", variable), summary, detail));
  }
}
