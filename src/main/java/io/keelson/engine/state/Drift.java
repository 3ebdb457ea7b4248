package io.keelson.engine.state;

import io.keelson.engine.address.AttributePath;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// How the real object differs from what was last applied, as last observed.
///
/// @rule DEV-9
public sealed interface Drift {
  record None() implements Drift {}

  /// The provider says that the object is gone. The record stays all the same.
  ///
  /// @param before how it differed when it was last seen, for the case that it comes back; empty if
  ///   it did not
  record Missing(Optional<Changed> before) implements Drift {}

  /// @param paths the attributes that differ, at least one
  /// @param applied a hash of what was last applied: when it is observed again, the drift is over
  /// @param lastApplied the object as it was before the drift, without what only its record needs:
  ///   readings start from it, because what some providers find depends on what they are given;
  ///   empty if it was not kept
  record Changed(SortedSet<AttributePath> paths, String applied, Optional<ObjectState> lastApplied)
      implements Drift {
    public Changed {
      paths = Collections.unmodifiableSortedSet(new TreeSet<>(paths));
      lastApplied =
          lastApplied.map(object ->
              object.withDependencies(Collections.emptySortedSet()).withFlags(Flags.NONE));
    }

    /// The same drift, with only these paths.
    public Changed withPaths(SortedSet<AttributePath> left) {
      return new Changed(left, applied, lastApplied);
    }
  }

  /// The drift once the object is gone.
  default Missing missing() {
    return new Missing(changed());
  }

  /// How the object differed when it was last seen.
  default Optional<Changed> changed() {
    return switch (this) {
      case None _ -> Optional.empty();
      case Changed changed -> Optional.of(changed);
      case Missing(var before) -> before;
    };
  }
}
