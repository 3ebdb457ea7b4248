package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Writes the declaration of one step as the objects that a user would apply.
///
/// Every object of a step carries its number as revision, so that no plan is made from parts of two
/// steps.
record ScenarioManifests(String stack, int step) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /// The Resources, by the name of their object.
  SortedMap<String, ObjectNode> resources(StackDeclaration declaration) {
    var objects = new TreeMap<String, ObjectNode>();
    for (ResourceDeclaration resource : declaration.resources()) {
      var name = stack + "-" + Integer.toHexString(resource.address().name().hashCode());
      while (objects.containsKey(name)) name += "-again";
      objects.put(name, resource(resource, name));
    }
    return objects;
  }

  /// The request of a step that has options.
  static ObjectNode run(String stack, String name, JsonNode plan) {
    var run = JSON.objectNode().put("apiVersion", "keelson.dev/v1alpha1").put("kind", "Run");
    run.putObject("metadata").put("name", name);
    var spec = run.putObject("spec").put("stack", stack);
    switch (plan.path("mode").asText("normal")) {
      case "destroy" -> spec.put("mode", "Destroy");
      case "refresh-only" -> spec.put("mode", "RefreshOnly");
      default -> spec.put("mode", "Apply");
    }
    plan.path("replace").forEach(each -> array(spec, "replace").add(typed(each)));
    plan.path("target").forEach(each -> array(spec, "targets").add(typed(each)));
    return run;
  }

  private static String typed(JsonNode address) {
    return ScenarioStep.TYPE + "." + address.textValue();
  }

  private ObjectNode object(String kind, String name) {
    var object = JSON.objectNode().put("apiVersion", "keelson.dev/v1alpha1").put("kind", kind);
    var metadata = object.putObject("metadata").put("name", name);
    metadata.putObject("annotations").put("keelson.dev/config-revision", "step-" + step);
    return object;
  }

  ObjectNode stack(StackDeclaration declaration) {
    var object = object("Stack", stack);
    var spec = object.putObject("spec");
    spec.put("settle", "1s").put("removalGrace", "0s").put("maxRemovals", "100%");
    spec.putObject("approval").put("mode", "Manual");
    // A new generation with each step.
    spec.putObject("locals").put("step", step);
    if (!declaration.variables().isEmpty())
      declaration
          .variables()
          .forEach((name, value) ->
              array(spec, "variables")
                  .addObject()
                  .put("name", name)
                  .set("value", JsonValues.write(value)));
    declaration
        .moves()
        .forEach(
            move -> array(spec, "moves").addObject().put("from", move.from()).put("to", move.to()));
    declaration
        .removals()
        .forEach(each ->
            array(spec, "removed")
                .addObject()
                .put("from", each.from())
                .put("destroy", each.destroy()));
    declaration
        .imports()
        .forEach(each ->
            array(spec, "imports").addObject().put("to", each.to()).set("id", json(id(each))));
    declaration
        .outputs()
        .forEach((name, output) ->
            array(spec, "outputs")
                .addObject()
                .put("name", name)
                .set("value", json(output.value())));
    return object;
  }

  private static Value id(StackDeclaration.Import statement) {
    return ((StackDeclaration.Import.By.Id) statement.by()).tree();
  }

  private ObjectNode resource(ResourceDeclaration resource, String name) {
    var object = object("Resource", name);
    var spec = object.putObject("spec");
    spec.put("stack", stack)
        .put("type", resource.address().type())
        .put("name", resource.address().name());
    spec.set("config", JsonValues.write(resource.config()));
    resource.count().ifPresent(count -> spec.set("count", json(count)));
    resource.forEach().ifPresent(each -> spec.set("forEach", json(each)));
    resource.enabled().ifPresent(enabled -> spec.set("enabled", json(enabled)));
    strings(spec, "dependsOn", resource.dependsOn());
    var lifecycle = lifecycle(resource.lifecycle());
    if (!lifecycle.isEmpty()) spec.set("lifecycle", lifecycle);
    return object;
  }

  private static ObjectNode lifecycle(LifecycleDeclaration declared) {
    var lifecycle = JSON.objectNode();
    if (declared.createBeforeDestroy()) lifecycle.put("createBeforeDestroy", true);
    if (declared.preventDestroy()) lifecycle.put("preventDestroy", true);
    if (!declared.destroy()) lifecycle.put("destroy", false);
    strings(lifecycle, "ignoreChanges", declared.ignoreChanges());
    strings(lifecycle, "replaceTriggeredBy", declared.replaceTriggeredBy());
    var conditions =
        Map.of(
            "preconditions", declared.preconditions(), "postconditions", declared.postconditions());
    conditions.forEach((field, rules) ->
        rules.forEach(rule ->
            array(lifecycle, field)
                .addObject()
                .put("condition", text(rule.condition()))
                .put("errorMessage", text(rule.errorMessage()))));
    return lifecycle;
  }

  private static void strings(ObjectNode object, String field, List<String> strings) {
    strings.forEach(each -> array(object, field).add(each));
  }

  private static ArrayNode array(ObjectNode object, String field) {
    return object.withArray(field);
  }

  private static JsonNode json(Value value) {
    return JsonValues.write(value);
  }

  /// Where the API wants text, a literal is written as an expression.
  private static String text(Value value) {
    return value instanceof Value.Text text ? text.text() : "${" + json(value) + "}";
  }
}
