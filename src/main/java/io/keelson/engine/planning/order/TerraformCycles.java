package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.StackState;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds objects that would be destroyed last, but cannot wait for that: something they need is
/// destroyed first and made anew, and what would go before them waits for it. In Terraform such
/// operations wait for each other. What has a successor is none of them: see [Outlasting].
///
/// @rule R-CBD-13
/// @rule DEV-17
final class TerraformCycles {
  private TerraformCycles() {}

  /// @param before the state before; objects that are deposed there are left out
  static SortedSet<InstanceAddress> of(Operations operations, StackState before) {
    var found = new TreeSet<InstanceAddress>();
    operations
        .destroys()
        .forEach((resource, legs) -> {
          for (var leg : legs)
            if (leg.last()
                && !operations.isReplaced(leg)
                && !isSetAside(leg, before)
                && goesEarly(operations, leg, resource)) found.add(leg.at());
        });
    return found;
  }

  private static boolean isSetAside(DestroyLeg leg, StackState before) {
    return leg.step() instanceof Step.Destroy(var at, var object)
        && object.deposed().filter(before.instance(at).deposed()::containsKey).isPresent();
  }

  private static boolean goesEarly(
      Operations operations, DestroyLeg leg, ResourceAddress resource) {
    var ends = operations.destroyedFirstOf(leg);
    if (ends.isEmpty()) return false;
    return operations.convergingOf(leg.dependencies()).stream()
            .anyMatch(needed -> !needed.equals(resource) && operations.waitsForEndOf(ends, needed))
        || operations.converges().values().stream()
            .flatMap(legs -> legs.stream())
            .filter(user -> !user.at().resource().equals(resource) && user.uses(resource))
            .anyMatch(user -> operations.waitsForEndOf(ends, user.at().resource()));
  }
}
