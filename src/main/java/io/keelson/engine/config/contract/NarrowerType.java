package io.keelson.engine.config.contract;

import io.keelson.engine.config.constraint.TypeConstraint;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.ArrayList;
import java.util.List;

/// Finds where a type of a variable takes less than the one before.
///
/// Values are converted, so a type takes more than its own values: whatever is a number or a bool
/// has a text, and lists and sets take the same. What an object has beyond the attributes that its
/// type names is nobody's promise.
final class NarrowerType {
  private final List<String> found = new ArrayList<>();

  private NarrowerType() {}

  /// A clause for each place; none if all that was taken still is.
  static List<String> differences(TypeConstraint was, TypeConstraint is) {
    var comparison = new NarrowerType();
    comparison.compare(Place.WHOLE, was, is, false);
    return comparison.found;
  }

  /// @param alike whether values at this place have to be of one type, as elements of a list
  private void compare(Place at, TypeConstraint was, TypeConstraint is, boolean alike) {
    switch (is) {
      case TypeConstraint.Plain(var type) -> plain(at, was.type(), type, alike);
      case TypeConstraint.ListOf(var element) -> elements(at, was, is, element);
      case TypeConstraint.SetOf(var element) -> elements(at, was, is, element);
      case TypeConstraint.MapOf(var element) -> values(at, was, is, element);
      case TypeConstraint.TupleOf(var elements) -> tuple(at, was, is, elements, alike);
      case TypeConstraint.ObjectOf object -> object(at, was, object, alike);
    }
  }

  private void plain(Place at, Type was, Type is, boolean alike) {
    boolean kept =
        was.equals(is)
            || is == Types.DYNAMIC && !alike
            || is == Types.STRING && was instanceof Type.Primitive;
    if (kept) return;
    if (is == Types.DYNAMIC)
      found.add(at.differs(was, is) + ", where all values have to be of one type");
    else differ(at, was, is);
  }

  private void elements(Place at, TypeConstraint was, TypeConstraint is, TypeConstraint element) {
    switch (was) {
      case TypeConstraint.ListOf(var before) -> compare(at.anyElement(), before, element, true);
      case TypeConstraint.SetOf(var before) -> compare(at.anyElement(), before, element, true);
      case TypeConstraint.TupleOf(var before) -> {
        for (int i = 0; i < before.size(); i++)
          compareMixed(at.position(i), before.get(i), element);
      }
      case TypeConstraint.Plain _, TypeConstraint.MapOf _, TypeConstraint.ObjectOf _ ->
          differ(at, was.type(), is.type());
    }
  }

  private void values(Place at, TypeConstraint was, TypeConstraint is, TypeConstraint element) {
    switch (was) {
      case TypeConstraint.MapOf(var before) -> compare(at.anyElement(), before, element, true);
      case TypeConstraint.ObjectOf(var before) ->
          before.forEach((name, attribute) ->
              compareMixed(at.attribute(name), attribute.constraint(), element));
      case TypeConstraint.Plain _,
          TypeConstraint.ListOf _,
          TypeConstraint.SetOf _,
          TypeConstraint.TupleOf _ ->
          differ(at, was.type(), is.type());
    }
  }

  /// What could be of different types becomes elements of one.
  private void compareMixed(Place at, TypeConstraint was, TypeConstraint is) {
    if (is.type().hasDynamic())
      found.add(at.differs(was.type(), is.type()) + ", where all values have to be of one type");
    else compare(at, was, is, true);
  }

  private void tuple(
      Place at,
      TypeConstraint was,
      TypeConstraint is,
      List<TypeConstraint> elements,
      boolean alike) {
    if (!(was instanceof TypeConstraint.TupleOf(var before)) || before.size() != elements.size()) {
      differ(at, was.type(), is.type());
      return;
    }
    for (int i = 0; i < elements.size(); i++)
      compare(at.position(i), before.get(i), elements.get(i), alike);
  }

  private void object(Place at, TypeConstraint was, TypeConstraint.ObjectOf is, boolean alike) {
    if (!(was instanceof TypeConstraint.ObjectOf(var before))) {
      differ(at, was.type(), is.type());
      return;
    }
    before.forEach((name, attribute) -> {
      var now = is.attributes().get(name);
      var place = at.attribute(name);
      if (now == null) {
        found.add(place + " is gone, and what is given for it would be ignored");
        return;
      }
      if (attribute.optional() && !now.optional())
        found.add(place + " was optional and has to be given");
      compare(place, attribute.constraint(), now.constraint(), alike);
    });
    is.attributes()
        .forEach((name, attribute) -> {
          if (!before.containsKey(name) && !attribute.optional())
            found.add(at.attribute(name) + " is new and has to be given");
        });
  }

  private void differ(Place at, Type was, Type is) {
    found.add(at.differs(was, is));
  }
}
