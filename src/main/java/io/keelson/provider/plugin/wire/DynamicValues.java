package io.keelson.provider.plugin.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.proto.Tfplugin.DynamicValue;

/// Values in messages: written as MessagePack, read from that or from JSON.
public final class DynamicValues {
  private DynamicValues() {}

  /// @param value unmarked, of the type
  /// @throws IllegalArgumentException if the value does not have the type
  public static DynamicValue encode(Value value, Type type) {
    return DynamicValue.newBuilder()
        .setMsgpack(UnsafeByteOperations.unsafeWrap(MsgpackWriter.write(value, type)))
        .build();
  }

  /// A value that was left out is null.
  ///
  /// @throws MalformedValue if the bytes are not a value of the type
  public static Value decode(DynamicValue value, Type type) throws MalformedValue {
    if (!value.getMsgpack().isEmpty()) return MsgpackReader.read(bytes(value.getMsgpack()), type);
    if (!value.getJson().isEmpty()) return WireJson.read(bytes(value.getJson()), type);
    return Value.nothing(type);
  }

  /// A wholly known value as JSON, in the form in which providers know stored states.
  ///
  /// @throws IllegalArgumentException if the value does not have the type, or is not wholly known
  public static Bytes json(Value value, Type type) {
    return Bytes.of(WireJson.write(value, type));
  }

  /// What [#json] wrote.
  ///
  /// @throws MalformedValue if the bytes are not a value of the type
  public static Value fromJson(Bytes json, Type type) throws MalformedValue {
    return WireJson.read(json.toArray(), type);
  }

  private static byte[] bytes(ByteString bytes) {
    return bytes.toByteArray();
  }
}
