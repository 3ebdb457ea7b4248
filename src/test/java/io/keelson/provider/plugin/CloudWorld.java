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
record CloudWorld(Path folder) {

  /// What shall go wrong.
  ///
  /// @param order JSON, as the test provider's README has it
  void order(String name, String order) {
    try {
      Files.createDirectories(folder.resolve("orders"));
      Files.writeString(folder.resolve("orders").resolve(name + ".json"), order);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Somebody else takes all objects away.
  void removeObjects() {
    try (var all = Files.walk(folder.resolve("objects"))) {
      for (Path each : all.filter(Files::isRegularFile).toList()) Files.delete(each);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines of the journal that a test asks for, as `rpc type`.
  List<String> journal(Predicate<JsonNode> wanted) {
    var lines = new ArrayList<String>();
    for (JsonNode line : journal())
      if (wanted.test(line))
        lines.add(line.path("rpc").asText() + " " + line.path("name").asText());
    return lines;
  }

  /// What the cloud did: `create seven`.
  List<String> effects() {
    return journal(line ->
        line.path("event").asText().equals("effect") && !line.path("rpc").asText().equals("read"));
  }

  private List<JsonNode> journal() {
    var file = folder.resolve("journal.jsonl");
    if (!Files.exists(file)) return List.of();
    try {
      var lines = new ArrayList<JsonNode>();
      for (String line : Files.readAllLines(file)) lines.add(ExactJson.JSON.readTree(line));
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
