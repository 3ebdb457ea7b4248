package io.keelson.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.cli.definition.DescribedComponent;
import io.keelson.cli.provider.DescribedType;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Type;
import java.util.ArrayList;
import java.util.List;

/// JSON Schema (draft 2020-12) of manifests with one type, for editors. It lets pass what the API
/// server and `keelson check` may still refuse, and refuses nothing that they take.
final class JsonSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String INPUTS = "inputs";
  private static final String EXPRESSION = "#/$defs/expression";

  private final Documentation documentation;

  private JsonSchema(Documentation documentation) {
    this.documentation = documentation;
  }

  /// Of a whole manifest: a Resource of the type, a Component that a program makes, or a
  /// ProviderConfig of the provider.
  static ObjectNode of(DescribedType type) {
    var fields = JSON.objectNode();
    switch (type.kind()) {
      case RESOURCE -> resource(fields, type, "Managed");
      case DATA -> resource(fields, type, "Data");
      case EPHEMERAL -> resource(fields, type, "Ephemeral");
      case PROGRAM -> program(fields, type);
      case PROVIDER -> {}
    }
    var kind =
        switch (type.kind()) {
          case RESOURCE, DATA, EPHEMERAL -> "Resource";
          case PROGRAM -> "Component";
          case PROVIDER -> "ProviderConfig";
        };
    var values = type.kind() == DescribedType.Kind.PROGRAM ? INPUTS : "config";
    fields.putObject(values).put("$ref", "#/$defs/" + values);
    var about = "A " + type.kind().words() + " of " + type.provider() + ".";
    var schema = manifest(type.title(), about, kind, fields);
    definitions(schema, values, new JsonSchema(type.documentation()).config(type.schema()));
    return schema;
  }

  /// Of a Component that uses a definition.
  static ObjectNode of(DescribedComponent component) {
    var fields = JSON.objectNode();
    var definition = fields.putObject("definition").put("type", "object");
    definition.putObject("properties").putObject("name").put("const", component.name());
    fields.putObject(INPUTS).put("$ref", "#/$defs/" + INPUTS);
    var schema = manifest(component.title(), component.about(), "Component", fields);
    var inputs = new JsonSchema(component.documentation()).config(component.inputs());
    definitions(schema, INPUTS, inputs);
    return schema;
  }

  private static ObjectNode manifest(String title, String about, String kind, ObjectNode fields) {
    var schema = JSON.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", title).put("description", about).put("type", "object");
    var properties = schema.putObject("properties");
    properties.putObject("apiVersion").put("const", "keelson.dev/v1alpha1");
    properties.putObject("kind").put("const", kind);
    properties.putObject("spec").put("type", "object").set("properties", fields);
    return schema;
  }

  private static void definitions(ObjectNode schema, String name, ObjectNode config) {
    schema.putObject("$defs").<ObjectNode>set(name, config).set("expression", expression());
  }

  private static void resource(ObjectNode fields, DescribedType type, String mode) {
    fields.putObject("type").put("const", type.name());
    fields.putObject("mode").put("const", mode);
  }

  private static void program(ObjectNode fields, DescribedType type) {
    var program = fields.putObject("program").put("type", "object");
    program.putObject("properties").putObject("type").putArray("examples").add(type.name());
  }

  /// A string with an expression in it may stand for a value of any type.
  private static ObjectNode expression() {
    return JSON.objectNode()
        .put("type", "string")
        .put("pattern", "\\$\\{")
        .put("description", "An expression: ${…}");
  }

  private ObjectNode config(Schema schema) {
    return described(block(schema.root(), ""), documentation.own());
  }

  private ObjectNode block(Block block, String path) {
    var object = JSON.objectNode().put("type", "object");
    var properties = object.putObject("properties");
    var required = new ArrayList<String>();
    block
        .attributes()
        .forEach((name, each) -> {
          if (!each.presence().configurable()) return;
          properties.set(name, attribute(each, path + name));
          if (each.presence() == Presence.REQUIRED) required.add(name);
        });
    block
        .blocks()
        .forEach((name, each) -> {
          properties.set(name, nested(each, path + name));
          if (each.min() > 0) required.add(name);
        });
    if (!required.isEmpty()) required.forEach(object.putArray("required")::add);
    return object.put("additionalProperties", false);
  }

  private ObjectNode attribute(Attribute attribute, String path) {
    var optional = attribute.presence() != Presence.REQUIRED;
    var value =
        switch (attribute.shape()) {
          case Shape.Plain(var type) -> alternatives(value(type), optional);
          case Shape.Nested nested ->
              alternatives(held(nested.nesting(), block(nested.block(), path + ".")), optional);
        };
    if (attribute.writeOnly()) value.put("writeOnly", true);
    return described(value, documentation.of(path));
  }

  private ObjectNode nested(NestedBlock nested, String path) {
    var held = held(nested.nesting(), block(nested.block(), path + "."));
    switch (nested.nesting()) {
      case LIST, SET -> {
        if (nested.min() > 0) held.put("minItems", nested.min());
        if (nested.max() > 0) held.put("maxItems", nested.max());
      }
      case MAP, SINGLE, GROUP -> {}
    }
    return described(alternatives(held, nested.min() == 0), documentation.of(path));
  }

  private static ObjectNode held(Nesting nesting, ObjectNode object) {
    return switch (nesting) {
      case SINGLE, GROUP -> object;
      case LIST, SET -> {
        var list = JSON.objectNode().put("type", "array");
        list.set("items", alternatives(object, false));
        yield list;
      }
      case MAP -> {
        var map = JSON.objectNode().put("type", "object");
        map.set("additionalProperties", alternatives(object, false));
        yield map;
      }
    };
  }

  /// Values are converted, so numbers and bools may be written as strings, and the reverse.
  private static ObjectNode value(Type type) {
    var value = JSON.objectNode();
    switch (type) {
      case Type.Dynamic _ -> {}
      case Type.Primitive.STRING, Type.Primitive.NUMBER, Type.Primitive.BOOL ->
          primitive(value, (Type.Primitive) type);
      case Type.ListOf(var element) -> list(value, element);
      case Type.SetOf(var element) -> list(value, element);
      case Type.MapOf(var element) ->
          value.put("type", "object").set("additionalProperties", element(element));
      case Type.TupleOf(var elements) -> {
        value.put("type", "array").put("items", false);
        var items = value.putArray("prefixItems");
        elements.forEach(each -> items.add(element(each)));
      }
      case Type.ObjectOf object -> {
        var properties = value.put("type", "object").putObject("properties");
        object.attributes().forEach((name, each) -> properties.set(name, element(each)));
      }
    }
    return value;
  }

  private static void primitive(ObjectNode value, Type.Primitive type) {
    var types =
        switch (type) {
          case STRING -> List.of("string", "number", "boolean");
          case NUMBER -> List.of("number", "string");
          case BOOL -> List.of("boolean", "string");
        };
    types.forEach(value.putArray("type")::add);
  }

  private static void list(ObjectNode value, Type element) {
    value.put("type", "array").set("items", element(element));
  }

  private static ObjectNode element(Type type) {
    return alternatives(value(type), true);
  }

  /// The value itself, an expression for it, or null where nothing may be written.
  private static ObjectNode alternatives(ObjectNode value, boolean optional) {
    if (value.isEmpty()) return value;
    if (value.path("type").isArray()) {
      if (optional) ((ArrayNode) value.get("type")).add("null");
      return value;
    }
    var either = JSON.objectNode();
    var all = either.putArray("anyOf");
    all.add(value);
    all.addObject().put("$ref", EXPRESSION);
    if (optional) all.addObject().put("type", "null");
    return either;
  }

  private static ObjectNode described(ObjectNode value, Documentation.Note note) {
    if (!note.deprecation().isEmpty()) value.put("deprecated", true);
    var text = (note.deprecation() + "\n" + note.text()).strip();
    if (!text.isEmpty()) value.put("description", text);
    return value;
  }
}
