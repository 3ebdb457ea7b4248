package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.MapEntry;
import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Messages as scenarios write them: those fields left out that have default values, special values
/// by what they stand for. Names of fields are in camel case.
final class WireJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String SIGNATURE = "4dabf18193072939515e22adb298388d";
  private static final String UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  private static final Map<String, String> SPECIAL =
      Map.of(
          "1b47061264138c4ac30d75fd1eb44270", "$secret",
          "5cf8f73096256a8f31e491e813e4eb8e", "$ref",
          "d0e6a833031e9bbcd3f4e8bde6ca49a4", "$output",
          "803fd3297a5875dc03ca845dda5d2a98", "$bytes",
          "c44067f5952c0a294b673a41bacd8c17", "$asset",
          "0def7320c3a5731c473e5ecbe6d01bc7", "$archive");

  private WireJson() {}

  static ObjectNode of(Message message) {
    var json = JSON.objectNode();
    message
        .getAllFields()
        .forEach((field, value) -> json.set(field.getJsonName(), field(field, value)));
    return json;
  }

  private static JsonNode field(FieldDescriptor field, Object value) {
    if (field.isMapField()) {
      var entries = JSON.objectNode();
      for (Object each : (List<?>) value)
        if (each instanceof MapEntry<?, ?> entry)
          entries.set(String.valueOf(entry.getKey()), single(entry.getValue()));
      return entries;
    }
    if (!field.isRepeated()) return single(value);
    var list = JSON.arrayNode();
    ((List<?>) value).forEach(each -> list.add(single(each)));
    return list;
  }

  private static JsonNode single(Object value) {
    return switch (value) {
      case Struct struct -> of(struct);
      case Value any -> of(any);
      case Message message -> of(message);
      case ByteString bytes ->
          JSON.textNode(Base64.getEncoder().encodeToString(bytes.toByteArray()));
      case EnumValueDescriptor constant -> JSON.textNode(constant.getName());
      case Boolean truth -> JSON.booleanNode(truth);
      case Number number -> JSON.numberNode(number.doubleValue());
      default -> text(value.toString());
    };
  }

  static JsonNode of(Struct struct) {
    var fields = JSON.objectNode();
    struct.getFieldsMap().forEach((name, value) -> fields.set(name, of(value)));
    return named(fields, fields);
  }

  private static JsonNode named(ObjectNode fields, JsonNode otherwise) {
    var special = SPECIAL.get(fields.path(SIGNATURE).asText());
    if (special == null) return otherwise;
    fields.remove(SIGNATURE);
    return JSON.objectNode()
        .set(special, special.equals("$secret") ? fields.path("value") : fields);
  }

  /// JSON that a provider stored of what it was sent.
  static JsonNode named(JsonNode stored) {
    if (stored.isArray()) {
      var list = JSON.arrayNode();
      stored.forEach(each -> list.add(named(each)));
      return list;
    }
    if (!stored.isObject()) return stored.isTextual() ? text(stored.textValue()) : stored;
    var fields = JSON.objectNode();
    stored.properties().forEach(each -> fields.set(each.getKey(), named(each.getValue())));
    return named(fields, fields);
  }

  private static JsonNode of(Value value) {
    return switch (value.getKindCase()) {
      case NULL_VALUE, KIND_NOT_SET -> JSON.nullNode();
      case BOOL_VALUE -> JSON.booleanNode(value.getBoolValue());
      case NUMBER_VALUE -> JSON.numberNode(value.getNumberValue());
      case STRING_VALUE -> text(value.getStringValue());
      case LIST_VALUE -> {
        var list = JSON.arrayNode();
        value.getListValue().getValuesList().forEach(each -> list.add(of(each)));
        yield list;
      }
      case STRUCT_VALUE -> of(value.getStructValue());
    };
  }

  private static JsonNode text(String text) {
    return text.equals(UNKNOWN)
        ? JSON.objectNode().put("$unknown", "string")
        : JSON.textNode(ScenarioNames.own(text.replace(ProgramEntry.SCOPE, "::")));
  }
}
