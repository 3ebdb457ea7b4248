package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Statements that something is no longer managed, and what becomes of its objects, current and
/// deposed: they are destroyed, or else forgotten and left alone.
///
/// @param resources whether their objects are destroyed; none of them is declared
/// @param components whether the objects in them are destroyed; none of them is declared
/// @rule R-REM-1
/// @rule R-REM-2
public record Removals(
    SortedMap<ResourceAddress, Boolean> resources, SortedMap<ComponentPath, Boolean> components) {
  public static final Removals NONE = new Removals(new TreeMap<>(), new TreeMap<>());

  public Removals {
    resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
    components = Collections.unmodifiableSortedMap(new TreeMap<>(components));
  }

  /// Whether the objects of a resource are destroyed; empty if nothing is said of it or of a
  /// component around it. What is nearest to it counts.
  public Optional<Boolean> destroys(ResourceAddress resource) {
    var own = resources.get(resource);
    if (own != null) return Optional.of(own);
    if (components.isEmpty()) return Optional.empty();
    for (int depth = resource.in().depth(); depth > 0; depth--) {
      var outer = components.get(resource.in().first(depth));
      if (outer != null) return Optional.of(outer);
    }
    return Optional.empty();
  }
}
