package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.PathPattern.Part;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Type;
import java.util.List;

/// An entry of `ignoreChanges`, `replaceOnChanges` or `sensitive`, read against the schema.
///
/// @rule R-PUL-11
sealed interface OptionPath {
  /// @param providers whether only the provider sets this attribute (R-IGN-10)
  record Usable(PathPattern path, boolean providers) implements OptionPath {}

  /// @param reason a sentence
  record Wrong(String reason) implements OptionPath {}

  static OptionPath read(String text, Schema schema) {
    PathPattern path;
    try {
      path = PathPattern.parse(text);
    } catch (IllegalArgumentException e) {
      return new Wrong(e.getMessage() + ".");
    }
    if (path.parts().isEmpty()) return new Wrong("'' does not start with an attribute.");
    var rest = path.parts().subList(1, path.parts().size());
    return switch (path.parts().getFirst()) {
      case Part.Any _ -> everyAttribute(path, schema);
      case Part.One(Step.Attribute(var name)) -> attribute(path, name, rest, schema);
      case Part.One(_) -> new Wrong("'" + text + "' does not start with an attribute.");
    };
  }

  private static OptionPath everyAttribute(PathPattern path, Schema schema) {
    return leadsSomewhere(schema.type(), path.parts()) ? new Usable(path, false) : nowhere(path);
  }

  private static OptionPath attribute(
      PathPattern path, String name, List<Part> rest, Schema schema) {
    var type = schema.type().attribute(name);
    if (type == null) return new Wrong(noAttribute(name, schema));
    if (!leadsSomewhere(type, rest)) return nowhere(path);
    var attribute = schema.root().attributes().get(name);
    return new Usable(path, attribute != null && attribute.presence() == Presence.COMPUTED);
  }

  private static OptionPath nowhere(PathPattern path) {
    return new Wrong("'" + path + "' leads nowhere: there is no such part, or it is inside a set.");
  }

  private static String noAttribute(String name, Schema schema) {
    var advice = Nearest.advice(name, schema.type().names());
    return "There is no attribute '" + name + "'." + (advice.isEmpty() ? "" : " " + advice);
  }

  private static boolean leadsSomewhere(Type type, List<Part> parts) {
    if (parts.isEmpty()) return true;
    var rest = parts.subList(1, parts.size());
    return switch (parts.getFirst()) {
      case Part.Any _ -> anyLeadsSomewhere(type, rest);
      case Part.One(var step) -> leadsSomewhere(type, step, rest);
    };
  }

  /// Whether there is at least one part that leads on.
  private static boolean anyLeadsSomewhere(Type type, List<Part> rest) {
    return switch (type) {
      case Type.Dynamic _ -> true;
      case Type.ObjectOf object ->
          object.attributes().values().stream().anyMatch(each -> leadsSomewhere(each, rest));
      case Type.TupleOf(var elements) ->
          elements.stream().anyMatch(each -> leadsSomewhere(each, rest));
      case Type.MapOf(var element) -> leadsSomewhere(element, rest);
      case Type.ListOf(var element) -> leadsSomewhere(element, rest);
      case Type.SetOf _, Type.Primitive _ -> false;
    };
  }

  private static boolean leadsSomewhere(Type type, Step step, List<Part> rest) {
    return switch (type) {
      case Type.Dynamic _ -> true;
      case Type.ObjectOf object -> {
        var attribute = object.attribute(name(step));
        yield attribute != null && leadsSomewhere(attribute, rest);
      }
      case Type.MapOf(var element) ->
          !(step instanceof Step.Index) && leadsSomewhere(element, rest);
      case Type.ListOf(var element) -> step instanceof Step.Index && leadsSomewhere(element, rest);
      case Type.TupleOf(var elements) ->
          step instanceof Step.Index(var index)
              && index < elements.size()
              && leadsSomewhere(elements.get(index), rest);
      case Type.SetOf _, Type.Primitive _ -> false;
    };
  }

  private static String name(Step step) {
    return switch (step) {
      case Step.Attribute(var name) -> name;
      case Step.Key(var key) -> key;
      case Step.Index _ -> "";
    };
  }
}
