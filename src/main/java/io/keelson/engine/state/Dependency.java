package io.keelson.engine.state;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A resource that an object needed when it was last planned or applied.
///
/// @param direct whether the declaration names it, or only something it depends on does
/// @param depth of how many components, from the outermost inwards, it is needed within the same
///   instance only; 0 if all instances of the resource are needed
/// @rule R-GRAPH-20
/// @rule R-CMP-12
public record Dependency(ResourceAddress resource, boolean direct, int depth)
    implements Comparable<Dependency> {
  /// A dependency on all instances.
  public Dependency(ResourceAddress resource, boolean direct) {
    this(resource, direct, 0);
  }

  /// Whether an instance is needed by another one that has this dependency.
  ///
  /// @rule DEV-18
  public boolean relates(InstanceAddress user, InstanceAddress needed) {
    if (depth == 0) return true;
    return user.key().components(depth).equals(needed.key().components(depth));
  }

  /// Those in either of two sets. Of a resource that is in both, the wider one counts.
  public static SortedSet<Dependency> both(
      Collection<Dependency> one, Collection<Dependency> other) {
    var all = new TreeMap<ResourceAddress, Dependency>();
    one.forEach(each -> all.put(each.resource(), each));
    other.forEach(each -> all.merge(each.resource(), each, Dependency::wider));
    return new TreeSet<>(all.values());
  }

  /// This one, on as many instances as another one of the same resource.
  public Dependency wider(Dependency other) {
    return other.depth < depth ? new Dependency(resource, direct, other.depth) : this;
  }

  @Override
  public int compareTo(Dependency other) {
    int byResource = resource.compareTo(other.resource);
    if (byResource != 0) return byResource;
    int byDirect = Boolean.compare(direct, other.direct);
    return byDirect != 0 ? byDirect : Integer.compare(depth, other.depth);
  }
}
