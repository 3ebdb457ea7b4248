package io.keelson.cli.manifest;

import io.keelson.engine.address.AttributePath;
import java.util.Map;

/// Where an object was declared.
///
/// @param file as it was named, or `stdin`
/// @param object its kind and name
/// @param pointer the object's place in its document, as a JSON pointer
/// @param lines where each value of the document begins, counted from 1 in the file
public record Origin(String file, String object, String pointer, Map<String, Integer> lines) {
  /// Of something that could not be read.
  static Origin ofLine(String file, int line, String object) {
    return new Origin(file, object, "", Map.of("", line));
  }

  @Override
  public String toString() {
    return at(AttributePath.ROOT);
  }

  /// As text, with the line of a field.
  String at(AttributePath path) {
    return file + " line " + line(path) + ", " + object;
  }

  /// The line of a field or, where it is not written, of what is around it.
  ///
  /// @param path from the object's root, or from its `spec`
  public int line(AttributePath path) {
    boolean fromRoot = path.isRoot() || lines.containsKey(pointer + step(path.steps().getFirst()));
    var at = pointer;
    int line = lines.getOrDefault(at, 1);
    for (var each : (fromRoot ? path : AttributePath.of("spec").then(path)).steps()) {
      at += step(each);
      var next = lines.get(at);
      if (next == null) return line;
      line = next;
    }
    return line;
  }

  private static String step(AttributePath.Step step) {
    return switch (step) {
      case AttributePath.Step.Attribute(var name) -> "/" + escaped(name);
      case AttributePath.Step.Index(var index) -> "/" + index;
      case AttributePath.Step.Key(var key) -> "/" + escaped(key);
    };
  }

  private static String escaped(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }
}
