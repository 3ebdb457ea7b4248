package io.keelson.provider.plugin.wire;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.ValueType;

/// Reads values from MessagePack. The type leads; what the bytes hold must fit it.
final class MsgpackReader {
  private static final int REFINED = 12;
  private static final int LONGEST_REFINEMENT = 1_024;
  private static final int MOST_ROOM = 1_000;

  private final MessageUnpacker unpacker;
  private final int size;

  private MsgpackReader(MessageUnpacker unpacker, int size) {
    this.unpacker = unpacker;
    this.size = size;
  }

  static Value read(byte[] bytes, Type type) throws MalformedValue {
    try (var unpacker = MessagePack.newDefaultUnpacker(bytes)) {
      return new MsgpackReader(unpacker, bytes.length).any(type, AttributePath.ROOT, 0);
    } catch (IOException | MessagePackException e) {
      // The parser's message may quote the value.
      throw new MalformedValue(
          AttributePath.ROOT, "the bytes end too early, or are no MessagePack");
    }
  }

  private Value any(Type type, AttributePath path, int depth) throws IOException, MalformedValue {
    NestingLimit.check(depth, path);
    var kind = unpacker.getNextFormat().getValueType();
    if (kind == ValueType.EXTENSION) return unknown(type, path);
    if (kind == ValueType.NIL) {
      unpacker.unpackNil();
      return Value.nothing(type);
    }
    return switch (type) {
      case Type.Dynamic _ -> wrapped(kind, path, depth);
      case Type.Primitive primitive -> primitive(primitive, kind, path);
      case Type.ListOf(var element) -> {
        var elements = elements(element, kind, path, depth);
        yield Value.list(ElementTypes.of(element, elements), elements);
      }
      case Type.SetOf(var element) -> {
        var elements = elements(element, kind, path, depth);
        yield Value.set(ElementTypes.of(element, elements), elements);
      }
      case Type.MapOf(var element) -> map(element, kind, path, depth);
      case Type.TupleOf(var elements) -> tuple(elements, kind, path, depth);
      case Type.ObjectOf object -> object(object, kind, path, depth);
    };
  }

  /// The refinements of an unknown value are dropped, which is always safe.
  private Value unknown(Type type, AttributePath path) throws IOException, MalformedValue {
    var header = unpacker.unpackExtensionTypeHeader();
    int length = header.getLength();
    if (length > 1 && (header.getType() != REFINED || length > LONGEST_REFINEMENT))
      throw new MalformedValue(
          path,
          "an extension of type " + header.getType() + " and " + length + " bytes is unknown");
    unpacker.readPayload(length);
    return Value.unknown(type);
  }

  private Value wrapped(ValueType kind, AttributePath path, int depth)
      throws IOException, MalformedValue {
    if (kind != ValueType.ARRAY || unpacker.unpackArrayHeader() != 2)
      throw new MalformedValue(path, "a value with its type is needed, but this is " + said(kind));
    var described = unpacker.getNextFormat().getValueType();
    if (described != ValueType.BINARY && described != ValueType.STRING)
      throw new MalformedValue(path, "a type is needed, but this is " + said(described));
    int length =
        described == ValueType.BINARY
            ? unpacker.unpackBinaryHeader()
            : unpacker.unpackRawStringHeader();
    checkSize(length, path);
    return any(WireTypes.read(unpacker.readPayload(length), path), path, depth + 1);
  }

  private Value primitive(Type.Primitive type, ValueType kind, AttributePath path)
      throws IOException, MalformedValue {
    return switch (type) {
      case STRING -> {
        // Older writers send texts as binary.
        if (kind != ValueType.STRING && kind != ValueType.BINARY) throw misfit(type, kind, path);
        yield Value.text(unpacker.unpackString());
      }
      case BOOL -> {
        if (kind != ValueType.BOOLEAN) throw misfit(type, kind, path);
        yield Value.truth(unpacker.unpackBoolean());
      }
      case NUMBER ->
          switch (kind) {
            case INTEGER -> integer();
            case FLOAT -> WireNumber.of(unpacker.unpackDouble(), path);
            case STRING -> WireNumber.of(unpacker.unpackString(), path);
            default -> throw misfit(type, kind, path);
          };
    };
  }

