package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Type;
import java.util.List;

/// An entry of `ignoreChanges`, read against the schema.
sealed interface IgnoredPath {
  record Usable(AttributePath path) implements IgnoredPath {}

  /// Only the provider sets this attribute, so there is nothing to ignore.
  ///
  /// @rule R-IGN-10
  record Pointless(AttributePath path) implements IgnoredPath {}

  /// @param reason a sentence
  record Wrong(String reason) implements IgnoredPath {}

  static IgnoredPath read(String text, Schema schema) {
    AttributePath path;
    try {
      path = AttributePath.parse(text);
    } catch (IllegalArgumentException e) {
      return new Wrong(e.getMessage() + ".");
    }
    if (path.isRoot() || !(path.steps().getFirst() instanceof Step.Attribute(var name)))
      return new Wrong("'" + text + "' does not start with an attribute.");
    var type = schema.type().attribute(name);
    if (type == null) return new Wrong(noAttribute(name, schema));
    if (!leadsSomewhere(type, path.steps().subList(1, path.steps().size())))
      return new Wrong(
          "'" + text + "' leads nowhere: there is no such part, or it is inside a set.");
    var attribute = schema.root().attributes().get(name);
    return attribute != null && attribute.presence() == Presence.COMPUTED
        ? new Pointless(path)
        : new Usable(path);
  }

  private static String noAttribute(String name, Schema schema) {
    var advice = Nearest.advice(name, schema.type().names());
    return "There is no attribute '" + name + "'." + (advice.isEmpty() ? "" : " " + advice);
  }

  private static boolean leadsSomewhere(Type type, List<Step> steps) {
    if (steps.isEmpty()) return true;
    var rest = steps.subList(1, steps.size());
    return switch (type) {
      case Type.Dynamic _ -> true;
      case Type.ObjectOf object -> {
        var attribute = object.attribute(name(steps.getFirst()));
        yield attribute != null && leadsSomewhere(attribute, rest);
      }
      case Type.MapOf(var element) ->
          !(steps.getFirst() instanceof Step.Index) && leadsSomewhere(element, rest);
      case Type.ListOf(var element) ->
          steps.getFirst() instanceof Step.Index && leadsSomewhere(element, rest);
      case Type.TupleOf(var elements) ->
          steps.getFirst() instanceof Step.Index(var index)
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
