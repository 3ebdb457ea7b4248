package io.keelson.provider.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.json.ExactJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The file in which our Pulumi providers keep what they made.
public record PulumiWorld(Path file) {
  private static final String OBJECTS = "objects";

  /// Every object, by its id.
  public SortedMap<String, JsonNode> objects() {
    var objects = new TreeMap<String, JsonNode>();
    read()
        .path(OBJECTS)
        .propertyStream()
        .forEach(each -> objects.put(each.getKey(), each.getValue()));
    return objects;
  }

  /// One object.
  ///
  /// @throws java.util.NoSuchElementException if there is none of this id
  public JsonNode object(String id) {
    return Optional.ofNullable(objects().get(id)).orElseThrow();
  }

  public List<String> ids() {
    return List.copyOf(objects().keySet());
  }

  /// Somebody else takes an object away.
  public void vanish(String id) {
    var world = read();
    ((ObjectNode) world.path(OBJECTS)).remove(id);
    write(world);
  }

  /// Somebody else changes an output of an object, and the input of the same name.
  public void drift(String id, String attribute, String value) {
    var world = read();
    var object = world.path(OBJECTS).path(id);
    ((ObjectNode) object.path("outputs")).put(attribute, value);
    ((ObjectNode) object.path("props")).put(attribute, value);
    write(world);
  }

  /// What shall go wrong, until [#mend].
  ///
  /// @param fault JSON: `{"op": "create", "name": "a", "partial": true}`
  public void fault(String fault) {
    var world = read();
    try {
      world.putArray("faults").add(ExactJson.JSON.readTree(fault));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write(world);
  }

  /// A call that is to wait.
  ///
  /// @param op what is called, such as `create`
  /// @param name of the object; for calls about the configuration, of the package
  /// @param after whether it waits when its effect is done, and before it is answered
  public record Hold(String op, String name, boolean after) {}

  /// The process in which a call waits, or has waited.
  public record Held(String op, String name, long pid) {}

  /// Lets the next call of each of these wait until [#letGo].
  public void hold(List<Hold> calls) {
    var world = read();
    var faults = world.putArray("faults");
    for (Hold call : calls)
      faults
          .addObject()
          .put("op", call.op)
          .put("name", call.name)
          .put("after", call.after)
          .put("hold", go().toString());
    write(world);
  }

  /// All that waits, or has waited.
  public List<Held> held() {
    return read()
        .path("held")
        .valueStream()
        .map(each ->
            new Held(
                each.path("op").asText(), each.path("name").asText(), each.path("pid").asLong()))
        .toList();
  }

  /// Whoever waits goes on.
  public void letGo() {
    try {
      Files.createFile(go());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path go() {
    return file.resolveSibling(file.getFileName() + ".go");
  }

  /// How many objects of a name were ever made.
  public int made(String name) {
    return read().path("made").path(name).asInt();
  }

  public void mend() {
    var world = read();
    world.remove("faults");
    write(world);
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
      Files.writeString(file, ExactJson.JSON.writeValueAsString(world));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
