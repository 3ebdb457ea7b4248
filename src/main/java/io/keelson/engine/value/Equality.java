package io.keelson.engine.value;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// Compares values: as the language does, and as planning does.
final class Equality {
  private Equality() {}

  static Tri sameAs(Value one, Value two) {
    if (one instanceof Value.Unknown unknown) return unknownSameAs(unknown, two);
    if (two instanceof Value.Unknown unknown) return unknownSameAs(unknown, one);
    if (one.isNull() || two.isNull()) return Tri.of(one.isNull() && two.isNull());
    return switch (one) {
      case Value.Text text ->
          Tri.of(two instanceof Value.Text other && text.text().equals(other.text()));
      case Value.Num num ->
          Tri.of(two instanceof Value.Num other && Numbers.matches(num.number(), other.number()));
      case Value.Truth truth ->
          Tri.of(two instanceof Value.Truth other && truth.truth() == other.truth());
      case Sequence sequence ->
          two instanceof Sequence other ? sameElements(sequence, other) : Tri.FALSE;
      case Mapping mapping ->
          two instanceof Mapping other ? sameEntries(mapping, other) : Tri.FALSE;
      case Value.Null _, Value.Unknown _ -> throw new IllegalStateException("handled above");
    };
  }

  private static Tri unknownSameAs(Value.Unknown unknown, Value other) {
    return other.isNull() && unknown.notNull() ? Tri.FALSE : Tri.UNKNOWN;
  }

  private static Tri sameElements(Sequence one, Sequence two) {
    if (one.isSet() != two.isSet()) return Tri.FALSE;
    if (one.isSet()) {
      if (!one.whollyKnown() || !two.whollyKnown()) return Tri.UNKNOWN;
      return Tri.of(sameSets(one, two));
    }
    if (one.size() != two.size()) return Tri.FALSE;
    var all = Tri.TRUE;
    for (int i = 0; i < one.size() && all != Tri.FALSE; i++)
      all = all.and(sameAs(one.get(i), two.get(i)));
    return all;
  }

  private static boolean sameSets(Sequence one, Sequence two) {
    if (one.size() != two.size()) return false;
    for (int i = 0; i < one.size(); i++)
      if (sameAs(one.get(i), two.get(i)) != Tri.TRUE) return false;
    return true;
  }

  private static Tri sameEntries(Mapping one, Mapping two) {
    if (!one.keys().equals(two.keys())) return Tri.FALSE;
    var all = Tri.TRUE;
    for (int i = 0; i < one.size() && all != Tri.FALSE; i++)
      all = all.and(sameAs(one.value(i), two.value(i)));
    return all;
  }

  static boolean matches(Value one, Value two) {
    if (one == two) return one.whollyKnown();
    return switch (one) {
      case Value.Unknown _ -> false;
      case Value.Null _ -> two.isNull();
      case Value.Text text -> two instanceof Value.Text other && text.text().equals(other.text());
      case Value.Num num ->
          two instanceof Value.Num other && Numbers.matches(num.number(), other.number());
      case Value.Truth truth -> two instanceof Value.Truth other && truth.truth() == other.truth();
      case Sequence sequence -> two instanceof Sequence other && matches(sequence, other);
      case Mapping mapping -> two instanceof Mapping other && matches(mapping, other);
    };
  }

  private static boolean matches(Sequence one, Sequence two) {
    if (one.size() != two.size() || !sameKind(one.type(), two.type())) return false;
    if (one.isSet()) return one.whollyKnown() && two.whollyKnown() && matchesAsSets(one, two);
    for (int i = 0; i < one.size(); i++) if (!matches(one.get(i), two.get(i))) return false;
    return true;
  }

  /// Known elements are distinct and sorted on both sides; only numbers that are equal as doubles
  /// can make the order differ, so a pairwise search is the rare second try.
  private static boolean matchesAsSets(Sequence one, Sequence two) {
    var left = new HashMap<Value, Value>();
    two.elements().forEach(element -> left.put(element, element));
    List<Value> unmatched = new ArrayList<>();
    for (Value element : one.elements()) if (left.remove(element) == null) unmatched.add(element);
    for (Value element : unmatched) {
      var partner = left.keySet().stream().filter(other -> matches(element, other)).findFirst();
      if (partner.isEmpty()) return false;
      left.remove(partner.get());
    }
    return left.isEmpty();
  }

  private static boolean matches(Mapping one, Mapping two) {
    if (one.size() != two.size() || !sameKind(one.type(), two.type())) return false;
    if (!one.keys().equals(two.keys())) return false;
    for (int i = 0; i < one.size(); i++) if (!matches(one.value(i), two.value(i))) return false;
    return true;
  }

  /// A tuple is not a list and an object is not a map, even if they print alike. The parts of
  /// tuples and objects are compared as values; element types of collections as types.
  private static boolean sameKind(Type one, Type two) {
    return switch (one) {
      case Type.TupleOf _ -> two instanceof Type.TupleOf;
      case Type.ObjectOf _ -> two instanceof Type.ObjectOf;
      default ->
          one.getClass() == two.getClass()
              && (one.equals(two) || one.hasDynamic() || two.hasDynamic());
    };
  }
}
