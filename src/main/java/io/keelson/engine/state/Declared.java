package io.keelson.engine.state;

import java.util.Collections;
import java.util.SortedSet;

/// What an object takes over from its declaration, and what the declaration may no longer say when
/// the object is found: it can have been removed meanwhile.
///
/// @param dependencies what the object is made from, and is destroyed before (R-GRAPH-20)
/// @param sensitive where the configuration is sensitive; what only the schema calls sensitive is
///   not listed
public record Declared(SortedSet<Dependency> dependencies, Flags flags, SensitivePaths sensitive) {
  /// Nothing is known of a declaration.
  public static final Declared NONE =
      new Declared(Collections.emptySortedSet(), Flags.NONE, SensitivePaths.NONE);

  public Declared {
    dependencies = DependencySet.of(dependencies);
  }
}
