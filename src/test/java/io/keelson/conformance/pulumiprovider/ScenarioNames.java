package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.engine.address.ResourceAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One name for each resource, whatever is around it: names are unique within a scenario. There,
/// the types of those around a resource are part of its name; here, its address is, from which
/// providers make ids and more.
final class ScenarioNames {
  private static final Pattern AROUND = Pattern.compile("(?:[\\w/.-]+:[\\w/.-]*:[\\w/.-]+\\$)+");

  /// A provider of a certain version is another one there.
  private static final Pattern VERSION = Pattern.compile("::default_[0-9]+(?:_[0-9]+)+");

  private static final Pattern ADDRESS =
      Pattern.compile("(?:component\\.[\\w-]+\\.)+[A-Za-z]\\w*\\.(?=[\\w-])");

  /// How programs are told of what is outside of their component.
  private static final Pattern OUTSIDE =
      Pattern.compile("keelson:index:(\\w+)::(?:[\\w-]+\\.)*([\\w-]+)");

  private ScenarioNames() {}

  /// What was recorded, with these names.
  static JsonNode recorded(JsonNode json) {
    return each(
        json, text -> VERSION.matcher(AROUND.matcher(text).replaceAll("")).replaceAll("::default"));
  }

  /// There, the old object of what is replaced under a new name ends under its old one.
  static JsonNode current(JsonNode step) {
    for (JsonNode entry : step.path("resources"))
      for (JsonNode alias : entry.path("options").path("aliases")) {
        var type = entry.path("type").asText() + "::";
        for (JsonNode part : List.of(step.path("expect"), step.path("expect").path("preview")))
          for (String list : List.of("steps", "calls"))
            for (JsonNode each : part.path(list))
              if (each.path("resource").asText().equals(type + alias.asText())
                  && each instanceof ObjectNode old)
                old.put("resource", type + entry.path("name").asText());
      }
    return step;
  }

  /// A text of a provider here.
  static String own(String text) {
    return ADDRESS.matcher(AROUND.matcher(text).replaceAll("")).replaceAll("");
  }

  /// What a program here is told.
  ///
  /// @param tokens gives what packages call a type
  static JsonNode told(JsonNode json, Function<String, Optional<String>> tokens) {
    return each(
        json,
        text ->
            OUTSIDE
                .matcher(text)
                .replaceAll(found ->
                    Matcher.quoteReplacement(
                        tokens.apply(found.group(1)).orElse(found.group(1))
                            + "::"
                            + found.group(2))));
  }

  /// What addresses of all that is in a component begin with.
  static String component(String name) {
    return "component." + ResourceAddress.identifier(name) + ".";
  }

  /// The address of a resource of our providers, whose types are in no module.
  static String address(String title) {
    var parts = title.split(":", 5);
    return parts[0] + "_" + parts[2] + "." + ResourceAddress.identifier(parts[4]);
  }

  private static JsonNode each(JsonNode json, Function<String, String> change) {
    if (json.isTextual()) return TextNode.valueOf(change.apply(json.textValue()));
    if (json.isArray()) {
      var list = JsonNodeFactory.instance.arrayNode();
      json.forEach(element -> list.add(each(element, change)));
      return list;
    }
    if (!json.isObject()) return json;
    var fields = JsonNodeFactory.instance.objectNode();
    json.properties().forEach(field -> fields.set(field.getKey(), each(field.getValue(), change)));
    return fields;
  }
}
