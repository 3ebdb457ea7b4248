package io.keelson.provider.pulumi.wire;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.keelson.engine.address.AttributePath;
import io.keelson.provider.pulumi.wire.Property.AssetContent;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads properties from structs. Messages nest less deeply than a stack can bear: their parser
/// sees to that.
public final class PropertyReader {
  private PropertyReader() {}

  /// @throws MalformedProperty if a special object lacks what it needs, or is unknown
  public static Property.Fields read(Struct struct) throws MalformedProperty {
    return new Property.Fields(fields(struct.getFieldsMap(), AttributePath.ROOT));
  }

  /// @throws MalformedProperty as [#read]
  public static Property read(Value value) throws MalformedProperty {
    return any(value, AttributePath.ROOT);
  }

  private static SortedMap<String, Property> fields(Map<String, Value> fields, AttributePath at)
      throws MalformedProperty {
    var read = new TreeMap<String, Property>();
    for (var each : fields.entrySet())
      read.put(each.getKey(), any(each.getValue(), at.attribute(each.getKey())));
    return read;
  }

  private static Property any(Value value, AttributePath at) throws MalformedProperty {
    return switch (value.getKindCase()) {
      case NULL_VALUE, KIND_NOT_SET -> new Property.Null();
      case BOOL_VALUE -> new Property.Truth(value.getBoolValue());
      case NUMBER_VALUE -> number(value.getNumberValue(), at);
      case STRING_VALUE ->
          Signature.isUnknown(value.getStringValue())
              ? new Property.Unknown()
              : new Property.Text(value.getStringValue());
      case LIST_VALUE -> {
        var elements = new ArrayList<Property>(value.getListValue().getValuesCount());
        for (Value each : value.getListValue().getValuesList())
          elements.add(any(each, at.index(elements.size())));
        yield new Property.Elements(elements);
      }
      case STRUCT_VALUE -> object(value.getStructValue().getFieldsMap(), at);
    };
  }

  private static Property number(double number, AttributePath at) throws MalformedProperty {
    if (!Double.isFinite(number))
      throw new MalformedProperty(at, "infinity and not-a-number are not numbers here");
    return new Property.Num(number);
  }

  private static Property object(Map<String, Value> fields, AttributePath at)
      throws MalformedProperty {
    var signature = fields.get(Signature.KEY);
    if (signature == null) return new Property.Fields(fields(fields, at));
    return switch (Signature.of(signature.getStringValue())
        .orElseThrow(() ->
            new MalformedProperty(at, "it is a special object of a kind that is not known"))) {
      case SECRET -> new Property.Secret(any(needed(fields, "value", at), at));
      case REFERENCE ->
          new Property.Reference(
              text(fields, "urn", at)
                  .orElseThrow(() -> new MalformedProperty(at, "a resource without its URN")),
              reference(fields, at),
              text(fields, "packageVersion", at));
      case OUTPUT -> output(fields, at);
      case BYTES ->
          new Property.ByteText(
              text(fields, "value", at)
                  .orElseThrow(() -> new MalformedProperty(at, "bytes that are not there")));
      case ASSET -> asset(false, fields, at);
      case ARCHIVE -> asset(true, fields, at);
    };
  }

  /// An id that is unknown is said to be empty.
  private static Optional<String> reference(Map<String, Value> fields, AttributePath at)
      throws MalformedProperty {
    return text(fields, "id", at).map(id -> Signature.isUnknown(id) ? "" : id);
  }

  private static Property output(Map<String, Value> fields, AttributePath at)
      throws MalformedProperty {
    var value = fields.get("value");
    var dependencies = new TreeSet<String>();
    for (Value each : fields.getOrDefault("dependencies", NOTHING).getListValue().getValuesList())
      dependencies.add(each.getStringValue());
    return new Property.Output(
        value == null ? Optional.empty() : Optional.of(any(value, at)),
        fields.getOrDefault("secret", NOTHING).getBoolValue(),
        dependencies);
  }

  private static Property asset(boolean archive, Map<String, Value> fields, AttributePath at)
      throws MalformedProperty {
    var hash = text(fields, "hash", at).filter(each -> !each.isEmpty());
    return new Property.Asset(archive, hash, content(fields, at));
  }

  private static AssetContent content(Map<String, Value> fields, AttributePath at)
      throws MalformedProperty {
    // Go sends all three texts, and the two that are not meant are empty.
    var path = text(fields, "path", at).filter(each -> !each.isEmpty());
    if (path.isPresent()) return new AssetContent.File(path.get());
    var uri = text(fields, "uri", at).filter(each -> !each.isEmpty());
    if (uri.isPresent()) return new AssetContent.Address(uri.get());
    var members = fields.get("assets");
    if (members != null && members.hasStructValue())
      return new AssetContent.Members(fields(members.getStructValue().getFieldsMap(), at));
    var text = text(fields, "text", at);
    return text.isPresent() ? new AssetContent.Inline(text.get()) : new AssetContent.Omitted();
  }

  private static final Value NOTHING = Value.getDefaultInstance();

  private static Value needed(Map<String, Value> fields, String name, AttributePath at)
      throws MalformedProperty {
    var value = fields.get(name);
    if (value == null) throw new MalformedProperty(at, "a special object without its " + name);
    return value;
  }

  private static Optional<String> text(Map<String, Value> fields, String name, AttributePath at)
      throws MalformedProperty {
    var value = fields.get(name);
    if (value == null || value.hasNullValue()) return Optional.empty();
    if (!value.hasStringValue())
      throw new MalformedProperty(at, "a special object whose " + name + " is no text");
    return Optional.of(value.getStringValue());
  }
}
