package io.keelson.engine.config.contract;

import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.ArrayList;
import java.util.List;

/// Finds where a type of an output is not what readers were told.
///
/// Whoever reads an output does anything with it that its type allows, so every other type breaks
/// somebody. Two changes only add to what can be done: objects get more attributes, and what was
/// any type becomes an exact one.
final class OtherType {
  private final List<String> found = new ArrayList<>();

  private OtherType() {}

  /// A clause for each place; none if readers need not care.
  static List<String> differences(Type was, Type is) {
    var comparison = new OtherType();
    comparison.compare(Place.WHOLE, was, is);
    return comparison.found;
  }

  private void compare(Place at, Type was, Type is) {
    if (was.equals(is) || was == Types.DYNAMIC) return;
    switch (was) {
      case Type.ListOf(var element) when is instanceof Type.ListOf(var now) ->
          compare(at.anyElement(), element, now);
      case Type.SetOf(var element) when is instanceof Type.SetOf(var now) ->
          compare(at.anyElement(), element, now);
      case Type.MapOf(var element) when is instanceof Type.MapOf(var now) ->
          compare(at.anyElement(), element, now);
      case Type.TupleOf(var elements)
          when is instanceof Type.TupleOf(var now) && now.size() == elements.size() -> {
        for (int i = 0; i < elements.size(); i++)
          compare(at.position(i), elements.get(i), now.get(i));
      }
      case Type.ObjectOf object when is instanceof Type.ObjectOf now -> attributes(at, object, now);
      default -> found.add(at.differs(was, is));
    }
  }

  private void attributes(Place at, Type.ObjectOf was, Type.ObjectOf is) {
    was.attributes()
        .forEach((name, type) -> {
          var now = is.attribute(name);
          if (now == null) found.add(at.attribute(name) + " is gone");
          else compare(at.attribute(name), type, now);
        });
  }
}
