package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Completes stored dependencies while what they name has two addresses, so that the order of
/// destruction holds under either.
///
/// In components, only what moves out of the instances that a dependency is about has another
/// address for it. Where the user does not come along, a dependency is on all instances.
///
/// @rule R-MOV-16
/// @rule DEV-16
public final class MovedNames {
  /// By the resource, and the keys of the components around the instance that has another address.
  private final Map<ResourceAddress, Map<List<InstanceKey>, SortedSet<InstanceAddress>>> others =
      new TreeMap<>();

  private MovedNames() {}

  /// Adds the new addresses to lists that have the old ones.
  ///
  /// @param origins where each moved instance is recorded, by its new address
  public static MovedNames to(SortedMap<InstanceAddress, InstanceAddress> origins) {
    var names = new MovedNames();
    origins.forEach((to, from) -> names.add(from, to));
    return names;
  }

  /// Adds the old addresses to lists that have the new ones.
  public static MovedNames from(SortedMap<InstanceAddress, InstanceAddress> origins) {
    var names = new MovedNames();
    origins.forEach(names::add);
    return names;
  }

  private void add(InstanceAddress one, InstanceAddress other) {
    var byKeys = others.computeIfAbsent(one.resource(), _ -> new HashMap<>());
    for (int depth = 0; depth <= one.resource().in().depth(); depth++)
      byKeys.computeIfAbsent(one.key().components(depth), _ -> new TreeSet<>()).add(other);
  }

  /// The instance with completed dependencies; the same one if there is nothing to add.
  ///
  /// @param known where it is by the names that its lists have
  /// @param at where it is by those that are added
  public InstanceState in(InstanceAddress known, InstanceAddress at, InstanceState instance) {
    if (others.isEmpty()) return instance;
    return instance.withObjects(object -> in(known, at, object));
  }

  private ObjectState in(InstanceAddress known, InstanceAddress at, ObjectState object) {
    var before = new TreeSet<>(object.dependencies());
    var all = new TreeSet<>(completed(known, at, object).values());
    return all.equals(before) ? object : object.withDependencies(all);
  }

  /// Whether a completed list of an object names one of these resources that it did not name
  /// before.
  ///
  /// @param known see [#in]
  public boolean addsTo(
      InstanceAddress known,
      InstanceAddress at,
      InstanceState instance,
      SortedSet<ResourceAddress> resources) {
    return instance
        .objects()
        .flatMap(object ->
            completed(known, at, object).keySet().stream()
                .filter(other -> !object.dependsOn(other)))
        .anyMatch(resources::contains);
  }

  private SortedMap<ResourceAddress, Dependency> completed(
      InstanceAddress known, InstanceAddress at, ObjectState object) {
    var all = new TreeMap<ResourceAddress, Dependency>();
    object.dependencies().forEach(each -> all.put(each.resource(), each));
    for (Dependency each : object.dependencies())
      for (InstanceAddress other : othersOf(each, known))
        if (!other.resource().equals(at.resource()))
          all.merge(
              other.resource(),
              new Dependency(other.resource(), each.direct(), depth(at, other, each)),
              Dependency::wider);
    return all;
  }

  private SortedSet<InstanceAddress> othersOf(Dependency dependency, InstanceAddress user) {
    return others
        .getOrDefault(dependency.resource(), Map.of())
        .getOrDefault(user.key().components(dependency.depth()), Collections.emptySortedSet());
  }

  /// The depth of a dependency under another name: at most the number of components that are around
  /// both, in the same instance of each.
  private static int depth(InstanceAddress user, InstanceAddress other, Dependency known) {
    int depth = Math.min(known.depth(), user.resource().in().shared(other.resource().in()));
    while (!user.key().components(depth).equals(other.key().components(depth))) depth--;
    return depth;
  }
}
