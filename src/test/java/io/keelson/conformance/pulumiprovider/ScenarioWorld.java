package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.json.ExactJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The file in which our providers keep what they made.
record ScenarioWorld(Path file) {

  /// What others do before a step, and what will go wrong in it.
  void prepare(ProviderStep prepared) {
    var step = prepared.json();
    var world = read();
    world.remove("faults");
    if (step.has("faults")) world.set("faults", faults(prepared));
    ObjectNode objects = world.withObjectProperty("objects");
    for (JsonNode each : step.path("outside")) {
      if (each.has("vanish")) objects.remove(existing(objects, id(each, "vanish")));
      else if (each.has("drift"))
        drift(objects.withObjectProperty(existing(objects, id(each, "drift"))), each);
      else objects.set(id(each, "create"), created(each));
    }
    write(world);
  }

  /// Those that are to happen, also to what components have registered.
  private static ArrayNode faults(ProviderStep step) {
    var faults = ExactJson.JSON.createArrayNode();
    for (JsonNode fault : step.json().path("faults")) {
      faults.add(fault);
      for (String name : step.inside(fault.path("name").asText()))
        faults.add(((ObjectNode) fault.deepCopy()).put("name", name));
    }
    return faults;
  }

  /// The id here of an object that a scenario names.
  private static String existing(ObjectNode objects, String id) {
    return objects.properties().stream()
        .map(Map.Entry::getKey)
        .filter(own -> ScenarioNames.own(own).equals(id))
        .findFirst()
        .orElse(id);
  }

  private static String id(JsonNode outside, String what) {
    return outside.get(what).textValue();
  }

  private static void drift(ObjectNode object, JsonNode outside) {
    ObjectNode inputs = object.withObjectProperty("props");
    ObjectNode outputs = object.withObjectProperty("outputs");
    outside
        .path("set")
        .properties()
        .forEach(set -> {
          if (inputs.has(set.getKey())) inputs.set(set.getKey(), set.getValue());
          outputs.set(set.getKey(), set.getValue());
        });
  }

  private static ObjectNode created(JsonNode outside) {
    var id = id(outside, "create");
    var object = ExactJson.JSON.createObjectNode();
    object.put("type", outside.path("type").asText()).put("name", id);
    object.set("props", outside.path("inputs").deepCopy());
    ObjectNode outputs = outside.path("inputs").deepCopy();
    object.set("outputs", outputs.put("endpoint", id + ".example").put("etag", id + ".etag"));
    return object;
  }

  /// What exists, as scenarios list it.
  ArrayNode objects() {
    var byId = new TreeMap<String, JsonNode>();
    read().path("objects").properties().forEach(each -> byId.put(each.getKey(), each.getValue()));
    var list = ExactJson.JSON.createArrayNode();
    byId.forEach((id, object) -> {
      var one = list.addObject().put("id", ScenarioNames.own(id));
      one.set("properties", WireJson.named(object.path("outputs")));
      one.set("type", object.path("type"));
    });
    return list;
  }

  private ObjectNode read() {
    try {
      return Files.exists(file)
          ? (ObjectNode) ExactJson.JSON.readTree(Files.readString(file))
          : ExactJson.JSON.createObjectNode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(ObjectNode world) {
    try {
      Files.writeString(file, world.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
