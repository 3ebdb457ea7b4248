package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.engine.address.ResourceAddress;
import java.util.ArrayList;
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

  /// There, the old object of what is replaced under a new name ends under its old one. Programs of
  /// components rename, too. What is declared under a former name is that itself.
  static JsonNode current(JsonNode step) {
    for (JsonNode entry : step.path("resources"))
      for (JsonNode alias : entry.path("options").path("aliases")) {
        var type = entry.path("type").asText();
        if (!isDeclared(step, type, alias.asText())
            && !isAnother(
                step, type + "::" + alias.asText(), type + "::" + entry.path("name").asText()))
          rename(step, type + "::", alias.asText(), entry.path("name").asText());
      }
    for (JsonNode part : parts(step))
      for (JsonNode each : part.path("monitor"))
        if (each.path("call").asText().equals("RegisterResource"))
          renameInside(step, each.path("request"));
    parts(step).forEach(ScenarioNames::renameReplaced);
    return step;
  }

  /// What is in a component with a former name has one, too, which programs need not tell: the
  /// engine finds it out. Its new object says which one it replaces.
  private static void renameReplaced(JsonNode part) {
    for (JsonNode gone : part.path("steps")) {
      if (!gone.path("op").asText().equals("delete-replaced") || !gone.has("oldId")) continue;
      var former = gone.path("resource").asText();
      var successors = successors(part, type(former), gone.path("oldId"));
      if (successors.size() == 1)
        for (JsonNode call : part.path("calls"))
          if (call.path("call").asText().equals("Delete")
              && call.path("resource").asText().equals(former)
              && call.path("request").path("id").equals(gone.path("oldId"))
              && call instanceof ObjectNode old) old.put("resource", successors.getFirst());
    }
  }

  /// The resources of a type that replace an object of this id. Ids need not be unique.
  private static List<String> successors(JsonNode part, String type, JsonNode id) {
    var successors = new ArrayList<String>();
    for (JsonNode made : part.path("steps")) {
      var resource = made.path("resource").asText();
      if (made.path("op").asText().equals("create-replacement")
          && made.path("oldId").equals(id)
          && type(resource).equals(type)) successors.add(resource);
    }
    return successors;
  }

  private static String type(String resource) {
    return resource.substring(0, resource.lastIndexOf("::"));
  }

  private static List<JsonNode> parts(JsonNode step) {
    return List.of(step.path("expect"), step.path("expect").path("preview"));
  }

  /// A former name elsewhere is none (R-PRG-25), and what is still registered under it is another.
  private static void renameInside(JsonNode step, JsonNode registered) {
    var type = registered.path("type").asText();
    for (JsonNode alias : registered.path("aliases")) {
      var spec = alias.path("spec");
      var former = spec.path("name").asText();
      boolean elsewhere = spec.path("noParent").asBoolean(false) || spec.has("parentUrn");
      if (!former.isEmpty() && !elsewhere && !isRegistered(step, type, former))
        rename(step, type + "::", former, registered.path("name").asText());
    }
  }

  private static boolean isDeclared(JsonNode step, String type, String name) {
    for (JsonNode entry : step.path("resources"))
      if (entry.path("type").asText().equals(type) && entry.path("name").asText().equals(name))
        return true;
    return false;
  }

  /// Whether the former name is the one of another object, which goes by itself.
  private static boolean isAnother(JsonNode step, String former, String name) {
    for (JsonNode part : parts(step))
      if (isDeleted(part, former) && isKept(part, name)) return true;
    return false;
  }

  private static boolean isDeleted(JsonNode part, String resource) {
    for (JsonNode each : part.path("steps"))
      if (each.path("op").asText().equals("delete")
          && each.path("resource").asText().equals(resource)) return true;
    return false;
  }

  /// Whether a step goes on with an object that has this name.
  private static boolean isKept(JsonNode part, String resource) {
    for (JsonNode each : part.path("steps"))
      if (each.has("oldId") && each.path("resource").asText().equals(resource)) return true;
    return false;
  }

  private static boolean isRegistered(JsonNode step, String type, String name) {
    if (isDeclared(step, type, name)) return true;
    for (JsonNode part : parts(step))
      for (JsonNode each : part.path("monitor")) {
        var request = each.path("request");
        if (each.path("call").asText().equals("RegisterResource")
            && request.path("type").asText().equals(type)
            && request.path("name").asText().equals(name)) return true;
      }
    return false;
  }

  private static void rename(JsonNode step, String type, String former, String name) {
    for (JsonNode part : parts(step))
      for (String list : List.of("steps", "calls"))
        for (JsonNode each : part.path(list))
          if (each.path("resource").asText().equals(type + former)
              && each instanceof ObjectNode old) old.put("resource", type + name);
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
