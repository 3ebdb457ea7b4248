package io.keelson.operator.stack.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration.Given;
import io.keelson.engine.config.load.VariableLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackVariable;
import io.keelson.operator.api.StackVariable.KeyReference;
import io.keelson.operator.api.StackVariable.OutputReference;
import io.keelson.operator.api.StackVariable.ValueSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads the variables of a Stack and the values that were given to them.
public final class Variables {
  private final VariableSource source;
  private final String namespace;
  private final Map<String, Optional<VariableSource.Data>> sources = new HashMap<>();
  private final List<VariableDeclaration> declared = new ArrayList<>();
  private final SortedSet<String> unreadable = new TreeSet<>();
  private final List<Diagnostic> problems = new ArrayList<>();

  private Variables(VariableSource source, Stack stack) {
    this.source = source;
    this.namespace = stack.getMetadata().getNamespace();
  }

  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
  ///   answer
  public static VariableLoader.Loaded read(
      Stack stack, VariableSource source, ExpressionCompiler expressions) {
    var reading = new Variables(source, stack);
    if (stack.getSpec().variables != null) stack.getSpec().variables.forEach(reading::read);
    return reading.loaded(expressions);
  }

  private VariableLoader.Loaded loaded(ExpressionCompiler expressions) {
    var loaded = new VariableLoader(expressions, Variables::json).load(declared, unreadable);
    var all = new ArrayList<>(problems);
    all.addAll(loaded.problems());
    return new VariableLoader.Loaded(loaded.values(), loaded.missing(), all);
  }

  private static Optional<Value> json(String text) {
    try {
      return Optional.of(JsonValues.parse(text));
    } catch (JsonValues.NotAValue e) {
      return Optional.empty();
    }
  }

  /// Reads only what the Stack says itself: the value of a variable that refers to a Secret or
  /// ConfigMap is unknown text, and that of an output of another Stack is wholly unknown.
  public static VariableLoader.Loaded unread(Stack stack, ExpressionCompiler expressions) {
    var reading = new Variables((_, _) -> Optional.empty(), stack);
    if (stack.getSpec().variables != null)
      for (StackVariable variable : stack.getSpec().variables)
        if (variable.valueFrom == null) reading.read(variable);
        else reading.declare(variable, Optional.of(unread(variable.valueFrom)));
    return reading.loaded(expressions);
  }

  private static Given unread(ValueSource from) {
    return from.stackOutput == null
        ? new Given(Value.unknown(Types.STRING), "valueFrom", true, from.secretKeyRef != null)
        : new Given(Value.unknown(Types.DYNAMIC), "valueFrom", false, false);
  }

  private void read(StackVariable variable) {
    declare(variable, given(variable));
  }

  private void declare(StackVariable variable, Optional<Given> given) {
    declared.add(
        new VariableDeclaration(
            variable.name,
            Optional.ofNullable(variable.type),
            given,
            value(variable, variable.standIn),
            !Boolean.FALSE.equals(variable.nullable),
            Boolean.TRUE.equals(variable.sensitive),
            Boolean.TRUE.equals(variable.ephemeral),
            DeclaredParts.rules(variable.validations)));
  }

  private Optional<Given> given(StackVariable variable) {
    var secret = variable.valueFrom == null ? null : variable.valueFrom.secretKeyRef;
    if (secret != null)
      return text(variable.name, "Secret", secret)
          .map(text ->
              new Given(Value.text(text), origin("Secret", secret), true, isSecret(secret)));
    var map = variable.valueFrom == null ? null : variable.valueFrom.configMapKeyRef;
    if (map != null)
      return text(variable.name, "ConfigMap", map)
          .map(text -> new Given(Value.text(text), origin("ConfigMap", map), true, false));
    var output = variable.valueFrom == null ? null : variable.valueFrom.stackOutput;
    if (output != null) return shared(variable.name, output);
    return value(variable, variable.value)
        .map(value -> new Given(value, "spec.variables", false, false));
  }

  /// The value of an output of another Stack. If it is secret there, it is secret here, and this
  /// Stack cannot change that.
  private Optional<Given> shared(String variable, OutputReference output) {
    try {
      var shared = source.output(output);
      var origin = "output '%s' of Stack '%s'".formatted(output.output, output.name);
      return Optional.of(new Given(shared.value(), origin, false, shared.sensitive()));
    } catch (VariableSource.Denied e) {
      problem(variable, "Variable cannot be read", String.valueOf(e.getMessage()));
    } catch (VariableSource.Absent e) {
      problem(variable, "Variable has no value", String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  /// A value of a Secret is secret, unless an annotation of the Secret says otherwise.
  private boolean isSecret(KeyReference reference) {
    return sources
        .getOrDefault("Secret/" + reference.name, Optional.empty())
        .filter(data -> data.open().contains(reference.key))
        .isEmpty();
  }

  private static String origin(String kind, KeyReference reference) {
    return "%s '%s', key '%s'".formatted(kind, reference.name, reference.key);
  }

  private Optional<Value> value(StackVariable variable, @Nullable JsonNode tree) {
    if (tree == null) return Optional.empty();
    try {
      return Optional.of(JsonValues.read(tree));
    } catch (JsonValues.NotAValue e) {
      problem(variable.name, "Not a value", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<String> text(String variable, String kind, KeyReference reference) {
    Optional<VariableSource.Data> data;
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
              + " reference in spec.variables."
              + source.writer(kind, reference.name, reference.key));
      return Optional.empty();
    }
    var text = data.get().texts().get(reference.key);
    if (text == null)
      problem(
          variable,
          "Variable has no value",
          data.get().binary().contains(reference.key)
              ? noText(kind, reference)
              : "%s '%s' has no key '%s'. Add the key, or correct the reference in spec.variables."
                      .formatted(kind, reference.name, reference.key)
                  + source.writer(kind, reference.name, reference.key));
    return Optional.ofNullable(text);
  }

  private static String noText(String kind, KeyReference reference) {
    return "%1$s '%2$s' has bytes under the key '%3$s' that are no text in UTF-8, and a variable is text. To have them in another Secret or ConfigMap, read the %1$s with a Resource of mode: Data and type kubernetes_object: its object has them as base64. Or store their base64 as a text, and refer to that."
        .formatted(kind, reference.name, reference.key);
  }

  private Optional<VariableSource.Data> data(String kind, String name)
      throws VariableSource.Denied {
    var known = sources.get(kind + "/" + name);
    if (known != null) return known;
    var data = source.data(kind, name);
    sources.put(kind + "/" + name, data);
    return data;
  }

  private void problem(String variable, String summary, String detail) {
    unreadable.add(variable);
    problems.add(
        Diagnostic.error(Code.VARIABLE, Subject.part("variable", variable), summary, detail));
  }
}
