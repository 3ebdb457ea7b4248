package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.json.ExactJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;

/// The file in which our providers keep what they made.
record ScenarioWorld(Path file) {

  /// What others do before a step, and what will go wrong in it.
  void prepare(JsonNode step) {
    var world = read();
    world.remove("faults");
    if (step.has("faults")) world.set("faults", step.get("faults"));
    ObjectNode objects = world.withObjectProperty("objects");
    for (JsonNode each : step.path("outside")) {
      if (each.has("vanish")) objects.remove(each.get("vanish").textValue());
      else if (each.has("drift")) drift(objects.withObjectProperty(id(each, "drift")), each);
      else objects.set(id(each, "create"), created(each));
    }
    write(world);
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
      var one = list.addObject().put("id", id);
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
