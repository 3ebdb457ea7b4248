package io.keelson.engine.value;

import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// Equality of types, and of values, by their structure.
///
/// Either may hold the same part many times over, and that part likewise: twelve levels of ten are
/// a dozen objects to make, and a million million to walk. So two parts that were found equal are
/// not compared again.
final class StructuralEquality {
  /// Remembering costs more than it saves where there is little to compare.
  private static final int FEW = 200;

  private int compared;
  private @Nullable IdentityHashMap<Object, Object> equal;

  private StructuralEquality() {}

  static boolean same(Type one, Type two) {
    return one == two
        || (one.hashCode() == two.hashCode() && new StructuralEquality().equal(one, two));
  }

  static boolean same(Value one, Value two) {
    return one == two
        || (one.hashCode() == two.hashCode() && new StructuralEquality().equal(one, two));
  }

  private boolean equal(Type one, Type two) {
    if (one == two || isKnown(one, two)) return true;
    boolean same =
        switch (one) {
          case Type.Primitive _, Type.Dynamic _ -> false;
          case Type.ListOf(var element) ->
              two instanceof Type.ListOf(var other) && equal(element, other);
          case Type.SetOf(var element) ->
              two instanceof Type.SetOf(var other) && equal(element, other);
          case Type.MapOf(var element) ->
              two instanceof Type.MapOf(var other) && equal(element, other);
          case Type.TupleOf tuple ->
              two instanceof Type.TupleOf other
                  && tuple.hashCode() == other.hashCode()
                  && elements(tuple, other);
          case Type.ObjectOf object ->
              two instanceof Type.ObjectOf other
                  && object.hashCode() == other.hashCode()
                  && attributes(object, other);
        };
    if (same) remember(one, two);
    return same;
  }

  private boolean elements(Type.TupleOf one, Type.TupleOf two) {
    int size = one.elements().size();
    if (size != two.elements().size()) return false;
    for (int i = 0; i < size; i++)
      if (!equal(one.elements().get(i), two.elements().get(i))) return false;
    return true;
  }

  private boolean attributes(Type.ObjectOf one, Type.ObjectOf two) {
    if (!one.names().equals(two.names())) return false;
    for (int i = 0; i < one.size(); i++) if (!equal(one.type(i), two.type(i))) return false;
    return true;
  }

  private boolean equal(Value one, Value two) {
    if (one == two || isKnown(one, two)) return true;
    boolean same =
        switch (one) {
          case Sequence sequence -> two instanceof Sequence other && parts(sequence, other);
          case Mapping mapping -> two instanceof Mapping other && parts(mapping, other);
          case Value.Null _, Value.Unknown _, Value.Text _, Value.Num _, Value.Truth _ ->
              one.equals(two);
        };
    if (same) remember(one, two);
    return same;
  }

  private boolean parts(Sequence one, Sequence two) {
    if (one.hashCode() != two.hashCode()
        || one.size() != two.size()
        || !equal(one.type(), two.type())
        || !one.marks().equals(two.marks())) return false;
    for (int i = 0; i < one.size(); i++) if (!equal(one.get(i), two.get(i))) return false;
    return true;
  }

  private boolean parts(Mapping one, Mapping two) {
    if (one.hashCode() != two.hashCode()
        || !one.keys().equals(two.keys())
        || !equal(one.type(), two.type())
        || !one.marks().equals(two.marks())) return false;
    for (int i = 0; i < one.size(); i++) if (!equal(one.value(i), two.value(i))) return false;
    return true;
  }

  private boolean isKnown(Object one, Object two) {
    return equal != null && equal.get(one) == two;
  }

  private void remember(Object one, Object two) {
    if (compared++ < FEW) return;
    if (equal == null) equal = new IdentityHashMap<>();
    equal.put(one, two);
  }
}
