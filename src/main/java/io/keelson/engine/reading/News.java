package io.keelson.engine.reading;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;

/// Whether an object has changed, where some of what is said of it is something else each time.
final class News {
  private News() {}

  /// Whether something differs from what was said earlier, and is the same in both of two answers
  /// that were given now. What differs between these two says nothing.
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
