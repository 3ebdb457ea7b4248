package io.keelson.provider.plugin;

import com.fasterxml.jackson.core.JsonProcessingException;
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
  private static final int MOST_LOOKS = 10;

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

  /// How many creates, updates and deletes providers were asked for. Cheap enough to be asked often
  /// while the journal grows.
  public int changes() {
    var file = folder.resolve("journal.jsonl");
    if (!Files.exists(file)) return 0;
    try (var lines = Files.lines(file)) {
      return (int)
          lines
              .filter(line -> line.contains("\"event\":\"call\""))
              .filter(line -> line.contains("\"rpc\":\"ApplyResourceChange\""))
              .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  /// Who reads while providers write may see part of a line; what is a line by then stays one.
  private List<JsonNode> journal() {
    var file = folder.resolve("journal.jsonl");
    if (!Files.exists(file)) return List.of();
    for (int i = 1; ; i++) {
      try {
        return lines(file);
      } catch (JsonProcessingException e) {
        if (i == MOST_LOOKS) throw new UncheckedIOException(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    var lines = new ArrayList<JsonNode>();
    // The last line may be one whose writer was killed.
    for (String line : Files.readAllLines(file))
      if (line.endsWith("}")) lines.add(ExactJson.JSON.readTree(line));
    return lines;
  }
}
