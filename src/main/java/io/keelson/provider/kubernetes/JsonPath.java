package io.keelson.provider.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.apiserver.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The part of kubectl's JSONPath that leads to exactly one value:
/// `.status.conditions[?(@.type=="Ready")].status`, `.spec.ports[0].port`,
/// `.metadata.labels['a.b']`.
record JsonPath(String text, List<Step> steps) {
  private static final Pattern STEP =
      Pattern.compile(
          "\\.(?<name>[A-Za-z0-9_$-]+)"
              + "|\\['(?<quoted>[^']+)']"
              + "|\\[(?<index>\\d{1,6})]"
              + "|\\[\\?\\(@\\.(?<key>[A-Za-z0-9_-]+)\\s*==\\s*[\"'](?<value>[^\"']*)[\"']\\)]");

  /// One step down.
  sealed interface Step {
    record Name(String name) implements Step {}

    record Index(int index) implements Step {}

    /// The first item of a list whose attribute has the value.
    record Item(String key, String value) implements Step {}
  }

  /// @param text with or without the braces and the `$` that kubectl also takes
  /// @throws IllegalArgumentException saying what is not understood
  static JsonPath parse(String text) {
    var bare =
        text.startsWith("{") && text.endsWith("}") ? text.substring(1, text.length() - 1) : text;
    if (bare.startsWith("$")) bare = bare.substring(1);
    var steps = new ArrayList<Step>();
    var matcher = STEP.matcher(bare);
    int end = 0;
    while (end < bare.length() && matcher.find(end) && matcher.start() == end) {
      steps.add(step(matcher));
      end = matcher.end();
    }
    if (steps.isEmpty() || end < bare.length())
      // Without the path, not even a part of it: it may be secret.
      throw new IllegalArgumentException(
          "this is no path that is understood; a path has names, indexes and filters as in"
              + " .status.conditions[?(@.type==\"Ready\")].status");
    return new JsonPath(text, List.copyOf(steps));
  }

  private static Step step(Matcher matcher) {
    if (matcher.group("name") != null) return new Step.Name(matcher.group("name"));
    if (matcher.group("quoted") != null) return new Step.Name(matcher.group("quoted"));
    if (matcher.group("index") != null)
      return new Step.Index(Integer.parseInt(matcher.group("index")));
    return new Step.Item(matcher.group("key"), matcher.group("value"));
  }

  /// What the path leads through, from the object itself to the value; what is not there is
  /// missing.
  List<JsonNode> nodes(JsonNode object) {
    var nodes = new ArrayList<JsonNode>(List.of(object));
    for (var step : steps) nodes.add(down(nodes.getLast(), step));
    return nodes;
  }

  /// The text of the value the path leads to, or empty if it leads nowhere.
  Optional<String> in(JsonNode object) {
    var here = nodes(object).getLast();
    return here.isMissingNode() || here.isNull() ? Optional.empty() : Optional.of(text(here));
  }

  private static JsonNode down(JsonNode node, Step step) {
    return switch (step) {
      case Step.Name(var name) -> node.path(name);
      case Step.Index(var index) -> node.path(index);
      case Step.Item(var key, var value) -> {
        for (var item : node) if (text(item.path(key)).equals(value)) yield item;
        yield Json.MISSING;
      }
    };
  }

  /// A string as it is, anything else as JSON.
  static String text(JsonNode node) {
    return node.isTextual() ? node.textValue() : Json.text(node);
  }
}
