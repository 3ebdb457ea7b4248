package io.keelson.operator.stack;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
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
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads the variables of a Stack, in the name of its service account. What comes from a Secret is
/// sensitive for ever.
final class Variables {
  private final KubernetesClient account;
  private final String namespace;
  private final String accountName;
  private final Map<String, Optional<Map<String, String>>> sources = new HashMap<>();
  private final SortedMap<String, Value> values = new TreeMap<>();
  private final SortedSet<String> missing = new TreeSet<>();
  private final List<Diagnostic> problems = new ArrayList<>();

  /// @param missing variables without a value; they are unknown in `values`, and what uses them
  ///   must wait
  record Read(
      SortedMap<String, Value> values, SortedSet<String> missing, List<Diagnostic> problems) {}

  private Variables(KubernetesClient account, Stack stack) {
    this.account = account;
    this.namespace = stack.getMetadata().getNamespace();
    this.accountName = stack.getSpec().serviceAccountName;
  }

  /// @param account acts as the Stack's service account
  /// @throws KubernetesClientException if the API server does not answer
  static Read read(Stack stack, KubernetesClient account) {
    var reading = new Variables(account, stack);
    if (stack.getSpec().variables != null) stack.getSpec().variables.forEach(reading::read);
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
      data = sources.computeIfAbsent(kind + "/" + reference.name, _ -> data(kind, reference.name));
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) throw e;
      problem(
          variable,
          "Variable cannot be read",
          "The service account '%s' of this Stack has no right to get %s '%s' in namespace '%s'."
                  .formatted(accountName, kind, reference.name, namespace)
              + " Grant it the verb get on this object, or set spec.serviceAccountName to an"
              + " account that has it.");
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

  private Optional<Map<String, String>> data(String kind, String name) {
    if (kind.equals("ConfigMap"))
      return Optional.ofNullable(account.configMaps().inNamespace(namespace).withName(name).get())
          .map(found -> found.getData() == null ? Map.of() : found.getData());
    return Optional.ofNullable(account.secrets().inNamespace(namespace).withName(name).get())
        .map(found -> {
          var plain = new TreeMap<String, String>();
          if (found.getData() != null)
            found
                .getData()
                .forEach((key, data) ->
                    plain.put(
                        key, new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8)));
          return plain;
        });
  }

  private void problem(String variable, String summary, String detail) {
    problems.add(
        Diagnostic.error(Code.VARIABLE, Subject.part("variable", variable), summary, detail));
  }
}
