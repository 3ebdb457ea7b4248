package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/// Collects where the product does not do what a step expects.
final class Findings {
  private final int step;
  private final List<Finding> all = new ArrayList<>();

  Findings(int step) {
    this.step = step;
  }

  void add(Aspect aspect, Collection<String> about, String text) {
    all.add(new Finding(step, aspect, new TreeSet<>(about), text));
  }

  void differs(Aspect aspect, String address, String part, Object expected, Object actual) {
    if (Objects.equals(expected, actual)) return;
    var of = part.isEmpty() ? address : address + " " + part;
    add(aspect, List.of(address), of + ": expected " + expected + ", was " + actual);
  }

  List<Finding> all() {
    return Collections.unmodifiableList(all);
  }
}
