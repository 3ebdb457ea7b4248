package io.keelson.operator.component.kind;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// The spec of an object of a kind, turned into the spec of a Component: no text in its inputs is
/// an expression.
///
/// @param written the object's spec
record LiteralSpec(ComponentKind kind, JsonNode written) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /// The fields that are copied to the Component. Its other fields reach beyond the component.
  private static final List<String> SAME =
      List.of(
          "stack", "name", "count", "forEach", "enabled", "dependsOn", "providers", "lifecycle");

  ObjectNode tree() {
    var spec = JSON.objectNode();
    for (String each : SAME) if (written.has(each)) spec.set(each, written.get(each));
    var definition = spec.putObject("definition");
    definition.put("name", kind.definition()).put("namespace", kind.namespace());
    for (String each : List.of("version", "revision"))
      if (written.has(each)) definition.set(each, written.get(each));
    if (written.has("inputs")) spec.set("inputs", literal(written.get("inputs")));
    return spec;
  }

  private static JsonNode literal(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> JSON.textNode(escaped(value.textValue()));
      case ARRAY -> {
        var list = JSON.arrayNode();
        value.forEach(each -> list.add(literal(each)));
        yield list;
      }
      case OBJECT -> {
        var object = JSON.objectNode();
        value.properties().forEach(each -> object.set(each.getKey(), literal(each.getValue())));
        yield object;
      }
      default -> value;
    };
  }

  private static String escaped(String text) {
    return text.replace("${", "$${");
  }
}
