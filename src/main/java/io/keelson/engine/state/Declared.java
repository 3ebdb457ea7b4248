package io.keelson.engine.state;

import io.keelson.engine.address.AttributePath;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// What an object takes over from its declaration, and what the declaration may no longer say when
/// the object is found: it can have been removed meanwhile.
///
/// @param dependencies what the object is made from, and is destroyed before (R-GRAPH-20)
/// @param sensitive where the configuration is secret; what the schema calls secret is not listed
public record Declared(
    SortedSet<Dependency> dependencies, Flags flags, SortedSet<AttributePath> sensitive) {
  /// Nothing is known of a declaration.
  public static final Declared NONE =
      new Declared(Collections.emptySortedSet(), Flags.NONE, Collections.emptySortedSet());

  public Declared {
    dependencies = DependencySet.of(dependencies);
    sensitive = Collections.unmodifiableSortedSet(new TreeSet<>(sensitive));
  }
}
