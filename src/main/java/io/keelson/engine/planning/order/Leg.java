package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.DependencySet;
import java.util.List;
import java.util.SortedSet;

/// What is done about one object, with the dependencies that the object was made with.
sealed interface Leg permits DestroyLeg, ConvergeLeg {
  InstanceAddress at();

  SortedSet<Dependency> dependencies();

  default boolean uses(ResourceAddress resource) {
    return DependencySet.on(resource, dependencies()).isPresent();
  }

  /// The keys of the components that the object and a resource it uses have in common.
  default List<InstanceKey> shared(ResourceAddress needed) {
    if (at().resource().in().isRoot()) return List.of();
    return DependencySet.on(needed, dependencies())
        .map(each -> at().key().components(each.depth()))
        .orElse(List.of());
  }
}