  private Value integer() throws IOException {
    return unpacker.getNextFormat() == MessageFormat.UINT64
        ? Value.number(new BigDecimal(unpacker.unpackBigInteger()))
        : Value.number(unpacker.unpackLong());
  }

  private List<Value> elements(Type element, ValueType kind, AttributePath path, int depth)
      throws IOException, MalformedValue {
    if (kind != ValueType.ARRAY) throw misfit(Type.list(element), kind, path);
    int count = unpacker.unpackArrayHeader();
    checkSize(count, path);
    // Nested lists may each claim to be as long as the bytes, so room is made while they are read.
    var elements = new ArrayList<Value>(Math.min(count, MOST_ROOM));
    for (int i = 0; i < count; i++) elements.add(any(element, path.index(i), depth + 1));
    return elements;
  }

  private Value map(Type element, ValueType kind, AttributePath path, int depth)
      throws IOException, MalformedValue {
    if (kind != ValueType.MAP) throw misfit(Type.map(element), kind, path);
    int count = unpacker.unpackMapHeader();
    checkSize(count, path);
    var elements = new TreeMap<String, Value>();
    for (int i = 0; i < count; i++) {
      var key = unpacker.unpackString();
      if (elements.put(key, any(element, path.key(key), depth + 1)) != null)
        throw new MalformedValue(path, "a key is there twice");
    }
    return Value.map(ElementTypes.of(element, elements.values()), elements);
  }

  private Value tuple(List<Type> types, ValueType kind, AttributePath path, int depth)
      throws IOException, MalformedValue {
    if (kind != ValueType.ARRAY) throw misfit(Type.tuple(types), kind, path);
    checkCount(unpacker.unpackArrayHeader(), types.size(), "elements", path);
    var elements = new ArrayList<Value>(types.size());
    for (Type type : types) elements.add(any(type, path.index(elements.size()), depth + 1));
    return Value.tuple(elements);
  }

  private Value object(Type.ObjectOf type, ValueType kind, AttributePath path, int depth)
      throws IOException, MalformedValue {
    if (kind != ValueType.MAP) throw misfit(type, kind, path);
    checkCount(unpacker.unpackMapHeader(), type.size(), "attributes", path);
    var values = new @Nullable Value[type.size()];
    for (int i = 0; i < values.length; i++) {
      var name = unpacker.unpackString();
      int position = type.indexOf(name);
      if (position < 0) throw new MalformedValue(path, "the schema has no attribute " + name);
      if (values[position] != null) throw new MalformedValue(path, name + " is there twice");
      values[position] = any(type.type(position), path.attribute(name), depth + 1);
    }
    return Mapping.object(type, complete(values));
  }

  /// As many different names were read as there are attributes, so no value is missing.
  @SuppressWarnings("NullAway")
  private static Value[] complete(@Nullable Value[] values) {
    return values;
  }

  private static void checkCount(int count, int needed, String what, AttributePath path)
      throws MalformedValue {
    if (count != needed)
      throw new MalformedValue(path, needed + " " + what + " are needed, but there are " + count);
  }

  /// A length that the bytes cannot hold must not make room for it.
  private void checkSize(int count, AttributePath path) throws MalformedValue {
    if (count < 0 || count > size - unpacker.getTotalReadBytes())
      throw new MalformedValue(path, "it is said to be longer than all bytes that follow");
  }

  private static MalformedValue misfit(Type type, ValueType kind, AttributePath path) {
    return new MalformedValue(
        path, "a value of type " + type + " is needed, but this is " + said(kind));
  }

  private static String said(ValueType kind) {
    return switch (kind) {
      case NIL -> "null";
      case BOOLEAN -> "a bool";
      case INTEGER -> "a whole number";
      case FLOAT -> "a number";
      case STRING -> "a string";
      case BINARY -> "binary";
      case ARRAY -> "a list";
      case MAP -> "a mapping";
      case EXTENSION -> "an extension";
    };
  }
}
