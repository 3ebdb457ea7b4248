package io.keelson.cli.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// What the API server would say about the shape of an object, by the schema of its CRD. Rules that
/// are written in CEL are left to the API server.
final class ManifestSchema {
  private final List<Problem> problems = new ArrayList<>();

  private ManifestSchema() {}

  /// @param message a sentence
  record Problem(AttributePath path, String message) {}

  /// @param schema a structural schema of something that is required
  static List<Problem> check(JsonNode schema, JsonNode value, AttributePath at) {
    var checking = new ManifestSchema();
    if (value.isMissingNode() || value.isNull())
      checking.report(at, "It is missing, and needed also where it says nothing: {}");
    else checking.value(schema, value, at);
    return checking.problems;
  }

  private void value(JsonNode schema, JsonNode value, AttributePath at) {
    if (value.isNull()) return;
    var type = schema.path("type").asText();
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      if (!value.isIntegralNumber() && !value.isTextual()) report(at, "A number or text is needed");
    } else if (!fits(type, value)) {
      report(at, "%s is needed, this is %s".formatted(noun(type), noun(kind(value))));
    } else {
      switch (type) {
        case "object" -> object(schema, value, at);
        case "array" -> array(schema, value, at);
        case "string" -> text(schema, value.textValue(), at);
        case "integer" -> number(schema, value, at);
        default -> {}
      }
    }
  }

  private static boolean fits(String type, JsonNode value) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      default -> true;
    };
  }

  private static String kind(JsonNode value) {
    if (value.isObject()) return "object";
    if (value.isArray()) return "array";
    if (value.isTextual()) return "string";
    return value.isNumber() ? "number" : "boolean";
  }

  private static String noun(String type) {
    return switch (type) {
      case "object" -> "a mapping";
      case "array" -> "a list";
      case "string" -> "text";
      case "integer" -> "a whole number";
      case "number" -> "a number";
      default -> "true or false";
    };
  }

  private void object(JsonNode schema, JsonNode value, AttributePath at) {
    var properties = schema.path("properties");
    boolean open = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    var any = schema.path("additionalProperties");
    atMost(schema, "maxProperties", value.size(), "entries", at);
    for (JsonNode name : schema.path("required"))
      if (!value.hasNonNull(name.asText()))
        report(at, "The field '%s' is missing".formatted(name.asText()));
    for (var each : value.properties()) {
      var name = each.getKey();
      if (properties.has(name)) value(properties.get(name), each.getValue(), at.attribute(name));
      else if (any.isObject()) value(any, each.getValue(), at.key(name));
      else if (!open && !any.asBoolean()) unknown(name, properties, at);
    }
  }

  private void unknown(String name, JsonNode properties, AttributePath at) {
    var known = new TreeSet<String>();
    properties.fieldNames().forEachRemaining(known::add);
    report(
        at.attribute(name),
        "There is no field '%s'. %s".formatted(name, Nearest.advice(name, known)).strip());
  }

  private void array(JsonNode schema, JsonNode value, AttributePath at) {
    atMost(schema, "maxItems", value.size(), "elements", at);
    for (int i = 0; i < value.size(); i++)
      if (value.get(i).isNull()) report(at.index(i), "An element of a list must not be null");
      else value(schema.path("items"), value.get(i), at.index(i));
  }

  private void text(JsonNode schema, String text, AttributePath at) {
    int length = text.codePointCount(0, text.length());
    atMost(schema, "maxLength", length, "characters", at);
    if (length < schema.path("minLength").asInt()) report(at, "It must not be empty");
    var allowed = new ArrayList<String>();
    schema.path("enum").forEach(each -> allowed.add(each.asText()));
    if (!allowed.isEmpty() && !allowed.contains(text))
      report(at, "'%s' is none of: %s".formatted(text, String.join(", ", allowed)));
    var pattern = schema.path("pattern");
    if (pattern.isTextual() && !Pattern.compile(pattern.textValue()).matcher(text).find())
      report(at, "'%s' does not match %s".formatted(text, pattern.textValue()));
  }

  private void atMost(JsonNode schema, String limit, int size, String what, AttributePath at) {
    if (schema.has(limit) && size > schema.get(limit).asInt())
      report(at, "It has %d %s, at most %s are allowed".formatted(size, what, schema.get(limit)));
  }

  private void number(JsonNode schema, JsonNode value, AttributePath at) {
    var number = value.decimalValue();
    if (schema.has("minimum") && number.compareTo(schema.get("minimum").decimalValue()) < 0)
      report(at, "%s is less than %s".formatted(value, schema.get("minimum")));
    if (schema.has("maximum") && number.compareTo(schema.get("maximum").decimalValue()) > 0)
      report(at, "%s is more than %s".formatted(value, schema.get("maximum")));
  }

  private void report(AttributePath at, String message) {
    problems.add(
        new Problem(at, message.endsWith(".") || message.endsWith("?") ? message : message + "."));
  }
}
