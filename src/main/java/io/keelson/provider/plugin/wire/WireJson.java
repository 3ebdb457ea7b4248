package io.keelson.provider.plugin.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.ExactJson;
import io.keelson.json.TypeJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/// Values as JSON: some providers answer so. Unknown values cannot be written.
///
/// Beside the type, JSON has kinds of its own, so a primitive may stand as the text of another.
final class WireJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /// Numbers never have exponents.
  private static final ObjectWriter WRITER =
      ExactJson.JSON.writer().with(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);

  private WireJson() {}

  /// @throws IllegalArgumentException if the value does not have the type, or is not wholly known
  static byte[] write(Value value, Type type) {
    try {
      return WRITER.writeValueAsBytes(tree(value, type));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("writing a tree to memory failed", e);
    }
  }

  private static JsonNode tree(Value value, Type type) {
    if (type == Types.DYNAMIC && value.type() != Types.DYNAMIC)
      return NODES
          .objectNode()
          .<ObjectNode>set("value", tree(value, value.type()))
          .set("type", TypeJson.write(value.type()));
    return switch (value) {
      case Value.Null _ -> NODES.nullNode();
      case Value.Unknown _ -> throw new IllegalArgumentException("the value is not known");
      case Value.Text text when type == Types.STRING -> NODES.textNode(text.text());
      case Value.Num num when type == Types.NUMBER -> NODES.numberNode(num.number());
      case Value.Truth truth when type == Types.BOOL -> NODES.booleanNode(truth.truth());
      case Sequence sequence -> array(sequence, type);
      case Mapping mapping -> object(mapping, type);
      default -> throw unfit(value, type);
    };
  }

  private static JsonNode array(Sequence sequence, Type type) {
    var array = NODES.arrayNode(sequence.size());
    for (int i = 0; i < sequence.size(); i++)
      array.add(
          tree(
              sequence.get(i),
              switch (type) {
                case Type.ListOf(var element) -> element;
                case Type.SetOf(var element) -> element;
                case Type.TupleOf(var elements) when elements.size() == sequence.size() ->
                    elements.get(i);
                default -> throw unfit(sequence, type);
              }));
    return array;
  }

  private static JsonNode object(Mapping mapping, Type type) {
    var object = NODES.objectNode();
    for (int i = 0; i < mapping.size(); i++)
      object.set(
          mapping.key(i),
          tree(
              mapping.value(i),
              switch (type) {
                case Type.MapOf(var element) -> element;
                case Type.ObjectOf declared when declared.names().equals(mapping.keys()) ->
                    declared.type(i);
                default -> throw unfit(mapping, type);
              }));
    return object;
  }

  private static IllegalArgumentException unfit(Value value, Type type) {
    return new IllegalArgumentException("a value of type " + value.type() + " is no " + type);
  }

  static Value read(byte[] json, Type type) throws MalformedValue {
    JsonNode tree;
    try {
      tree = ExactJson.JSON.readTree(json);
    } catch (IOException e) {
      // The parser's message may quote the value.
      throw new MalformedValue(AttributePath.ROOT, "it is not JSON");
    }
    return any(tree, type, AttributePath.ROOT, 0);
  }

  private static Value any(JsonNode node, Type type, AttributePath path, int depth)
      throws MalformedValue {
    NestingLimit.check(depth, path);
    if (node.isNull() || node.isMissingNode()) return Value.nothing(type);
    return switch (type) {
      case Type.Dynamic _ -> wrapped(node, path, depth);
      case Type.Primitive primitive -> primitive(node, primitive, path);
      case Type.ListOf(var element) -> {
        var elements = elements(node, element, path, depth);
        yield Value.list(ElementTypes.of(element, elements), elements);
      }
      case Type.SetOf(var element) -> {
        var elements = elements(node, element, path, depth);
        yield Value.set(ElementTypes.of(element, elements), elements);
      }
      case Type.MapOf(var element) -> map(node, element, path, depth);
      case Type.TupleOf(var elements) -> tuple(node, elements, path, depth);
      case Type.ObjectOf object -> object(node, object, path, depth);
    };
  }

  private static Value wrapped(JsonNode node, AttributePath path, int depth) throws MalformedValue {
    if (!node.isObject() || node.size() != 2 || !node.has("value") || !node.has("type"))
      throw new MalformedValue(path, "an object with \"value\" and \"type\" is needed");
    try {
      return any(node.get("value"), TypeJson.read(node.get("type")), path, depth + 1);
    } catch (IllegalArgumentException e) {
      throw new MalformedValue(path, "its type is not the description of one");
    }
  }

  private static Value primitive(JsonNode node, Type.Primitive type, AttributePath path)
      throws MalformedValue {
    if (node.isContainerNode())
      throw new MalformedValue(path, "a " + type + " is needed, but this is a " + kind(node));
    return switch (type) {
      case STRING -> Value.text(node.isNumber() ? plain(node, path) : node.asText());
      case NUMBER -> {
        if (node.isNumber()) yield WireNumber.of(node.decimalValue(), path);
        yield WireNumber.of(node.asText(), path);
      }
      case BOOL ->
          switch (node.asText()) {
            case "true", "1" -> Value.truth(true);
            case "false", "0" -> Value.truth(false);
            default -> throw new MalformedValue(path, "a bool is needed");
          };
    };
  }

  private static String plain(JsonNode node, AttributePath path) throws MalformedValue {
    BigDecimal number = node.decimalValue();
    // A few digits may stand for a text that fills the memory.
    WireNumber.of(number, path);
    return number.toPlainString();
  }

  private static List<Value> elements(JsonNode node, Type type, AttributePath path, int depth)
      throws MalformedValue {
    if (!node.isArray()) throw new MalformedValue(path, "a list is needed, not a " + kind(node));
    var elements = new ArrayList<Value>(node.size());
    for (JsonNode each : node)
      elements.add(any(each, type, path.index(elements.size()), depth + 1));
    return elements;
  }

  private static Value map(JsonNode node, Type type, AttributePath path, int depth)
      throws MalformedValue {
    if (!node.isObject()) throw new MalformedValue(path, "a map is needed, not a " + kind(node));
    var elements = new TreeMap<String, Value>();
    for (var each : node.properties())
      elements.put(each.getKey(), any(each.getValue(), type, path.key(each.getKey()), depth + 1));
    return Value.map(ElementTypes.of(type, elements.values()), elements);
  }

  private static Value tuple(JsonNode node, List<Type> types, AttributePath path, int depth)
      throws MalformedValue {
    if (!node.isArray() || node.size() != types.size())
      throw new MalformedValue(path, "a list of " + types.size() + " is needed");
    var elements = new ArrayList<Value>(types.size());
    for (int i = 0; i < types.size(); i++)
      elements.add(any(node.get(i), types.get(i), path.index(i), depth + 1));
    return Value.tuple(elements);
  }

  private static Value object(JsonNode node, Type.ObjectOf type, AttributePath path, int depth)
      throws MalformedValue {
    if (!node.isObject())
      throw new MalformedValue(path, "an object is needed, not a " + kind(node));
    for (var each : node.properties())
      if (!type.has(each.getKey()))
        throw new MalformedValue(path, "the schema has no attribute " + each.getKey());
    var values = new Value[type.size()];
    for (int i = 0; i < values.length; i++) {
      var name = type.name(i);
      values[i] = any(node.path(name), type.type(i), path.attribute(name), depth + 1);
    }
    return Mapping.object(type, values);
  }

  private static String kind(JsonNode node) {
    return node.getNodeType().name().toLowerCase(Locale.ROOT);
  }
}
