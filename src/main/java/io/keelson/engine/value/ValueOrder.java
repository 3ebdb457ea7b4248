package io.keelson.engine.value;

/// A total order over values by kind, then content. Only set elements need it; marks play no part.
final class ValueOrder {
  private ValueOrder() {}

  static int compare(Value one, Value two) {
    int byKind = Integer.compare(rank(one), rank(two));
    if (byKind != 0) return byKind;
    return switch (one) {
      case Value.Null _ -> 0;
      case Value.Unknown unknown -> unknown.type().toString().compareTo(two.type().toString());
      case Value.Truth truth -> Boolean.compare(truth.truth(), ((Value.Truth) two).truth());
      case Value.Num num -> num.number().compareTo(((Value.Num) two).number());
      case Value.Text text -> text.text().compareTo(((Value.Text) two).text());
      case Sequence sequence -> compare(sequence, (Sequence) two);
      case Mapping mapping -> compare(mapping, (Mapping) two);
    };
  }

  private static int rank(Value value) {
    return switch (value) {
      case Value.Null _ -> 0;
      case Value.Truth _ -> 1;
      case Value.Num _ -> 2;
      case Value.Text _ -> 3;
      case Sequence sequence -> sequence.isSet() ? 5 : 4;
      case Mapping _ -> 6;
      case Value.Unknown _ -> 7;
    };
  }

  private static int compare(Sequence one, Sequence two) {
    int shared = Math.min(one.size(), two.size());
    for (int i = 0; i < shared; i++) {
      int difference = compare(one.get(i), two.get(i));
      if (difference != 0) return difference;
    }
    return Integer.compare(one.size(), two.size());
  }

  private static int compare(Mapping one, Mapping two) {
    int shared = Math.min(one.size(), two.size());
    for (int i = 0; i < shared; i++) {
      int byKey = one.key(i).compareTo(two.key(i));
      if (byKey != 0) return byKey;
      int difference = compare(one.value(i), two.value(i));
      if (difference != 0) return difference;
    }
    return Integer.compare(one.size(), two.size());
  }
}
