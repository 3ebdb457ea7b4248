package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.ResourceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// A recorded scenario: types, and one step after the other.
record PulumiScenario(JsonNode json) {
  /// Inputs that every type of a random scenario has, set or not: options name them.
  private static final Set<String> OF_RANDOM_TYPES =
      Set.of("label", "host", "host2", "net", "size", "zone", "via", "via2", "x", "y");

  String name() {
    return json.get("name").textValue();
  }

  List<PulumiStep> steps() {
    var components = components();
    var destroysFirst = new TreeSet<String>();
    json.get("types")
        .properties()
        .forEach(type -> {
          if (type.getValue().path("deleteBeforeReplace").asBoolean(false))
            destroysFirst.add(type.getKey());
        });
    var steps = new ArrayList<PulumiStep>();
    var there = new TreeSet<String>();
    for (JsonNode step : json.get("steps")) {
      steps.add(
          new PulumiStep(
              steps.size() + 1, reading(withoutActionsOn(components, step)), destroysFirst, there));
      there.clear();
      step.path("expect").path("objects").fieldNames().forEachRemaining(there::add);
    }
    return steps;
  }

  private Set<String> components() {
    var components = new TreeSet<String>();
    for (JsonNode step : json.get("steps"))
      for (JsonNode resource : step.path("resources")) {
        var declared = new PulumiResource(resource);
        if (declared.isComponent()) components.add(declared.address());
      }
    return components;
  }

  /// Nothing is done for a component here, and nothing is recorded of it (R-CMP-14): it is a part
  /// of addresses.
  private static JsonNode withoutActionsOn(Set<String> components, JsonNode step) {
    var less = step.deepCopy();
    for (String field : List.of("plan", "run", "objects"))
      if (less.path("expect").get(field) instanceof ObjectNode about) about.remove(components);
    return less;
  }

  /// A step of types that ask to be read before each change is one that reads.
  private JsonNode reading(JsonNode step) {
    return isReadBefore() && step instanceof ObjectNode asked ? asked.put("refresh", true) : step;
  }

  private boolean isReadBefore() {
    for (JsonNode type : json.get("types"))
      if (type.path("refreshBeforeUpdate").asBoolean(false)) return true;
    return false;
  }

  SortedMap<String, PulumiType> types() {
    var inputs = new TreeMap<String, TreeSet<String>>();
    boolean random = json.path("family").asText("").startsWith("random");
    json.get("types")
        .fieldNames()
        .forEachRemaining(
            type -> inputs.put(type, new TreeSet<>(random ? OF_RANDOM_TYPES : Set.of())));
    for (PulumiStep step : steps()) {
      for (PulumiResource resource : step.resources())
        used(inputs, resource.type(), resource.inputs());
      for (JsonNode outside : step.json().path("outside"))
        if (outside.has("create"))
          used(
              inputs,
              ResourceAddress.parse(outside.get("create").textValue()).type(),
              outside.path("inputs"));
    }
    var types = new TreeMap<String, PulumiType>();
    inputs.forEach(
        (type, used) -> types.put(type, PulumiType.of(type, json.get("types").path(type), used)));
    return types;
  }

  private static void used(TreeMap<String, TreeSet<String>> inputs, String type, JsonNode set) {
    var of = inputs.computeIfAbsent(type, _ -> new TreeSet<>());
    set.fieldNames().forEachRemaining(of::add);
  }
}
