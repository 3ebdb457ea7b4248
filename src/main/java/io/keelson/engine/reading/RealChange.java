package io.keelson.engine.reading;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;

/// Tells whether an object has changed, although its provider says something else about parts of it
/// each time.
final class RealChange {
  private RealChange() {}

  /// Whether a part differs from the earlier answer, and is the same in both of two answers that
  /// were given now. A part that differs between these two says nothing.
  static boolean isIn(Value earlier, Value first, Value second) {
    if (earlier.matches(first) || earlier.matches(second)) return false;
    if (first.matches(second)) return true;
    return earlier instanceof Mapping one
        && first instanceof Mapping two
        && second instanceof Mapping three
        && one.isObject()
        && one.keys().equals(two.keys())
        && one.keys().equals(three.keys())
        && one.keys().stream()
            .anyMatch(key -> isIn(one.attribute(key), two.attribute(key), three.attribute(key)));
  }
}
