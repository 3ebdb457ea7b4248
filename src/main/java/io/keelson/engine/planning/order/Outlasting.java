package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.DependencySet;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The objects that make room for their successor, and that an old object needs which goes last.
/// Whatever has to be there before that goes does not wait for their end: in Terraform it does, a
/// circle.
///
/// It relies on that what is declared to use such an object waits for its successor anyway.
///
/// @rule R-CBD-3
final class Outlasting {
  private final Operations operations;

  /// By what they need, the objects that go when their own successor is there.
  private final SortedMap<ResourceAddress, List<DestroyLeg>> needing = new TreeMap<>();

  Outlasting(Operations operations) {
    this.operations = operations;
    operations
        .destroys()
        .values()
        .forEach(legs ->
            legs.stream()
                .filter(leg -> leg.last() && operations.isReplaced(leg))
                .forEach(this::add));
  }

  private void add(DestroyLeg leg) {
    for (ResourceAddress needed : operations.destroyedOf(leg.dependencies()))
      if (operations.destroysOf(needed).stream().anyMatch(each -> !each.last()))
        needing.computeIfAbsent(needed, _ -> new ArrayList<>()).add(leg);
  }

  /// Whether an object cannot end before something else is created or updated.
  boolean stays(DestroyLeg object, ResourceAddress until) {
    var resource = object.at().resource();
    return !object.last()
        && !until.equals(resource)
        && needing.getOrDefault(resource, List.of()).stream()
            .anyMatch(user -> isOf(user, object) && isMadeWith(user, until))
        && DependencySet.on(resource, operations.declaredFor(until)).isEmpty();
  }

  private static boolean isOf(DestroyLeg user, DestroyLeg needed) {
    var around = user.shared(needed.at().resource());
    return needed.at().key().components(around.size()).equals(around);
  }

  private boolean isMadeWith(DestroyLeg user, ResourceAddress needed) {
    var resource = user.at().resource();
    return resource.equals(needed)
        || DependencySet.on(needed, operations.declaredFor(resource)).isPresent();
  }

  /// All of them that something else does not wait for.
  SortedSet<InstanceAddress> all() {
    var found = new TreeSet<InstanceAddress>();
    for (ResourceAddress resource : needing.keySet())
      for (DestroyLeg object : operations.destroysOf(resource))
        if (!object.last() && isPassed(object)) found.add(object.at());
    return found;
  }

  private boolean isPassed(DestroyLeg object) {
    return operations.convergingOf(object.dependencies()).stream()
            .anyMatch(needed -> stays(object, needed))
        || operations.converges().values().stream()
            .flatMap(List::stream)
            .anyMatch(
                leg -> leg.uses(object.at().resource()) && stays(object, leg.at().resource()));
  }
}
