package io.keelson.provider.plugin.wire;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.TypeJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/// Writes values as MessagePack, byte for byte as Terraform does. The type leads: the same value
/// looks different where its type is left open.
final class MsgpackWriter {
  private static final byte UNKNOWN = 0;

  private final MessageBufferPacker packer;

  private MsgpackWriter(MessageBufferPacker packer) {
    this.packer = packer;
  }

  /// @param value unmarked, of the type
  /// @throws IllegalArgumentException if the value does not have the type
  static byte[] write(Value value, Type type) {
    try (var packer = MessagePack.newDefaultBufferPacker()) {
      new MsgpackWriter(packer).any(value, type);
      return packer.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
  }

  private void any(Value value, Type type) throws IOException {
    if (!value.marks().isEmpty()) throw new IllegalArgumentException("the value carries a mark");
    if (type == Types.DYNAMIC && value.type() != Types.DYNAMIC) {
      wrapped(value);
      return;
    }
    switch (value) {
      case Value.Null _ -> packer.packNil();
      case Value.Unknown _ -> {
        packer.packExtensionTypeHeader(UNKNOWN, 1);
        packer.writePayload(new byte[] {0});
      }
      case Value.Text text when type == Types.STRING -> packer.packString(text.text());
      case Value.Num num when type == Types.NUMBER -> number(num);
      case Value.Truth truth when type == Types.BOOL -> packer.packBoolean(truth.truth());
      case Sequence sequence -> sequence(sequence, type);
      case Mapping mapping -> mapping(mapping, type);
      default -> throw unfit(value, type);
    }
  }

  /// A value whose type is not declared brings its own.
  private void wrapped(Value value) throws IOException {
    var type = TypeJson.write(value.type()).toString().getBytes(StandardCharsets.UTF_8);
    packer.packArrayHeader(2);
    packer.packBinaryHeader(type.length);
    packer.writePayload(type);
    any(value, value.type());
  }

  private void number(Value.Num num) throws IOException {
    var number = num.number();
    if (WireNumber.isLong(number)) packer.packLong(number.longValueExact());
    else if (WireNumber.isDouble(number)) packer.packDouble(number.doubleValue());
    else packer.packString(number.toPlainString());
  }

  private void sequence(Sequence sequence, Type type) throws IOException {
    packer.packArrayHeader(sequence.size());
    switch (type) {
      case Type.ListOf(var element) when sequence.type() instanceof Type.ListOf ->
          elements(sequence.elements(), element);
      case Type.SetOf(var element) when sequence.isSet() ->
          elements(inWireOrder(sequence.elements()), element);
      case Type.TupleOf(var elements) when elements.size() == sequence.size() -> {
        for (int i = 0; i < elements.size(); i++) any(sequence.get(i), elements.get(i));
      }
      default -> throw unfit(sequence, type);
    }
  }

  private void elements(List<Value> elements, Type type) throws IOException {
    for (Value element : elements) any(element, type);
  }

  /// Values by their bytes, then null, then what is unknown.
  private static List<Value> inWireOrder(List<Value> elements) {
    return elements.stream().sorted(WIRE_ORDER).toList();
  }

  private static final Comparator<Value> WIRE_ORDER =
      Comparator.comparingInt(MsgpackWriter::rank).thenComparing(MsgpackWriter::compareTexts);

  private static int rank(Value value) {
    return value.isNull() ? 1 : value.whollyKnown() ? 0 : 2;
  }

  /// All other values are in order already.
  private static int compareTexts(Value one, Value two) {
    return one instanceof Value.Text(String first, _) && two instanceof Value.Text(String second, _)
        ? Arrays.compareUnsigned(utf8(first), utf8(second))
        : 0;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void mapping(Mapping mapping, Type type) throws IOException {
    if (type instanceof Type.ObjectOf object && !object.names().equals(mapping.keys()))
      throw unfit(mapping, type);
    packer.packMapHeader(mapping.size());
    for (int i = 0; i < mapping.size(); i++) {
      packer.packString(mapping.key(i));
      switch (type) {
        case Type.MapOf(var element) when !mapping.isObject() -> any(mapping.value(i), element);
        case Type.ObjectOf object when mapping.isObject() -> any(mapping.value(i), object.type(i));
        default -> throw unfit(mapping, type);
      }
    }
  }

  private static IllegalArgumentException unfit(Value value, Type type) {
    return new IllegalArgumentException("a value of type " + value.type() + " is no " + type);
  }
}
