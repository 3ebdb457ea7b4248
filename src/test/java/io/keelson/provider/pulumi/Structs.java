package io.keelson.provider.pulumi;

import com.google.protobuf.Any;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.keelson.engine.value.Mapping;
import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorResourceInitFailed;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorStatus;
import io.keelson.provider.pulumi.value.ValueProperties;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.PropertyWriter;

/// Messages of providers, as tests write them down.
final class Structs {
  /// The key that makes an object a special one.
  static final String SIGNATURE = "4dabf18193072939515e22adb298388d";

  static final String UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

  private Structs() {}

  /// @param yaml an object
  static Struct struct(String yaml) {
    try {
      return new PropertyWriter(Accepted.EVERYTHING)
          .write(ValueProperties.given((Mapping) LiteralYaml.value(yaml)));
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  static Struct with(Struct struct, String name, Value value) {
    return struct.toBuilder().putFields(name, value).build();
  }

  static Struct with(Struct struct, String name, String text) {
    return with(struct, name, Value.newBuilder().setStringValue(text).build());
  }

  /// An object in an object, and so on.
  static Value nested(int levels) {
    var value = Value.newBuilder().setStringValue("innermost").build();
    for (int i = 0; i < levels; i++)
      value = Value.newBuilder().setStructValue(Struct.newBuilder().putFields("in", value)).build();
    return value;
  }

  /// A call that the provider refuses.
  static StatusRuntimeException refused(String message) {
    return Status.UNKNOWN.withDescription(message).asRuntimeException();
  }

  /// A call that has made an object which is not as it should be.
  static StatusRuntimeException halfway(ErrorResourceInitFailed made) {
    return halfway(Status.Code.UNKNOWN, made);
  }

  static StatusRuntimeException halfway(Status.Code code, ErrorResourceInitFailed made) {
    var status = ErrorStatus.newBuilder().setCode(code.value()).addDetails(Any.pack(made)).build();
    var trailers = new Metadata();
    trailers.put(
        Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER),
        status.toByteArray());
    return code.toStatus().withDescription("halfway").asRuntimeException(trailers);
  }
}
