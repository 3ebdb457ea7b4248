package io.keelson.provider.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.ExactJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// The folder in which the test provider keeps what it made, and writes down who called it.
public record CloudWorld(Path folder) {

  /// What shall go wrong.
  ///
  /// @param order JSON, as the test provider's README has it
  public void order(String name, String order) {
    try {
      Files.createDirectories(folder.resolve("orders"));
      Files.writeString(folder.resolve("orders").resolve(name + ".json"), order);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What was ordered is not to happen any more.
  public void withdraw(String name) {
    try {
      Files.deleteIfExists(folder.resolve("orders").resolve(name + ".json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The objects that there are, as the cloud keeps them.
  public List<JsonNode> objects() {
    return kept("objects");
  }

  /// The objects that were deleted, as they were last.
  public List<JsonNode> deleted() {
    return kept("deleted");
  }

  private List<JsonNode> kept(String where) {
    if (!Files.isDirectory(folder.resolve(where))) return List.of();
    try (var all = Files.walk(folder.resolve(where))) {
      var objects = new ArrayList<JsonNode>();
      for (Path each : all.filter(file -> file.toString().endsWith(".json")).toList())
        objects.add(ExactJson.JSON.readTree(Files.readString(each)));
      return objects;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// How many creates, updates and deletes providers were asked for.
  public int changes() {
    return (int)
        journal().stream()
            .filter(line -> line.path("event").asText().equals("call"))
            .filter(line -> line.path("rpc").asText().equals("ApplyResourceChange"))
            .count();
  }

  /// Somebody else takes all objects away.
  public void removeObjects() {
    try (var all = Files.walk(folder.resolve("objects"))) {
      for (Path each : all.filter(Files::isRegularFile).toList()) Files.delete(each);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines of the journal that a test asks for, as `rpc type`.
  public List<String> journal(Predicate<JsonNode> wanted) {
    var lines = new ArrayList<String>();
    for (JsonNode line : journal())
      if (wanted.test(line))
        lines.add(line.path("rpc").asText() + " " + line.path("name").asText());
    return lines;
  }

  /// What the cloud did: `create seven`.
  public List<String> effects() {
    return journal(line ->
        line.path("event").asText().equals("effect") && !line.path("rpc").asText().equals("read"));
  }

  private List<JsonNode> journal() {
    var file = folder.resolve("journal.jsonl");
    if (!Files.exists(file)) return List.of();
    try {
      var lines = new ArrayList<JsonNode>();
      // The last line may be one that is being written, or one whose writer was killed.
      for (String line : Files.readAllLines(file))
        if (line.endsWith("}")) lines.add(ExactJson.JSON.readTree(line));
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
