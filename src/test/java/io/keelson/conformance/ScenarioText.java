package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Unification;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/// Writes a scenario's neutral expressions the way a user of Keelson would: as trees with `${…}` in
/// their strings. What has no spelling inside an expression becomes a stack variable.
final class ScenarioText {
  private static final List<String> OPERATIONS =
      List.of("$ref", "$all", "$concat", "$fn", "$op", "$cond", "$object");

  private final TreeMap<String, Value> variables = new TreeMap<>();

  /// By name, for splats: `count`, `for_each` or nothing.
  private final Map<String, String> repetitions;

  private ScenarioText(Map<String, String> repetitions) {
    this.repetitions = repetitions;
  }

  /// The words of a step or of a definition: names mean what is declared there.
  static ScenarioText of(JsonNode body) {
    var repetitions = new HashMap<String, String>();
    body.path("resources")
        .forEach(each -> repetitions.put(each.get("name").textValue(), repetition(each)));
    body.path("calls")
        .forEach(
            each -> repetitions.put("module." + each.get("name").textValue(), repetition(each)));
    return new ScenarioText(repetitions);
  }

  private static String repetition(JsonNode declared) {
    return declared.has("count") ? "count" : declared.has("for_each") ? "for_each" : "";
  }

  /// The variables that the trees written so far need.
  SortedMap<String, Value> variables() {
    return variables;
  }

  /// Trees by name.
  SortedMap<String, Value> trees(JsonNode nodes) {
    var trees = new TreeMap<String, Value>();
    nodes.properties().forEach(entry -> trees.put(entry.getKey(), tree(entry.getValue())));
    return trees;
  }

  Value tree(JsonNode node) {
    if (isOperation(node)) {
      if (node.has("$concat")) return concat(node.get("$concat"));
      if (node.has("$object")) return object(node.get("$object"));
      return Value.text("${" + guarded(expression(node)) + "}");
    }
    if (node.isObject()) return object(node);
    if (node.isArray()) {
      var elements = new ArrayList<Value>();
      node.forEach(element -> elements.add(tree(element)));
      return Value.tuple(elements);
    }
    return node.isTextual() ? Value.text(escaped(node.textValue())) : literal(node);
  }

  private Value object(JsonNode node) {
    return Value.object(trees(node));
  }

