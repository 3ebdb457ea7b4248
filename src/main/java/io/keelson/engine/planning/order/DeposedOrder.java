package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Step;
import io.keelson.engine.snapshot.Dependencies;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds the deposed objects that are destroyed in another order than in Terraform, which goes by
/// what the current object needs, or the declaration if there is none.
///
/// @rule R-GRAPH-18a
/// @rule DEV-15
final class DeposedOrder {
  private DeposedOrder() {}

  static SortedSet<InstanceAddress> unlikeTerraform(
      Operations operations, StackState refreshed, Dependencies declared) {
    var found = new TreeSet<InstanceAddress>();
    for (var legs : operations.destroys().values())
      for (var leg : legs) {
        var at = leg.at();
        var instance = refreshed.instance(at);
        boolean deposedBefore =
            leg.step() instanceof Step.Destroy(_, var object)
                && object.deposed().filter(instance.deposed()::containsKey).isPresent();
        if (!deposedBefore) continue;
        var theirs =
            instance
                .current()
                .map(ObjectState::dependencies)
                .orElseGet(() -> declared.stored(at.resource()));
        if (!around(operations, leg.dependencies()).equals(around(operations, theirs)))
          found.add(at);
      }
    return found;
  }

  /// The resources of these dependencies that something is done to: the others order nothing.
  private static Set<ResourceAddress> around(
      Operations operations, SortedSet<Dependency> dependencies) {
    var touched = new TreeSet<>(operations.destroyedOf(dependencies));
    touched.addAll(operations.convergingOf(dependencies));
    return touched;
  }
}
