package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.DependencySet;
import java.util.SortedSet;
import java.util.TreeSet;

/// The end of one object: it is destroyed, or forgotten. Both are ordered alike.
///
/// @param step a destroy or forget step
/// @param last whether it comes after whatever is created or updated around it: the object has a
///   successor, or was deposed earlier (R-GRAPH-16)
/// @param dependencies what the object itself needed, as stored (DEV-15)
record DestroyLeg(Step step, InstanceAddress at, boolean last, SortedSet<Dependency> dependencies)
    implements Leg {
  DestroyLeg asLast() {
    return new DestroyLeg(step, at, true, dependencies);
  }

  /// The barrier of a resource that the object uses, for the instances of components that the two
  /// have in common.
  Step.Barrier.Around milestone(Step.Milestone kind, ResourceAddress needed) {
    return new Step.Barrier.Around(kind, needed, shared(needed));
  }

  /// The same leg, as if the object had not used a resource.
  DestroyLeg without(ResourceAddress needed) {
    var others = new TreeSet<>(dependencies);
    others.removeIf(each -> each.resource().equals(needed));
    return new DestroyLeg(step, at, last, DependencySet.of(others));
  }
}
