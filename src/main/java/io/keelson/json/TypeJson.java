package io.keelson.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.ArrayList;
import java.util.TreeMap;

/// Types as Terraform writes them: `"string"`, `["list", "number"]`, `["object", {"a": "bool"}]`.
public final class TypeJson {
  private TypeJson() {}

  public static JsonNode write(Type type) {
    var nodes = JsonNodeFactory.instance;
    return switch (type) {
      case Type.Primitive primitive -> nodes.textNode(primitive.toString());
      case Type.Dynamic _ -> nodes.textNode("dynamic");
      case Type.ListOf(var element) -> nodes.arrayNode().add("list").add(write(element));
      case Type.SetOf(var element) -> nodes.arrayNode().add("set").add(write(element));
      case Type.MapOf(var element) -> nodes.arrayNode().add("map").add(write(element));
      case Type.TupleOf(var elements) -> {
        var all = nodes.arrayNode();
        elements.forEach(element -> all.add(write(element)));
        yield nodes.arrayNode().add("tuple").add(all);
      }
      case Type.ObjectOf object -> {
        var all = nodes.objectNode();
        object.attributes().forEach((name, attribute) -> all.set(name, write(attribute)));
        yield nodes.arrayNode().add("object").add(all);
      }
    };
  }

  /// @throws IllegalArgumentException if the node is no type
  public static Type read(JsonNode node) {
    if (node.isTextual()) return plain(node.textValue());
    if (!node.isArray() || node.size() < 2 || !node.get(0).isTextual()) throw noType(node);
    var inside = node.get(1);
    // Only the type of an object may have a third part: the attributes that a configuration may
    // omit.
    if (node.size() > (inside.isObject() ? 3 : 2)) throw noType(node);
    return switch (node.get(0).textValue()) {
      case "list" -> Type.list(read(inside));
      case "set" -> Type.set(read(inside));
      case "map" -> Type.map(read(inside));
      case "tuple" -> {
        if (!inside.isArray()) throw noType(node);
        var elements = new ArrayList<Type>(inside.size());
        inside.forEach(element -> elements.add(read(element)));
        yield Type.tuple(elements);
      }
      case "object" -> {
        if (!inside.isObject()) throw noType(node);
        var attributes = new TreeMap<String, Type>();
        inside.properties().forEach(each -> attributes.put(each.getKey(), read(each.getValue())));
        yield Type.object(attributes);
      }
      default -> throw noType(node);
    };
  }

  private static Type plain(String name) {
    return switch (name) {
      case "string" -> Types.STRING;
      case "number" -> Types.NUMBER;
      case "bool" -> Types.BOOL;
      case "dynamic" -> Types.DYNAMIC;
      default -> throw new IllegalArgumentException("there is no type \"" + name + "\"");
    };
  }

  private static IllegalArgumentException noType(JsonNode node) {
    return new IllegalArgumentException("not the description of a type: a " + node.getNodeType());
  }
}
