package io.keelson.provider.plugin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Type;
import io.keelson.json.ExactJson;
import java.io.IOException;
import java.util.Map;

/// Stored states as providers take them back.
final class StoredJson {
  private static final ObjectWriter WRITER =
      ExactJson.JSON.writer().with(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);

  private StoredJson() {}

  /// The stored JSON without the attributes that the schema does not have any more, which providers
  /// refuse; the very same bytes if there are none. Parts whose type is open stay as they are.
  ///
  /// @throws IOException if it is not JSON
  static Bytes fitting(Bytes stored, Type type) throws IOException {
    var tree = ExactJson.JSON.readTree(stored.toArray());
    try {
      return trim(tree, type) ? Bytes.of(WRITER.writeValueAsBytes(tree)) : stored;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("writing a tree to memory failed", e);
    }
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