  static Value literal(JsonNode node) {
    try {
      return JsonValues.read(node);
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  static boolean isOperation(JsonNode node) {
    return node.isObject() && OPERATIONS.stream().anyMatch(node::has);
  }

  private static String escaped(String text) {
    return text.replace("${", "$${");
  }

  /// A map literal must not touch the opening brace.
  private static String guarded(String expression) {
    return expression.startsWith("{") ? " " + expression + " " : expression;
  }

  private Value concat(JsonNode parts) {
    if (parts.size() == 1 && !parts.get(0).isTextual()) return tree(parts.get(0));
    var text = new StringBuilder();
    for (JsonNode part : parts) {
      if (part.isTextual()) text.append(escaped(part.textValue()));
      else text.append("${").append(guarded(expression(part))).append('}');
    }
    return Value.text(text.toString());
  }

  /// The source of an expression.
  String expression(JsonNode node) {
    if (!isOperation(node)) return constant(node);
    if (node.has("$ref")) return reference(node.get("$ref").textValue());
    if (node.has("$all")) return splat(node.get("$all").textValue(), node.get("attr").textValue());
    if (node.has("$concat")) return inlineConcat(node.get("$concat"));
    if (node.has("$object")) return mapLiteral(node.get("$object"));
    if (node.has("$op")) return operator(node.get("$op").textValue(), node.get("args"));
    if (node.has("$cond")) return conditional(node.get("$cond"));
    return function(node.get("$fn").textValue(), node.get("args"));
  }

  private String conditional(JsonNode parts) {
    return "(toBool("
        + expression(parts.get(0))
        + ") ? dyn("
        + arm(parts.get(1), parts.get(2))
        + ") : dyn("
        + arm(parts.get(2), parts.get(1))
        + "))";
  }

  /// Terraform brings the arms of a conditional to one type, collections included. Here they stay
  /// as they are, so a constant is written in that type.
  private String arm(JsonNode arm, JsonNode other) {
    if (!arm.isContainerNode() || !isConstant(arm) || !isConstant(other)) return expression(arm);
    var value = literal(arm);
    return Unification.unify(List.of(value.type(), literal(other).type()))
        .map(value::convert)
        .filter(Conversion.Converted.class::isInstance)
        .map(converted -> variable(((Conversion.Converted) converted).value()))
        .orElseGet(() -> expression(arm));
  }

  private static boolean isConstant(JsonNode node) {
    if (isOperation(node)) return false;
    for (JsonNode part : node) if (!isConstant(part)) return false;
    return true;
  }

  private String variable(Value value) {
    var name = "constant" + variables.size();
    variables.put(name, value);
    return "variable." + name;
  }

  private String constant(JsonNode node) {
    if (node.isObject()) return mapLiteral(node);
    if (node.isArray()) {
      var elements = new StringJoiner(", ", "[", "]");
      node.forEach(element -> elements.add(expression(element)));
      return elements.toString();
    }
    if (node.isTextual()) return quoted(node.textValue());
    if (node.isBoolean() || (node.isIntegralNumber() && node.canConvertToLong()))
      return node.asText();
    return variable(literal(node));
  }

  private String mapLiteral(JsonNode node) {
    var entries = new StringJoiner(", ", "{", "}");
    node.properties()
        .forEach(
            entry -> entries.add(quoted(entry.getKey()) + ": " + expression(entry.getValue())));
    return entries.toString();
  }

  static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            default -> {
              if (c < 0x20 || c == 0x7f) quoted.append(String.format("\\u%04x", c));
              else quoted.appendCodePoint(c);
            }
          }
        });
    return quoted.append('"').toString();
  }

  /// What a traversal is in an expression.
  static String reference(String traversal) {
    for (String root : List.of("each.", "count.", "self.", "local."))
      if (traversal.startsWith(root)) return traversal;
    return traversal.startsWith("var.")
        ? "variable." + traversal.substring("var.".length())
        : ScenarioAddress.ours(traversal);
  }

  private String splat(String repeated, String attribute) {
    var all = reference(repeated);
    return switch (repetitions.getOrDefault(repeated, "")) {
      case "count" -> all + ".map(x, x." + attribute + ")";
      case "for_each" -> "values(" + all + ").map(x, x." + attribute + ")";
      default -> "[" + all + "." + attribute + "]";
    };
  }

  private String inlineConcat(JsonNode parts) {
    if (parts.size() == 1 && !parts.get(0).isTextual()) return expression(parts.get(0));
    var sum = new StringJoiner(" + ", "(", ")");
    parts.forEach(part ->
        sum.add(part.isTextual() ? expression(part) : "toString(" + expression(part) + ")"));
    return sum.toString();
  }

  private String operator(String operator, JsonNode args) {
    if (args.size() == 1) return "(" + operator + operand(operator, args.get(0)) + ")";
    return "("
        + operand(operator, args.get(0))
        + " "
        + operator
        + " "
        + operand(operator, args.get(1))
        + ")";
  }

  /// Terraform's operators convert what they are given.
  private String operand(String operator, JsonNode node) {
    var conversion =
        switch (operator) {
          case "==", "!=" -> "dyn";
          case "&&", "||", "!" -> "toBool";
          default -> "toNumber";
        };
    return conversion + "(" + expression(node) + ")";
  }

  private String function(String name, JsonNode args) {
    var all = new ArrayList<String>();
    args.forEach(arg -> all.add(expression(arg)));
    var list = String.join(", ", all);
    return switch (name) {
      case "toset" -> "toSet(" + list + ")";
      case "tolist" -> "toList(" + list + ")";
      case "tomap" -> "toMap(" + list + ")";
      case "tostring" -> "toString(" + list + ")";
      case "tonumber" -> "toNumber(" + list + ")";
      case "tobool" -> "toBool(" + list + ")";
      case "length" -> "size(" + list + ")";
      case "concat" -> "concat(" + list + ")";
      case "jsonencode" -> "json.encode(" + list + ")";
      case "jsondecode" -> "json.decode(" + list + ")";
      case "upper" -> list + ".upperAscii()";
      case "lower" -> list + ".lowerAscii()";
      case "max" -> "math.greatest(" + list + ")";
      case "min" -> "math.least(" + list + ")";
      case "contains" -> "(dyn(" + all.get(1) + ") in " + all.get(0) + ")";
      case "join" -> all.get(1) + ".join(" + all.get(0) + ")";
      case "split" -> all.get(1) + ".split(" + all.get(0) + ")";
      case "element" -> all.get(0) + "[" + all.get(1) + " % size(" + all.get(0) + ")]";
      case "sort", "distinct", "reverse", "flatten", "compact", "one", "sum", "title" ->
          all.get(0) + "." + name + "()";
      case "strrev" -> all.get(0) + ".reverse()";
      case "chunklist" -> all.get(0) + ".chunk(" + all.get(1) + ")";
      case "index" -> all.get(0) + ".indexOf(" + all.get(1) + ")";
      case "format" ->
          all.get(0) + ".format([" + String.join(", ", all.subList(1, all.size())) + "])";
      case "strcontains" -> all.get(0) + ".contains(" + all.get(1) + ")";
      case "trimprefix" -> all.get(0) + ".trimPrefix(" + all.get(1) + ")";
      case "trimsuffix" -> all.get(0) + ".trimSuffix(" + all.get(1) + ")";
      case "yamlencode" -> "yaml.encode(" + list + ")";
      case "yamldecode" -> "yaml.decode(" + list + ")";
      case "sha256", "md5" -> "hash." + name + "(" + list + ")";
      case "trimspace" -> list + ".trim()";
      case "replace" -> all.get(0) + ".replace(" + all.get(1) + ", " + all.get(2) + ")";
      case "startswith" -> all.get(0) + ".startsWith(" + all.get(1) + ")";
      case "endswith" -> all.get(0) + ".endsWith(" + all.get(1) + ")";
      case "slice" -> all.get(0) + ".slice(" + all.get(1) + ", " + all.get(2) + ")";
      case "range" -> "lists.range(" + list + ")";
      case "abs", "ceil", "floor" -> "math." + name + "(" + list + ")";
      case "base64encode" -> "base64.encode(" + list + ")";
      case "base64decode" -> "string(base64.decode(" + list + "))";
      case "zipmap" -> "toMap(" + list + ")";
      case "alltrue" -> list + ".all(x, x)";
      case "anytrue" -> list + ".exists(x, x)";
      default -> name + "(" + list + ")";
    };
  }
}
