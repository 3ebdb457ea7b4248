package io.keelson.provider.pulumi;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.keelson.engine.value.Mapping;
import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import io.keelson.provider.pulumi.proto.Pulumi.Alias;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorResourceInitFailed;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorStatus;
import io.keelson.provider.pulumi.proto.Pulumi.HandshakeResponse;
import io.keelson.provider.pulumi.proto.Pulumi.InputPropertiesError;
import io.keelson.provider.pulumi.value.ValueProperties;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

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

  static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }

  static Value secret(String text) {
    return written(new Property.Secret(new Property.Text(text)));
  }

  /// @param text empty for an unknown value
  static Value output(Optional<String> text, boolean secret, List<String> urns) {
    return written(new Property.Output(text.map(Property.Text::new), secret, new TreeSet<>(urns)));
  }

  private static Value written(Property property) {
    return new PropertyWriter(Accepted.EVERYTHING).write(property);
  }

  /// An object with a file by its path.
  static Struct file(String path) {
    return with(
        Struct.getDefaultInstance(),
        "file",
        written(new Property.Asset(false, Optional.empty(), new Property.AssetContent.File(path))));
  }

  /// An object with a resource as a value.
  static Struct reference(String urn, String id) {
    return with(
        Struct.getDefaultInstance(),
        "thing",
        written(new Property.Reference(urn, Optional.of(id), Optional.empty())));
  }

  /// A program that does not accept one of its inputs, as SDKs say it.
  static StatusRuntimeException inputError(String input, String reason) {
    var error =
        InputPropertiesError.newBuilder()
            .addErrors(
                InputPropertiesError.Property.newBuilder()
                    .setPropertyPath(input)
                    .setReason(reason));
    return with(Status.Code.INVALID_ARGUMENT, "", error.build());
  }

  static HandshakeResponse acceptsEverything() {
    return HandshakeResponse.newBuilder()
        .setAcceptSecrets(true)
        .setAcceptResources(true)
        .setAcceptOutputs(true)
        .build();
  }

  static Alias alias(String name, boolean noParent) {
    return Alias.newBuilder()
        .setSpec(Alias.Spec.newBuilder().setName(name).setNoParent(noParent))
        .build();
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
    return with(code, "halfway", made);
  }

  private static StatusRuntimeException with(Status.Code code, String description, Message detail) {
    var status =
        ErrorStatus.newBuilder().setCode(code.value()).addDetails(Any.pack(detail)).build();
    var trailers = new Metadata();
    trailers.put(
        Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER),
        status.toByteArray());
    return code.toStatus().withDescription(description).asRuntimeException(trailers);
  }
}
