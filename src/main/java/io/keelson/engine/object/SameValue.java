package io.keelson.engine.object;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.ArrayList;

/// Compares values that may be unknown on both sides: an unknown is the same as an unknown of its
/// type, whatever else is promised of it.
///
/// @rule R-UNK-4
final class SameValue {
  private SameValue() {}

  static boolean of(Value one, Value two) {
    if (one == two) return true;
    if (one.whollyKnown() != two.whollyKnown()) return false;
    if (one.whollyKnown()) return one.matches(two);
    return switch (one) {
      case Value.Unknown unknown ->
          two instanceof Value.Unknown other && unknown.type().equals(other.type());
      case Sequence sequence -> two instanceof Sequence other && sequences(sequence, other);
      case Mapping mapping -> two instanceof Mapping other && mappings(mapping, other);
      case Value.Null _, Value.Text _, Value.Num _, Value.Truth _ -> false;
    };
  }

  private static boolean sequences(Sequence one, Sequence two) {
    if (!sameKind(one.type(), two.type()) || one.size() != two.size()) return false;
    if (one.isSet()) return sets(one, two);
    for (int i = 0; i < one.size(); i++) if (!of(one.get(i), two.get(i))) return false;
    return true;
  }

  private static boolean sets(Sequence one, Sequence two) {
    var left = new ArrayList<>(two.elements());
    for (Value element : one.elements()) {
      var partner = left.stream().filter(each -> of(element, each)).findFirst();
      if (partner.isEmpty()) return false;
      left.remove(partner.get());
    }
    return true;
  }

  private static boolean mappings(Mapping one, Mapping two) {
    if (!sameKind(one.type(), two.type()) || !one.keys().equals(two.keys())) return false;
    for (int i = 0; i < one.size(); i++) if (!of(one.value(i), two.value(i))) return false;
    return true;
  }

  /// The parts of tuples and objects are compared as values, so their own types play no part.
  private static boolean sameKind(Type one, Type two) {
    return switch (one) {
      case Type.TupleOf _, Type.ObjectOf _ -> one.getClass() == two.getClass();
      default -> one.equals(two);
    };
  }
}
