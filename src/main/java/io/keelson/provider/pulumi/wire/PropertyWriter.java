package io.keelson.provider.pulumi.wire;

import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.keelson.provider.pulumi.wire.Property.AssetContent;
import java.util.Map;
import java.util.Optional;

/// Writes properties into structs, for one who accepts some special values and gets the others
/// plain.
///
/// @rule R-PRG-1
public final class PropertyWriter {
  private static final Value NULL = Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build();
  private static final Value UNKNOWN = text(Signature.UNKNOWN);

  /// A scope, a project, types and a name.
  private static final int URN_PARTS = 4;

  private final Accepted accepted;
  private final boolean hashing;

  public PropertyWriter(Accepted accepted) {
    this(accepted, false);
  }

  private PropertyWriter(Accepted accepted, boolean hashing) {
    this.accepted = accepted;
    this.hashing = hashing;
  }

  /// Writes hashes in place of the contents of assets and archives that have one.
  public PropertyWriter hashing() {
    return new PropertyWriter(accepted, true);
  }

  public Struct write(Property.Fields fields) {
    return struct(fields.fields()).build();
  }

  private Struct.Builder struct(Map<String, Property> fields) {
    var struct = Struct.newBuilder();
    fields.forEach((name, value) -> struct.putFields(name, write(value)));
    return struct;
  }

  public Value write(Property property) {
    return switch (property) {
      case Property.Null _ -> NULL;
      case Property.Truth(boolean truth) -> Value.newBuilder().setBoolValue(truth).build();
      case Property.Num(double number) -> Value.newBuilder().setNumberValue(number).build();
      case Property.Text(var text) -> text(text);
      case Property.Unknown _ -> UNKNOWN;
      case Property.Elements(var elements) -> {
        var list = ListValue.newBuilder();
        elements.forEach(element -> list.addValues(write(element)));
        yield Value.newBuilder().setListValue(list).build();
      }
      case Property.Fields(var fields) -> Value.newBuilder().setStructValue(struct(fields)).build();
      case Property.Secret(var value) ->
          accepted.secrets()
              ? object(special(Signature.SECRET).putFields("value", write(value)))
              : write(value);
      case Property.Reference reference -> reference(reference);
      case Property.Output output -> output(output);
      case Property.ByteText(var base64) ->
          object(special(Signature.BYTES).putFields("value", text(base64)));
      case Property.Asset asset -> asset(asset);
    };
  }

  private Value reference(Property.Reference reference) {
    // Who does not know resources wants the id of one: an unknown one is unknown.
    if (!accepted.references())
      return reference
          .id()
          .map(id -> id.isEmpty() ? UNKNOWN : text(id))
          .orElse(text(reference.urn()));
    var object = special(Signature.REFERENCE).putFields("urn", text(reference.urn()));
    put(object, "id", reference.id());
    put(object, "packageVersion", reference.packageVersion());
    nameAndType(object, reference.urn());
    return object(object);
  }

  /// Says again what the URN says, without the types of what is around the resource.
  private static void nameAndType(Struct.Builder object, String urn) {
    var parts = urn.split("::", URN_PARTS);
    if (parts.length < URN_PARTS) return;
    var types = parts[URN_PARTS - 2];
    object.putFields("name", text(parts[URN_PARTS - 1]));
    object.putFields("type", text(types.substring(types.lastIndexOf('$') + 1)));
  }

  private Value output(Property.Output output) {
    if (!accepted.outputs()) {
      var value = output.value().orElse(new Property.Unknown());
      return write(output.secret() ? new Property.Secret(value) : value);
    }
    var object = special(Signature.OUTPUT);
    output.value().ifPresent(value -> object.putFields("value", write(value)));
    if (output.secret()) object.putFields("secret", Value.newBuilder().setBoolValue(true).build());
    if (!output.dependencies().isEmpty()) {
      var urns = ListValue.newBuilder();
      output.dependencies().forEach(urn -> urns.addValues(text(urn)));
      object.putFields("dependencies", Value.newBuilder().setListValue(urns).build());
    }
    return object(object);
  }

  private Value asset(Property.Asset asset) {
    var object = special(asset.archive() ? Signature.ARCHIVE : Signature.ASSET);
    put(object, "hash", asset.hash());
    if (hashing && asset.hash().isPresent()) return object(object);
    switch (asset.content()) {
      case AssetContent.Omitted _ -> {}
      case AssetContent.Inline(var text) -> object.putFields("text", text(text));
      case AssetContent.File(var path) -> object.putFields("path", text(path));
      case AssetContent.Address(var uri) -> object.putFields("uri", text(uri));
      case AssetContent.Members(var members) -> object.putFields("assets", object(struct(members)));
    }
    return object(object);
  }

  private static void put(Struct.Builder object, String name, Optional<String> text) {
    text.ifPresent(each -> object.putFields(name, text(each)));
  }

  private static Struct.Builder special(Signature signature) {
    return Struct.newBuilder().putFields(Signature.KEY, text(signature.word()));
  }

  private static Value object(Struct.Builder fields) {
    return Value.newBuilder().setStructValue(fields).build();
  }

  private static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }
}
