package io.keelson.conformance;

import io.keelson.conformance.Difference.Aspect;
import java.util.List;
import java.util.TreeSet;

/// Whether a plan that only reads has something to write, where a deviation tells that only one of
/// the two stores a dependency, or a flag.
final class ImpliedRefresh {
  private final boolean only;
  private final TreeSet<String> given = new TreeSet<>();

  /// @param mode that of the plan
  ImpliedRefresh(String mode) {
    this.only = mode.equals("refresh-only");
  }

  void explained(Difference difference, List<String> titles) {
    if (difference.aspect() == Aspect.DEPENDENCY
        || difference.aspect() == Aspect.CREATE_BEFORE_DESTROY) given.addAll(titles);
  }

  /// The deviations that tell what is stored; empty if the difference is another.
  List<String> explaining(Difference difference) {
    return only && difference.aspect() == Aspect.APPLYABLE ? List.copyOf(given) : List.of();
  }
}
