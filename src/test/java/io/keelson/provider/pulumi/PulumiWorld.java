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
