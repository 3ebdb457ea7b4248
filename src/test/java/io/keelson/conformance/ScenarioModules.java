package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Writes the modules of a step as components. A definition that is used twice is written once.
final class ScenarioModules {
  private final JsonNode definitions;
  private final Map<String, ComponentDeclaration> written = new HashMap<>();

  /// @param definitions by name
  ScenarioModules(JsonNode definitions) {
    this.definitions = definitions;
  }

  /// @param text the words of whoever calls
  List<ComponentDeclaration.Component> uses(JsonNode calls, ScenarioText text) {
    var uses = new ArrayList<ComponentDeclaration.Component>();
    calls.forEach(call -> uses.add(use(call, text)));
    return uses;
  }

  private ComponentDeclaration.Component use(JsonNode call, ScenarioText text) {
    return new ComponentDeclaration.Component(
        ScenarioAddress.component(call.get("name").textValue()),
        definition(call.get("definition").textValue()),
        text.trees(call.path("inputs")),
        ScenarioStep.count(call, text),
        ScenarioStep.forEach(call, text),
        Optional.empty(),
        ScenarioStep.addresses(call.path("depends_on")),
        List.of());
  }

  private ComponentDeclaration definition(String name) {
    var known = written.get(name);
    if (known != null) return known;
    if (!definitions.has(name)) throw new IllegalArgumentException("no definition " + name);
    var declaration = declaration(definitions.get(name));
    written.put(name, declaration);
    return declaration;
  }

  private ComponentDeclaration declaration(JsonNode definition) {
    var text = ScenarioText.of(definition);
    var variables = new ArrayList<VariableDeclaration>();
    definition.path("variables").forEach(each -> variables.add(variable(each, text)));
    var locals = text.trees(definition.path("locals"));
    var resources = ScenarioStep.resources(definition, text);
    var components = uses(definition.path("calls"), text);
    var outputs = outputs(definition.path("outputs"), text);
    text.variables().forEach((name, value) -> variables.add(constant(name, value)));
    return new ComponentDeclaration(
        variables,
        locals,
        resources,
        components,
        outputs,
        ScenarioStep.moves(definition),
        ScenarioStep.removals(definition),
        new TreeMap<>());
  }

  private static VariableDeclaration variable(JsonNode variable, ScenarioText text) {
    return new VariableDeclaration(
        variable.get("name").textValue(),
        Optional.ofNullable(variable.path("type").textValue()),
        Optional.empty(),
        variable.has("default")
            ? Optional.of(ScenarioText.literal(variable.get("default")))
            : Optional.empty(),
        variable.path("nullable").asBoolean(true),
        variable.path("sensitive").asBoolean(false),
        false,
        ScenarioStep.rules(variable.path("validation"), text));
  }

  /// A constant that has no spelling in an expression. Nobody gives it another value.
  private static VariableDeclaration constant(String name, Value value) {
    return new VariableDeclaration(
        name,
        Optional.empty(),
        Optional.empty(),
        Optional.of(value),
        true,
        false,
        false,
        List.of());
  }

  private static SortedMap<String, StackDeclaration.Output> outputs(
      JsonNode outputs, ScenarioText text) {
    var declared = new TreeMap<String, StackDeclaration.Output>();
    outputs.forEach(output ->
        declared.put(
            output.get("name").textValue(),
            new StackDeclaration.Output(
                text.tree(output.path("value")),
                Optional.empty(),
                output.path("sensitive").asBoolean(false),
                ScenarioStep.rules(output.path("precondition"), text),
                ScenarioStep.addresses(output.path("depends_on")))));
    return declared;
  }
}
