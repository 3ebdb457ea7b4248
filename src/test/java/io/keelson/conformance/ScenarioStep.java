package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The declaration of one step of a scenario.
final class ScenarioStep {
  static final String TYPE = "terraform_data";

  private ScenarioStep() {}

  static StackDeclaration declaration(JsonNode step) {
    var text = ScenarioText.of(step);
    var locals = text.trees(step.path("locals"));
    var resources = resources(step, text);
    var components = new ScenarioModules(step.path("modules")).uses(step.path("calls"), text);
    var outputs = outputs(step, text);
    var imports = imports(step.path("import"), text);
    return ShortDeclarations.stack(
            resources,
            locals,
            outputs,
            text.variables(),
            new TreeMap<>(),
            moves(step),
            removals(step),
            imports,
            new TreeMap<>())
        .using(components, new TreeMap<>());
  }

  private static SortedMap<String, StackDeclaration.Output> outputs(
      JsonNode step, ScenarioText text) {
    var sensitive = strings(step.path("sensitive_outputs"));
    var outputs = new TreeMap<String, StackDeclaration.Output>();
    text.trees(step.path("outputs"))
        .forEach((name, value) ->
            outputs.put(name, ShortDeclarations.output(value, sensitive.contains(name))));
    return outputs;
  }

  /// @param body a step or a definition
  static List<ResourceDeclaration> resources(JsonNode body, ScenarioText text) {
    var resources = new ArrayList<ResourceDeclaration>();
    body.path("resources").forEach(resource -> resources.add(resource(resource, text)));
    return resources;
  }

  static List<StackDeclaration.Move> moves(JsonNode body) {
    var moves = new ArrayList<StackDeclaration.Move>();
    body.path("moved")
        .forEach(each ->
            moves.add(
                new StackDeclaration.Move(
                    ScenarioAddress.ours(each.get("from").textValue()),
                    ScenarioAddress.ours(each.get("to").textValue()))));
    return moves;
  }

  static List<StackDeclaration.Removal> removals(JsonNode body) {
    var removals = new ArrayList<StackDeclaration.Removal>();
    body.path("removed")
        .forEach(each ->
            removals.add(
                new StackDeclaration.Removal(
                    ScenarioAddress.ours(each.get("from").textValue()),
                    each.get("destroy").booleanValue())));
    return removals;
  }

  private static List<StackDeclaration.Import> imports(JsonNode imported, ScenarioText text) {
    var imports = new ArrayList<StackDeclaration.Import>();
    imported.forEach(each ->
        imports.add(
            ShortDeclarations.importById(
                ScenarioAddress.ours(each.get("to").textValue()),
                text.tree(each.get("id")),
                Optional.empty(),
                AttributePath.of("imports").index(imports.size()))));
    return imports;
  }

  private static ResourceDeclaration resource(JsonNode resource, ScenarioText text) {
    var config = new TreeMap<String, Value>();
    for (String attribute : List.of("input", "triggers_replace"))
      if (resource.has(attribute)) config.put(attribute, text.tree(resource.get(attribute)));
    return new ResourceDeclaration(
        ResourceAddress.managed(TYPE, resource.get("name").textValue()),
        Value.object(config),
        count(resource, text),
        forEach(resource, text),
        addresses(resource.path("depends_on")),
        lifecycle(resource.path("lifecycle"), text));
  }

  static Optional<Value> count(JsonNode repeated, ScenarioText text) {
    return repeated.has("count") ? Optional.of(text.tree(repeated.get("count"))) : Optional.empty();
  }

  static Optional<Value> forEach(JsonNode repeated, ScenarioText text) {
    return repeated.has("for_each")
        ? Optional.of(collection(repeated.get("for_each"), text))
        : Optional.empty();
  }

  private static Value collection(JsonNode forEach, ScenarioText text) {
    if (forEach.has("expr")) return text.tree(forEach.get("expr"));
    if (forEach.has("map")) return text.tree(forEach.get("map"));
    var elements = new ArrayList<String>();
    forEach.get("set").forEach(element -> elements.add(text.expression(element)));
    return Value.text("${toSet([" + String.join(", ", elements) + "])}");
  }

  private static LifecycleDeclaration lifecycle(JsonNode lifecycle, ScenarioText text) {
    var ignore = lifecycle.path("ignore_changes");
    return new LifecycleDeclaration(
        lifecycle.path("create_before_destroy").asBoolean(false),
        false,
        lifecycle.path("prevent_destroy").asBoolean(false),
        lifecycle.path("destroy").asBoolean(true),
        PartialCreate.REPLACE,
        ignore.isTextual() ? List.of("all") : strings(ignore),
        List.of(),
        List.of(),
        strings(lifecycle.path("replace_triggered_by")).stream()
            .map(ScenarioText::reference)
            .toList(),
        Optional.empty(),
        Optional.empty(),
        Timeouts.NONE,
        rules(lifecycle.path("precondition"), text),
        rules(lifecycle.path("postcondition"), text));
  }

  static List<StackDeclaration.CheckRule> rules(JsonNode conditions, ScenarioText text) {
    var rules = new ArrayList<StackDeclaration.CheckRule>();
    conditions.forEach(each ->
        rules.add(
            new StackDeclaration.CheckRule(
                text.tree(each.get("condition")), text.tree(each.get("error_message")))));
    return rules;
  }

  private static List<String> strings(JsonNode list) {
    var strings = new ArrayList<String>();
    list.forEach(each -> strings.add(each.textValue()));
    return strings;
  }

  static List<String> addresses(JsonNode list) {
    return strings(list).stream().map(ScenarioAddress::ours).toList();
  }
}
