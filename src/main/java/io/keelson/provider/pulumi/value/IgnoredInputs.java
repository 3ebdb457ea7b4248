package io.keelson.provider.pulumi.value;

import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.PathPattern.Part;
import io.keelson.provider.pulumi.wire.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Gives the inputs that are ignored as the object was made with them. What the object has there by
/// its provider need not be the same, and nobody may have declared it: told as an input, it might
/// be a change to the provider, or a replacement.
///
/// @rule R-PUL-16
public final class IgnoredInputs {
  private IgnoredInputs() {}

  /// @param before the inputs that the object was made with; if nothing is known of them, the
  ///   others stay as they are
  public static Property.Fields asBefore(
      List<PathPattern> ignored, Property.Fields now, Property.Fields before) {
    if (before.fields().isEmpty()) return now;
    var told = now;
    for (PathPattern pattern : ignored) told = entries(pattern.parts(), told, before);
    return told;
  }

  private static Property part(List<Part> parts, Property now, Property before) {
    if (parts.isEmpty()) return before;
    if (before instanceof Property.Secret old)
      return now instanceof Property.Secret(var value)
          ? new Property.Secret(part(parts, value, old.value()))
          : part(parts, now, old.parts());
    return switch (now) {
      case Property.Secret(var value) -> new Property.Secret(part(parts, value, before));
      case Property.Fields fields when before instanceof Property.Fields old ->
          entries(parts, fields, old);
      case Property.Elements(var elements)
          when before instanceof Property.Elements(var old) && old.size() == elements.size() ->
          elements(parts, elements, old);
      default -> now;
    };
  }

  private static Property.Fields entries(
      List<Part> parts, Property.Fields now, Property.Fields before) {
    var rest = parts.subList(1, parts.size());
    var told = new TreeMap<>(now.fields());
    if (rest.isEmpty()) {
      told.keySet().removeIf(name -> leadsTo(parts.getFirst(), name));
      before
          .fields()
          .forEach((name, old) -> {
            if (leadsTo(parts.getFirst(), name)) told.put(name, old);
          });
    } else
      told.replaceAll((name, value) ->
          leadsTo(parts.getFirst(), name) && before.fields().containsKey(name)
              ? part(rest, value, before.at(name))
              : value);
    return new Property.Fields(told);
  }

  private static boolean leadsTo(Part part, String name) {
    return switch (part) {
      case Part.Any _ -> true;
      case Part.One(Step.Attribute(var attribute)) -> attribute.equals(name);
      case Part.One(Step.Key(var key)) -> key.equals(name);
      case Part.One(Step.Index _) -> false;
    };
  }

  private static Property elements(List<Part> parts, List<Property> now, List<Property> before) {
    var rest = parts.subList(1, parts.size());
    var told = new ArrayList<Property>();
    for (int i = 0; i < now.size(); i++)
      told.add(leadsTo(parts.getFirst(), i) ? part(rest, now.get(i), before.get(i)) : now.get(i));
    return new Property.Elements(told);
  }

  private static boolean leadsTo(Part part, int element) {
    return switch (part) {
      case Part.Any _ -> true;
      case Part.One(Step.Index(int index)) -> index == element;
      case Part.One(Step.Attribute _), Part.One(Step.Key _) -> false;
    };
  }
}
