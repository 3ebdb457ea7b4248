package io.keelson.provider.plugin.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.state.StateCodec.MalformedState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Type;
import io.keelson.json.ExactJson;
import io.keelson.json.JsonStateCodec;
import java.io.IOException;
import java.util.Map;

/// Stored states as providers take them back.
public final class StoredJson {
  private static final ObjectWriter WRITER =
      ExactJson.JSON.writer().with(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);

  private StoredJson() {}

  /// The stored JSON of the current schema version, as the provider reads it.
  ///
  /// Attributes that the schema does not have any more are left out, because providers refuse them;
  /// the very same bytes if there are none. Collections of open types are told apart by element, as
  /// Terraform does: the state has their type beside the whole.
  ///
  /// @throws IOException if it is not JSON
  /// @throws MalformedState if it does not fit the type
  public static Bytes fitting(Bytes stored, Type type) throws IOException, MalformedState {
    if (hasOpenCollection(type))
      return DynamicValues.json(new JsonStateCodec().decode(stored, type), type);
    var tree = ExactJson.JSON.readTree(stored.toArray());
    try {
      return trim(tree, type) ? Bytes.of(WRITER.writeValueAsBytes(tree)) : stored;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("writing a tree to memory failed", e);
    }
  }

  private static boolean hasOpenCollection(Type type) {
    return type.hasDynamic()
        && switch (type) {
          case Type.Primitive _, Type.Dynamic _ -> false;
          case Type.ListOf _, Type.SetOf _, Type.MapOf _ -> true;
          case Type.TupleOf(var elements) ->
              elements.stream().anyMatch(StoredJson::hasOpenCollection);
          case Type.ObjectOf object ->
              object.attributes().values().stream().anyMatch(StoredJson::hasOpenCollection);
        };
  }

  /// @return whether something was taken out
  private static boolean trim(JsonNode node, Type type) {
    return switch (type) {
      case Type.Primitive _, Type.Dynamic _ -> false;
      case Type.ListOf(var element) -> trimAll(node, element);
      case Type.SetOf(var element) -> trimAll(node, element);
      case Type.MapOf(var element) -> trimAll(node, element);
      case Type.TupleOf(var elements) -> {
        boolean any = false;
        for (int i = 0; i < elements.size() && i < node.size(); i++)
          any |= trim(node.path(i), elements.get(i));
        yield any;
      }
      case Type.ObjectOf object -> trimObject(node, object);
    };
  }

  private static boolean trimAll(JsonNode node, Type element) {
    boolean any = false;
    for (JsonNode each : node) any |= trim(each, element);
    return any;
  }

  private static boolean trimObject(JsonNode node, Type.ObjectOf type) {
    if (!(node instanceof ObjectNode object)) return false;
    var gone = object.propertyStream().map(Map.Entry::getKey).filter(n -> !type.has(n)).toList();
    object.remove(gone);
    boolean any = !gone.isEmpty();
    for (int i = 0; i < type.size(); i++) any |= trim(object.path(type.name(i)), type.type(i));
    return any;
  }
}
