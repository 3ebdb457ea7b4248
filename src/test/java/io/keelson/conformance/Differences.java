package io.keelson.conformance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/// Collects where the product does not do what a step expects.
final class Differences {
  private final int step;
  private final List<String> found = new ArrayList<>();

  Differences(int step) {
    this.step = step;
  }

  void compare(String what, Object expected, Object actual) {
    if (!Objects.equals(expected, actual))
      found.add("step " + step + ": " + what + ": expected " + expected + ", was " + actual);
  }

  void compareSets(String what, Collection<String> expected, Collection<String> actual) {
    var missing = new TreeSet<>(expected);
    missing.removeAll(actual);
    var extra = new TreeSet<>(actual);
    extra.removeAll(expected);
    if (!missing.isEmpty() || !extra.isEmpty())
      found.add("step " + step + ": " + what + ": missing " + missing + ", extra " + extra);
  }

  void add(String text) {
    found.add("step " + step + ": " + text);
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  List<String> all() {
    return found;
  }
}
