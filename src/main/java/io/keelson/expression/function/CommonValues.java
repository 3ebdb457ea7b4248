package io.keelson.expression.function;

import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Whether a value of one type can equal one of another. Lists and tuples compare by their
/// elements, maps and objects by their entries; so their types differ only where these do.
final class CommonValues {
  private CommonValues() {}

  static boolean mayExist(Type one, Type two) {
    if (one == Types.DYNAMIC || two == Types.DYNAMIC) return true;
    return switch (one) {
      case Type.Primitive _ -> one.equals(two);
      case Type.TupleOf(var elements) when two instanceof Type.TupleOf(var others) ->
          elements.size() == others.size() && allMayExist(elements, others);
      case Type.TupleOf(var elements) when two instanceof Type.ListOf(var other) ->
          allMayExist(elements, Collections.nCopies(elements.size(), other));
      case Type.ListOf(var element) when two instanceof Type.TupleOf(var others) ->
          allMayExist(others, Collections.nCopies(others.size(), element));
      // Two empty ones are equal whatever they could hold.
      case Type.ListOf _ -> two instanceof Type.ListOf;
      case Type.SetOf _ -> two instanceof Type.SetOf;
      case Type.MapOf _ -> two instanceof Type.MapOf || two instanceof Type.ObjectOf;
      case Type.ObjectOf object when two instanceof Type.ObjectOf other ->
          object.attributes().keySet().equals(other.attributes().keySet())
              && allMayExist(
                  new ArrayList<>(object.attributes().values()),
                  new ArrayList<>(other.attributes().values()));
      case Type.ObjectOf _ -> two instanceof Type.MapOf;
      case Type.TupleOf _ -> false;
      case Type.Dynamic _ -> true;
    };
  }

  private static boolean allMayExist(List<Type> ones, List<Type> twos) {
    for (int i = 0; i < ones.size(); i++) if (!mayExist(ones.get(i), twos.get(i))) return false;
    return true;
  }
}
