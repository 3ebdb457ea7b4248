package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Knows which random id stands for which object of the scenario, and compares values with what the
/// scenario expects.
final class ObjectSymbols {
  private final Map<String, String> symbolById = new HashMap<>();

  /// Remembers that the object with this id was created at an address in a step.
  void created(String id, String address, int step) {
    symbolById.put(id, "<id:" + address + "@" + step + ">");
  }

  /// From now on the object is known under another symbol.
  void rename(String symbol, String other) {
    symbolById.replaceAll((_, each) -> each.equals(symbol) ? other : each);
  }

  /// The text with every id replaced by its symbol.
  String symbols(String text) {
    String replaced = text;
    for (var entry : symbolById.entrySet())
      if (replaced.contains(entry.getKey()))
        replaced = replaced.replace(entry.getKey(), entry.getValue());
    return replaced;
  }

  String id(Value object) {
    return object instanceof Mapping mapping && mapping.get("id") instanceof Value.Text text
        ? symbols(text.text())
        : "";
  }

  /// Whether a value is what the scenario expects; an unknown is `{"$unknown": true}`.
  boolean same(Value value, JsonNode expected) {
    return switch (value) {
      case Value.Unknown _ -> expected.isObject() && expected.path("$unknown").asBoolean(false);
      case Value.Null _ -> expected.isNull() || expected.isMissingNode();
      case Value.Text text ->
          expected.isTextual() && symbols(text.text()).equals(expected.textValue());
      case Value.Num num ->
          expected.isNumber() && num.number().compareTo(expected.decimalValue()) == 0;
      case Value.Truth truth -> expected.isBoolean() && truth.truth() == expected.booleanValue();
      case Sequence sequence -> expected.isArray() && sameElements(sequence, expected);
      case Mapping mapping -> expected.isObject() && sameEntries(mapping, expected);
    };
  }

  private boolean sameElements(Sequence sequence, JsonNode expected) {
    if (sequence.size() != expected.size()) return false;
    if (!sequence.isSet()) {
      for (int i = 0; i < sequence.size(); i++)
        if (!same(sequence.get(i), expected.get(i))) return false;
      return true;
    }
    List<JsonNode> left = new ArrayList<>();
    expected.forEach(left::add);
    for (Value element : sequence.elements()) {
      var partner = left.stream().filter(each -> same(element, each)).findFirst();
      if (partner.isEmpty()) return false;
      left.remove(partner.get());
    }
    return true;
  }

  private boolean sameEntries(Mapping mapping, JsonNode expected) {
    if (expected.path("$unknown").asBoolean(false) && !mapping.has("$unknown")) return false;
    if (mapping.size() != expected.size()) return false;
    for (int i = 0; i < mapping.size(); i++)
      if (!expected.has(mapping.key(i)) || !same(mapping.value(i), expected.get(mapping.key(i))))
        return false;
    return true;
  }

  /// What a value looks like, for a message.
  String shown(Value value) {
    return switch (value) {
      case Value.Unknown _ -> "(unknown)";
      case Value.Null _ -> "null";
      case Value.Text text -> '"' + symbols(text.text()) + '"';
      case Value.Num num -> num.number().toPlainString();
      case Value.Truth truth -> Boolean.toString(truth.truth());
      case Sequence sequence -> sequence.elements().stream().map(this::shown).toList().toString();
      case Mapping mapping -> {
        var text = new ArrayList<String>();
        mapping.entries().forEach((key, each) -> text.add(key + "=" + shown(each)));
        yield "{" + String.join(", ", text) + "}";
      }
    };
  }

  /// A type as Terraform writes it in JSON.
  static String typeText(Type type) {
    return switch (type) {
      case Type.Primitive primitive -> '"' + primitive.toString() + '"';
      case Type.Dynamic _ -> "\"dynamic\"";
      case Type.ListOf(var element) -> "[\"list\"," + typeText(element) + "]";
      case Type.SetOf(var element) -> "[\"set\"," + typeText(element) + "]";
      case Type.MapOf(var element) -> "[\"map\"," + typeText(element) + "]";
      case Type.TupleOf(var elements) ->
          "[\"tuple\",["
              + String.join(",", elements.stream().map(ObjectSymbols::typeText).toList())
              + "]]";
      case Type.ObjectOf object -> {
        var attributes = new ArrayList<String>();
        object
            .attributes()
            .forEach((name, each) -> attributes.add('"' + name + "\":" + typeText(each)));
        yield "[\"object\",{" + String.join(",", attributes) + "}]";
      }
    };
  }
}
