package io.keelson.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// State as Terraform writes it: compact JSON, attributes in name order, numbers with all their
/// digits.
///
/// Where the type leaves the value open there is `{"value": …, "type": …}`. A collection whose
/// elements are not fully typed is wrapped like that as a whole, so that its own element type comes
/// back as well.
public final class JsonStateCodec implements StateCodec {

  @Override
  public Bytes encode(Value value, Type type) {
    if (value.marked()) throw new IllegalArgumentException("the value carries marks");
    var bytes = new ByteArrayOutputStream();
    try (var json = ExactJson.JSON.createGenerator(bytes)) {
      write(value, type, json);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return Bytes.of(bytes.toByteArray());
  }

  private static void write(Value value, Type type, JsonGenerator json) throws IOException {
    boolean plainNull = value.isNull() && (type != Types.DYNAMIC || value.type() == Types.DYNAMIC);
    if (plainNull) {
      json.writeNull();
    } else if (isOpen(type)) {
      if (!sameKind(value.type(), type)) throw unfit(value, type);
      json.writeStartObject();
      json.writeFieldName("value");
      writeKnown(value, value.type(), json);
      json.writeFieldName("type");
      json.writeTree(TypeJson.write(value.type()));
      json.writeEndObject();
    } else {
      writeKnown(value, type, json);
    }
  }

  /// Whether the value's own type has to be written beside it.
  private static boolean isOpen(Type type) {
    return switch (type) {
      case Type.Dynamic _ -> true;
      case Type.ListOf(var element) -> element.hasDynamic();
      case Type.SetOf(var element) -> element.hasDynamic();
      case Type.MapOf(var element) -> element.hasDynamic();
      case Type.Primitive _, Type.TupleOf _, Type.ObjectOf _ -> false;
    };
  }

  private static boolean sameKind(Type actual, Type declared) {
    return declared == Types.DYNAMIC || actual.getClass() == declared.getClass();
  }

  /// Elements of a collection that is open itself may each have a type of their own.
  private static Type elementType(Type element) {
    return element.hasDynamic() ? Types.DYNAMIC : element;
  }

  private static void writeKnown(Value value, Type type, JsonGenerator json) throws IOException {
    switch (value) {
      case Value.Null _ -> json.writeNull();
      case Value.Unknown _ -> throw new IllegalArgumentException("the value is not known");
      case Value.Text text when type == Types.STRING -> json.writeString(text.text());
      case Value.Num num when type == Types.NUMBER -> json.writeNumber(num.number());
      case Value.Truth truth when type == Types.BOOL -> json.writeBoolean(truth.truth());
      case Sequence sequence -> writeSequence(sequence, type, json);
      case Mapping mapping -> writeMapping(mapping, type, json);
      default -> throw unfit(value, type);
    }
  }

  private static void writeSequence(Sequence sequence, Type type, JsonGenerator json)
      throws IOException {
    if (!sameKind(sequence.type(), type)) throw unfit(sequence, type);
    json.writeStartArray();
    for (int i = 0; i < sequence.size(); i++) {
      var element =
          switch (type) {
            case Type.ListOf(var each) -> elementType(each);
            case Type.SetOf(var each) -> elementType(each);
            case Type.TupleOf(var all) when all.size() == sequence.size() -> all.get(i);
            default -> throw unfit(sequence, type);
          };
      write(sequence.get(i), element, json);
    }
    json.writeEndArray();
  }

  private static void writeMapping(Mapping mapping, Type type, JsonGenerator json)
      throws IOException {
    if (type instanceof Type.ObjectOf object && !object.names().equals(mapping.keys()))
      throw unfit(mapping, type);
    json.writeStartObject();
    for (int i = 0; i < mapping.size(); i++) {
      json.writeFieldName(mapping.key(i));
      var element =
          switch (type) {
            case Type.MapOf(var each) when !mapping.isObject() -> elementType(each);
            case Type.ObjectOf object when mapping.isObject() -> object.type(i);
            default -> throw unfit(mapping, type);
          };
      write(mapping.value(i), element, json);
    }
    json.writeEndObject();
  }

  private static IllegalArgumentException unfit(Value value, Type type) {
    return new IllegalArgumentException("a value of type " + value.type() + " is no " + type);
  }

  @Override
  public Value decode(Bytes json, Type type) throws MalformedState {
    JsonNode tree;
    try {
      tree = ExactJson.JSON.readTree(json.toArray());
    } catch (IOException e) {
      // The parser's message may quote the state, and the state may hold secrets.
      throw new MalformedState(AttributePath.ROOT, "the stored state is not JSON");
    }
    return read(tree, type, AttributePath.ROOT);
  }

  private static Value read(JsonNode node, Type type, AttributePath path) throws MalformedState {
    if (node.isNull() || node.isMissingNode()) return Value.nothing(type);
    if (!isOpen(type)) return readKnown(node, type, path);
    var value = node.get("value");
    var written = node.get("type");
    if (value == null || written == null)
      throw new MalformedState(path, "an object with \"value\" and \"type\" is needed");
    var actual = readType(written, path);
    if (!sameKind(actual, type)) throw new MalformedState(path, "it is not of the type " + type);
    return value.isNull() ? Value.nothing(actual) : readKnown(value, actual, path);
  }

  private static Type readType(JsonNode node, AttributePath path) throws MalformedState {
    try {
      return TypeJson.read(node);
    } catch (IllegalArgumentException e) {
      throw new MalformedState(path, String.valueOf(e.getMessage()));
    }
  }

  private static Value readKnown(JsonNode node, Type type, AttributePath path)
      throws MalformedState {
    return switch (type) {
      case Type.Primitive primitive -> readPrimitive(node, primitive, path);
      case Type.Dynamic _ -> throw new MalformedState(path, "its type is not known");
      case Type.ListOf(var element) ->
          Value.list(element, elements(node, elementType(element), path));
      case Type.SetOf(var element) ->
          Value.set(element, elements(node, elementType(element), path));
      case Type.MapOf(var element) -> readMap(node, element, path);
      case Type.TupleOf(var elements) -> readTuple(node, elements, path);
      case Type.ObjectOf object -> readObject(node, object, path);
    };
  }

  private static Value readPrimitive(JsonNode node, Type.Primitive type, AttributePath path)
      throws MalformedState {
    boolean fits =
        switch (type) {
          case STRING -> node.isTextual();
          case NUMBER -> node.isNumber();
          case BOOL -> node.isBoolean();
        };
    if (!fits) throw new MalformedState(path, "a " + type + " is needed");
    return switch (type) {
      case STRING -> Value.text(node.textValue());
      case BOOL -> Value.truth(node.booleanValue());
      case NUMBER -> {
        try {
          yield Value.number(JsonValues.number(node, path));
        } catch (JsonValues.NotAValue e) {
          throw new MalformedState(path, String.valueOf(e.getMessage()));
        }
      }
    };
  }

  private static List<Value> elements(JsonNode node, Type element, AttributePath path)
      throws MalformedState {
    if (!node.isArray()) throw new MalformedState(path, "a list is needed");
    var elements = new ArrayList<Value>(node.size());
    for (JsonNode each : node) elements.add(read(each, element, path.index(elements.size())));
    return elements;
  }

  private static Value readMap(JsonNode node, Type element, AttributePath path)
      throws MalformedState {
    if (!node.isObject()) throw new MalformedState(path, "a mapping is needed");
    var elements = new TreeMap<String, Value>();
    for (var each : node.properties())
      elements.put(
          each.getKey(), read(each.getValue(), elementType(element), path.key(each.getKey())));
    return Value.map(element, elements);
  }

  private static Value readTuple(JsonNode node, List<Type> types, AttributePath path)
      throws MalformedState {
    if (!node.isArray() || node.size() != types.size())
      throw new MalformedState(path, "a list of " + types.size() + " is needed");
    var elements = new ArrayList<Value>(types.size());
    for (int i = 0; i < types.size(); i++)
      elements.add(read(node.get(i), types.get(i), path.index(i)));
    return Value.tuple(elements);
  }

  private static Value readObject(JsonNode node, Type.ObjectOf type, AttributePath path)
      throws MalformedState {
    if (!node.isObject()) throw new MalformedState(path, "a mapping is needed");
    var attributes = new Value[type.size()];
    for (int i = 0; i < attributes.length; i++) {
      var name = type.name(i);
      attributes[i] = read(node.path(name), type.type(i), path.attribute(name));
    }
    return Mapping.object(type, attributes);
  }
}
