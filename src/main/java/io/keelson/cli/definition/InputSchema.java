package io.keelson.cli.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.config.constraint.TypeConstraint;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.DeclaredVariable;
import io.keelson.operator.api.component.ComponentDefinitionSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What a definition takes, as a structural schema of the API server. Values are literals of the
/// declared types: nothing is converted, and no text is an expression.
final class InputSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String ANYTHING = "x-kubernetes-preserve-unknown-fields";
  private static final int LONGEST_DEFAULT = 200;

  private final ComponentDefinitionSpec spec;

  private InputSchema(ComponentDefinitionSpec spec) {
    this.spec = spec;
  }

  /// @throws IllegalArgumentException saying why there can be none
  static ObjectNode of(ComponentDefinitionSpec spec) {
    return new InputSchema(spec).inputs();
  }

  private ObjectNode inputs() {
    var schema = object("The values of the component's variables; ${ is text as any other.");
    var properties = schema.putObject("properties");
    var required = new TreeSet<String>();
    for (DeclaredVariable each :
        spec.variables == null ? List.<DeclaredVariable>of() : spec.variables) {
      if (isHidden(each)) continue;
      properties.set(each.name, variable(each));
      if (each.standIn == null) required.add(each.name);
    }
    require(schema, required);
    return schema.put("x-kubernetes-map-type", "atomic");
  }

  /// What is hidden cannot stand in an object that many may read.
  private static boolean isHidden(DeclaredVariable variable) {
    boolean sensitive = Boolean.TRUE.equals(variable.sensitive);
    if (!sensitive && !Boolean.TRUE.equals(variable.ephemeral)) return false;
    if (variable.standIn != null) return true;
    throw new IllegalArgumentException(
        ("The variable '%s' is %s and has no default: its value would have to stand in each object"
                + " of the kind, for all to read. Give it a default, or use the definition with a"
                + " Component whose spec.inputs.%s is an expression, such as"
                + " ${variable.%s} of a variable of the Stack.")
            .formatted(
                variable.name,
                sensitive ? "sensitive" : "ephemeral",
                variable.name,
                variable.name));
  }

  private ObjectNode variable(DeclaredVariable variable) {
    var schema = schema(constraint(variable));
    if (!Boolean.FALSE.equals(variable.nullable)) schema.put("nullable", true);
    var about =
        Stream.of(Optional.ofNullable(variable.description), aboutDefault(variable))
            .flatMap(Optional::stream)
            .toList();
    if (!about.isEmpty()) schema.put("description", String.join("\n", about));
    return schema;
  }

  /// The default is only named in the description: as `default` of the schema it would be written
  /// into objects, and they would keep it when a later version has another one.
  private Optional<String> aboutDefault(DeclaredVariable variable) {
    if (variable.standIn == null || variable.standIn.isNull()) return Optional.empty();
    var text = variable.standIn.toString();
    return Optional.of(
        text.length() > LONGEST_DEFAULT
            ? "Version %s has a default.".formatted(spec.version)
            : "Default of version %s: %s".formatted(spec.version, text));
  }

  private static TypeConstraint constraint(DeclaredVariable variable) {
    try {
      return VariableType.of(variable);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The type of the variable '%s' cannot be read: %s. 'keelson check' shows where."
              .formatted(variable.name, e.getMessage()),
          e);
    }
  }

  private static ObjectNode schema(TypeConstraint constraint) {
    return switch (constraint) {
      case TypeConstraint.Plain(var type) -> plain(type);
      case TypeConstraint.ListOf(var element) -> list(schema(element));
      case TypeConstraint.SetOf(var element) -> list(schema(element));
      case TypeConstraint.MapOf(var element) -> {
        var map = JSON.objectNode().put("type", "object");
        map.set("additionalProperties", schema(element));
        yield map;
      }
      case TypeConstraint.TupleOf(var elements) -> tuple(elements);
      case TypeConstraint.ObjectOf object -> object(object);
    };
  }

  private static ObjectNode plain(Type type) {
    var schema = JSON.objectNode();
    if (type == Types.STRING) return schema.put("type", "string");
    if (type == Types.NUMBER) return schema.put("type", "number");
    if (type == Types.BOOL) return schema.put("type", "boolean");
    return schema.put(ANYTHING, true);
  }

  private static ObjectNode list(ObjectNode element) {
    var list = JSON.objectNode().put("type", "array");
    list.set("items", element);
    return list;
  }

  /// The API server knows one schema for all elements only.
  private static ObjectNode tuple(List<TypeConstraint> elements) {
    var schemas = elements.stream().map(InputSchema::schema).distinct().toList();
    return list(schemas.size() == 1 ? schemas.getFirst() : JSON.objectNode().put(ANYTHING, true))
        .put("minItems", elements.size())
        .put("maxItems", elements.size());
  }

  private static ObjectNode object(TypeConstraint.ObjectOf object) {
    var schema = JSON.objectNode().put("type", "object");
    var properties = schema.putObject("properties");
    var required = new ArrayList<String>();
    object
        .attributes()
        .forEach((name, each) -> {
          properties.set(name, attribute(each));
          if (!each.optional()) required.add(name);
        });
    require(schema, required);
    return schema;
  }

  private static ObjectNode attribute(TypeConstraint.Attribute attribute) {
    var schema = schema(attribute.constraint());
    var standIn = standIn(attribute);
    if (standIn.isPresent()) schema.set("default", standIn.get());
    else if (attribute.optional()) schema.put("nullable", true);
    return schema;
  }

  /// Belongs to the type that the kind is printed of: the API server writes it into objects.
  private static Optional<JsonNode> standIn(TypeConstraint.Attribute attribute) {
    var constraint = attribute.constraint();
    return attribute
        .standIn()
        .filter(each -> !each.isNull())
        .map(each ->
            constraint.complete(each).convert(constraint.type())
                    instanceof Conversion.Converted(var value)
                ? value
                : each)
        .map(JsonValues::write)
        .map(InputSchema::withoutNulls);
  }

  /// Where null may not be written, it is as if nothing was.
  private static JsonNode withoutNulls(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      object.properties().removeIf(each -> each.getValue().isNull());
      object.forEach(InputSchema::withoutNulls);
    } else tree.forEach(InputSchema::withoutNulls);
    return tree;
  }

  private static ObjectNode object(String description) {
    return JSON.objectNode().put("description", description).put("type", "object");
  }

  private static void require(ObjectNode schema, Iterable<String> names) {
    if (names.iterator().hasNext()) names.forEach(schema.putArray("required")::add);
  }
}
