package io.keelson.conformance.pulumi;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Something that a scenario expects of a step, and that the product does not do.
///
/// @param about the addresses that it is about; none if it is the whole step
record Finding(int step, Aspect aspect, SortedSet<String> about, String text) {
  Finding {
    about = Collections.unmodifiableSortedSet(new TreeSet<>(about));
  }

  /// What is compared.
  enum Aspect {
    RESULT("result"),
    PLAN("plan"),
    RUN("run"),
    ORDER("order"),
    FREE("free"),
    OBJECT("object"),
    SUPERSEDED("superseded"),
    THROWN("thrown");

    private final String word;

    Aspect(String word) {
      this.word = word;
    }

    /// Whether what exists afterwards is not what was recorded.
    boolean isOfState() {
      return this == OBJECT || this == SUPERSEDED;
    }
  }

  @Override
  public String toString() {
    return "step " + step + ": " + aspect.word + ": " + text;
  }
}
