package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The declaration of one step of a scenario.
final class ScenarioStep {
  static final String TYPE = "terraform_data";

  private ScenarioStep() {}

  static StackDeclaration declaration(JsonNode step) {
    Map<String, String> repetitions = new HashMap<>();
    step.path("resources")
        .forEach(resource ->
            repetitions.put(
                resource.get("name").textValue(),
                resource.has("count")
                    ? "count"
                    : resource.has("for_each") ? "for_each" : "single"));
    var text = new ScenarioText(TYPE, name -> repetitions.getOrDefault(name, "single"));
    var resources = new ArrayList<StackDeclaration.Resource>();
    step.path("resources").forEach(resource -> resources.add(resource(resource, text)));
    var outputs = new TreeMap<String, StackDeclaration.Output>();
    step.path("outputs")
        .properties()
        .forEach(entry ->
            outputs.put(
                entry.getKey(), new StackDeclaration.Output(text.tree(entry.getValue()), false)));
    return new StackDeclaration(
        resources,
        new TreeMap<>(),
        outputs,
        text.variables(),
        new TreeMap<>(),
        moves(step.path("moved")),
        removals(step.path("removed")),
        imports(step.path("import"), text),
        new TreeMap<>());
  }

  private static List<StackDeclaration.Move> moves(JsonNode moved) {
    var moves = new ArrayList<StackDeclaration.Move>();
    moved.forEach(each ->
        moves.add(
            new StackDeclaration.Move(
                typed(each.get("from").textValue()), typed(each.get("to").textValue()))));
    return moves;
  }

  private static List<StackDeclaration.Removal> removals(JsonNode removed) {
    var removals = new ArrayList<StackDeclaration.Removal>();
    removed.forEach(each ->
        removals.add(
            new StackDeclaration.Removal(
                typed(each.get("from").textValue()), each.get("destroy").booleanValue())));
    return removals;
  }

  private static List<StackDeclaration.Import> imports(JsonNode imported, ScenarioText text) {
    var imports = new ArrayList<StackDeclaration.Import>();
    imported.forEach(each ->
        imports.add(
            new StackDeclaration.Import(
                typed(each.get("to").textValue()),
                text.tree(each.get("id")),
                Optional.empty(),
                AttributePath.of("imports").index(imports.size()))));
    return imports;
  }

  private static StackDeclaration.Resource resource(JsonNode resource, ScenarioText text) {
    var config = new TreeMap<String, Value>();
    for (String attribute : List.of("input", "triggers_replace"))
      if (resource.has(attribute)) config.put(attribute, text.tree(resource.get(attribute)));
    return new StackDeclaration.Resource(
        ResourceAddress.managed(TYPE, resource.get("name").textValue()),
        Value.object(config),
        resource.has("count") ? Optional.of(text.tree(resource.get("count"))) : Optional.empty(),
        resource.has("for_each")
            ? Optional.of(forEach(resource.get("for_each"), text))
            : Optional.empty(),
        strings(resource.path("depends_on")).stream().map(ScenarioStep::typed).toList(),
        lifecycle(resource.path("lifecycle"), text));
  }

  private static Value forEach(JsonNode forEach, ScenarioText text) {
    if (forEach.has("expr")) return text.tree(forEach.get("expr"));
    if (forEach.has("map")) return text.tree(forEach.get("map"));
    var elements = new ArrayList<String>();
    forEach.get("set").forEach(element -> elements.add(text.expression(element)));
    return Value.text("${toSet([" + String.join(", ", elements) + "])}");
  }

  private static StackDeclaration.Lifecycle lifecycle(JsonNode lifecycle, ScenarioText text) {
    var ignore = lifecycle.path("ignore_changes");
    return new StackDeclaration.Lifecycle(
        lifecycle.path("create_before_destroy").asBoolean(false),
        false,
        lifecycle.path("prevent_destroy").asBoolean(false),
        lifecycle.path("destroy").asBoolean(true),
        PartialCreate.REPLACE,
        ignore.isTextual() ? List.of("all") : strings(ignore),
        List.of(),
        List.of(),
        strings(lifecycle.path("replace_triggered_by")).stream().map(ScenarioStep::typed).toList(),
        Optional.empty(),
        Optional.empty(),
        Timeouts.NONE,
        rules(lifecycle.path("precondition"), text),
        rules(lifecycle.path("postcondition"), text));
  }

  private static List<StackDeclaration.CheckRule> rules(JsonNode conditions, ScenarioText text) {
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

  private static String typed(String address) {
    return TYPE + "." + address;
  }
}
