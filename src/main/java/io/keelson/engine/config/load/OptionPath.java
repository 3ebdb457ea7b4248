package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.PathPattern.Part;
import io.keelson.engine.diagnostic.Excerpt;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Type;
import java.util.List;
import java.util.Optional;

/// An entry of `ignoreChanges`, `replaceOnChanges` or `sensitive`, read against the schema.
///
/// @rule R-PUL-11
sealed interface OptionPath {
  /// @param providers whether only the provider sets this attribute (R-IGN-10)
  record Usable(PathPattern path, boolean providers) implements OptionPath {}

  String NO_PATH =
      "It is no attribute path from here on; write name, name.part, name[0] or name[\"key\"].";

  /// @param reason a sentence, and the place
  record Wrong(String reason) implements OptionPath {}

  static OptionPath read(String text, Schema schema) {
    PathPattern path;
    try {
      path = PathPattern.parse(text);
    } catch (IllegalArgumentException e) {
      return wrong(text, 0, NO_PATH);
    }
    var parts = path.parts();
    if (parts.isEmpty()) return new Wrong("'' does not start with an attribute.");
    boolean whole = parts.getFirst() instanceof Part.Any;
    if (!whole && !(parts.getFirst() instanceof Part.One(Step.Attribute _)))
      return wrong(text, 0, "It does not start with an attribute.");
    for (int i = 0; i < parts.size(); i++)
      if (!leadsSomewhere(schema.type(), parts.subList(0, i + 1)))
        return wrong(text, i, nowhere(text, parts, i, schema));
    return new Usable(path, isOfProvider(parts.getFirst(), schema));
  }

  private static boolean isOfProvider(Part first, Schema schema) {
    if (!(first instanceof Part.One(Step.Attribute(var name)))) return false;
    var attribute = schema.root().attributes().get(name);
    return attribute != null && attribute.presence() == Presence.COMPUTED;
  }

  /// @param step that is wrong
  private static Wrong wrong(String text, int step, String reason) {
    return new Wrong(reason + "\n" + Excerpt.of(text, PathPattern.place(text, step)));
  }

  /// Why a step leads nowhere, in a sentence.
  private static String nowhere(String text, List<Part> parts, int step, Schema schema) {
    var before = text.substring(0, PathPattern.place(text, step)).replaceFirst("\\.$", "");
    var where = typeAt(schema.type(), parts.subList(0, step));
    if (where.isEmpty()) return "Nothing there leads any further.";
    return switch (where.get()) {
      case Type.ObjectOf object -> noAttribute(parts.get(step), before, object);
      case Type.SetOf _ -> "'" + before + "' is a set, whose elements have no places.";
      case Type.ListOf _, Type.TupleOf _ ->
          "'%1$s' is a list: name an element by its number, as in %1$s[0], or all, as in %1$s[*]."
              .formatted(before);
      case Type.MapOf _ -> "'%1$s' is a map: name a key, as in %1$s[\"key\"].".formatted(before);
      case Type.Dynamic _, Type.Primitive _ -> "'" + before + "' has no parts.";
    };
  }

  private static String noAttribute(Part part, String before, Type.ObjectOf object) {
    if (!(part instanceof Part.One(var step))) return "'" + before + "' has no parts.";
    var advice = Nearest.advice(name(step), object.names());
    return "There is no attribute '"
        + name(step)
        + "'"
        + (before.isEmpty() ? "" : " in '" + before + "'")
        + "."
        + (advice.isEmpty() ? "" : " " + advice);
  }

  /// What stands at the end of a path; empty if that may be of several types.
  private static Optional<Type> typeAt(Type type, List<Part> parts) {
    if (parts.isEmpty()) return Optional.of(type);
    var rest = parts.subList(1, parts.size());
    return switch (type) {
      case Type.ObjectOf object when parts.getFirst() instanceof Part.One(var step) ->
          Optional.ofNullable(object.attribute(name(step))).flatMap(each -> typeAt(each, rest));
      case Type.MapOf(var element) -> typeAt(element, rest);
      case Type.ListOf(var element) -> typeAt(element, rest);
      default -> Optional.empty();
    };
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
