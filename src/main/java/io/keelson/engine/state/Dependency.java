package io.keelson.engine.state;

import io.keelson.engine.address.ResourceAddress;

/// A resource that an object needed when it was last planned or applied.
///
/// @param direct whether the declaration names it, or only something it depends on does
/// @rule R-GRAPH-20
public record Dependency(ResourceAddress resource, boolean direct)
    implements Comparable<Dependency> {
  @Override
  public int compareTo(Dependency other) {
    int byResource = resource.compareTo(other.resource);
    return byResource != 0 ? byResource : Boolean.compare(direct, other.direct);
  }
}
