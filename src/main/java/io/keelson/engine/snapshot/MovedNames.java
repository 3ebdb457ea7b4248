package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Completes stored dependencies while what they name has two addresses, so that the order of
/// destruction holds under either.
///
/// @rule R-MOV-16
/// @rule DEV-16
public final class MovedNames {
  private final Map<ResourceAddress, SortedSet<ResourceAddress>> others = new TreeMap<>();

  private MovedNames() {}

  /// Adds the new addresses to lists that have the old ones.
  ///
  /// @param origins where each moved instance is recorded, by its new address
  public static MovedNames to(SortedMap<InstanceAddress, InstanceAddress> origins) {
    var names = new MovedNames();
    origins.forEach((to, from) -> names.add(from.resource(), to.resource()));
    return names;
  }

  /// Adds the old addresses to lists that have the new ones.
  public static MovedNames from(SortedMap<InstanceAddress, InstanceAddress> origins) {
    var names = new MovedNames();
    origins.forEach((to, from) -> names.add(to.resource(), from.resource()));
    return names;
  }

  private void add(ResourceAddress one, ResourceAddress other) {
    if (!one.equals(other)) others.computeIfAbsent(one, _ -> new TreeSet<>()).add(other);
  }

  /// The instance with completed dependencies; the same one if there is nothing to add.
  public InstanceState in(InstanceAddress at, InstanceState instance) {
    if (others.isEmpty()) return instance;
    return instance.withObjects(object -> in(at.resource(), object));
  }

  /// Whether a completed list of an object names one of these resources that it did not name
  /// before.
  public boolean addsTo(InstanceState instance, SortedSet<ResourceAddress> resources) {
    return instance
        .objects()
        .flatMap(object ->
            object.dependencies().stream()
                .flatMap(each -> others.getOrDefault(each.resource(), new TreeSet<>()).stream())
                .filter(other -> !object.dependsOn(other)))
        .anyMatch(resources::contains);
  }

  /// The depth of a dependency under another name: at most the number of components that are around
  /// both.
  private static int depth(ResourceAddress self, ResourceAddress other, Dependency known) {
    return Math.min(known.depth(), self.in().shared(other.in()));
  }

  private ObjectState in(ResourceAddress self, ObjectState object) {
    var all = new TreeMap<ResourceAddress, Dependency>();
    object.dependencies().forEach(each -> all.put(each.resource(), each));
    int before = all.size();
    for (Dependency each : object.dependencies())
      for (ResourceAddress other : others.getOrDefault(each.resource(), new TreeSet<>()))
        if (!other.equals(self))
          all.putIfAbsent(other, new Dependency(other, each.direct(), depth(self, other, each)));
    return all.size() == before ? object : object.withDependencies(new TreeSet<>(all.values()));
  }
}
