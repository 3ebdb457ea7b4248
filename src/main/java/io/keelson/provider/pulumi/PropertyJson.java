package io.keelson.provider.pulumi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.keelson.json.ExactJson;
import io.keelson.provider.pulumi.wire.Property;
import java.math.BigDecimal;

/// Properties as plain JSON, secrets included.
final class PropertyJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private PropertyJson() {}

  /// A text as it is, anything else as JSON.
  static String text(Property property) {
    var tree = tree(property);
    if (tree.isTextual()) return tree.textValue();
    try {
      return ExactJson.JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("writing a tree to memory failed", e);
    }
  }

  private static JsonNode tree(Property property) {
    return switch (property) {
      case Property.Null _, Property.Unknown _ -> NODES.nullNode();
      case Property.Truth(var truth) -> NODES.booleanNode(truth);
      case Property.Num(var number) ->
          NODES.numberNode(BigDecimal.valueOf(number).stripTrailingZeros());
      case Property.Text(var text) -> NODES.textNode(text);
      case Property.ByteText(var base64) -> NODES.textNode(base64);
      case Property.Secret(var value) -> tree(value);
      case Property.Output(var value, _, _) ->
          value.map(PropertyJson::tree).orElse(NODES.nullNode());
      case Property.Reference reference -> NODES.textNode(reference.id().orElse(reference.urn()));
      case Property.Asset(_, var hash, _) -> NODES.textNode(hash.orElse(""));
      case Property.Elements(var elements) -> {
        var array = NODES.arrayNode();
        elements.forEach(each -> array.add(tree(each)));
        yield array;
      }
      case Property.Fields(var fields) -> {
        var object = NODES.objectNode();
        fields.forEach((name, value) -> object.set(name, tree(value)));
        yield object;
      }
    };
  }
}
