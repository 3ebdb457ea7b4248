package io.keelson.conformance;

import io.keelson.conformance.Difference.Aspect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/// Collects where the product does not do what a step expects.
final class Differences {
  private final int step;
  private final List<Difference> found = new ArrayList<>();

  Differences(int step) {
    this.step = step;
  }

  void compare(Aspect aspect, String address, String part, Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) add(aspect, address, part, expected, actual);
  }

  /// Compares lists of addresses.
  void compareSets(Aspect aspect, Collection<String> expected, Collection<String> actual) {
    sides(expected, actual, (element, missing) -> membership(aspect, element, "", missing));
  }

  /// Compares lists of parts of one thing.
  void compareSets(
      Aspect aspect, String address, Collection<String> expected, Collection<String> actual) {
    sides(expected, actual, (element, missing) -> membership(aspect, address, element, missing));
  }

  /// Compares lists of operations, such as `delete a !failed`.
  void compareOperations(Aspect aspect, Collection<String> expected, Collection<String> actual) {
    sides(
        expected,
        actual,
        (element, missing) -> {
          var words = element.split(" ", 3);
          var part = words.length > 2 ? words[0] + " " + words[2] : words[0];
          membership(aspect, words[1], part, missing);
        });
  }

  private void membership(Aspect aspect, String address, String part, boolean missing) {
    if (missing) add(aspect, address, part, Difference.PRESENT, Difference.ABSENT);
    else add(aspect, address, part, Difference.ABSENT, Difference.PRESENT);
  }

  private interface OneSided {
    void found(String element, boolean missing);
  }

  private static void sides(
      Collection<String> expected, Collection<String> actual, OneSided report) {
    var both = new TreeSet<>(expected);
    both.addAll(actual);
    for (String element : both)
      if (expected.contains(element) != actual.contains(element))
        report.found(element, expected.contains(element));
  }

  void add(Aspect aspect, String address, String part, Object expected, Object actual) {
    found.add(
        new Difference(
            step, aspect, address, part, String.valueOf(expected), String.valueOf(actual)));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  List<Difference> all() {
    return Collections.unmodifiableList(found);
  }
}
