package io.keelson.engine.state;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;

/// What an object takes over from its declaration. It is stored, because the declaration may be
/// gone when the object is found.
///
/// @param provider the provider that makes the object; empty where it is not known, as in records
///   of earlier versions
/// @param dependencies what the object is made from, and is destroyed before (R-GRAPH-20)
/// @param sensitive where the configuration is sensitive; what only the schema calls sensitive is
///   not listed
public record Declared(
    Optional<ProviderKey> provider,
    SortedSet<Dependency> dependencies,
    Flags flags,
    SensitivePaths sensitive) {
  /// Nothing is known of a declaration.
  public static final Declared NONE =
      new Declared(Optional.empty(), Collections.emptySortedSet(), Flags.NONE, SensitivePaths.NONE);

  public Declared {
    dependencies = DependencySet.of(dependencies);
  }

  /// Made by `provider`.
  public Declared by(ProviderKey provider) {
    return new Declared(Optional.of(provider), dependencies, flags, sensitive);
  }
}
