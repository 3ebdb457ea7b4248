package io.keelson.engine.planning.order;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.plan.Step;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds the ends of objects that may come last. An end may not if an object that is destroyed
/// first can only be made anew after it, directly or through other ends.
///
/// @rule R-PUL-50
final class LayeredEnds {
  private final Operations operations;
  private final Set<Step> early = new HashSet<>();
  private final SortedSet<ResourceAddress> awaited = new TreeSet<>();

  private LayeredEnds(Operations operations) {
    this.operations = operations;
  }

  /// The destroy and forget steps that may come last. If what they need until then ends, that end
  /// is among them.
  static Set<Step> of(Operations operations) {
    var ends = new LayeredEnds(operations);
    ends.findEarly();
    var late = new LinkedHashSet<Step>();
    operations.destroys().values().forEach(legs -> legs.forEach(leg -> late.add(leg.step())));
    late.removeAll(ends.early);
    return late;
  }

  private void findEarly() {
    for (var legs : operations.destroys().values())
      for (var leg : legs)
        if (!leg.last() && operations.isReplaced(leg)) add(leg.step(), leg.at().resource());
    // A member that is destroyed first makes room for its successor when its container is gone.
    for (var departure : operations.departures().values())
      if (departure.goesFirst()) addEnds(departure.container());
    addUsers();
  }

  private boolean add(Step end, ResourceAddress resource) {
    awaited.add(resource);
    return early.add(end);
  }

  private void addEnds(Target container) {
    for (Step end : operations.endsOf(container))
      switch (end) {
        case Step.Destroy(var at, _) -> add(end, at.resource());
        case Step.Forget(var object) -> {
          var departure = operations.departures().get(object.instance());
          if (departure != null && early.add(end)) addEnds(departure.container());
        }
        default -> {}
      }
  }

  /// Adds the ends of the users of these objects, which go before, and those of their users.
  private void addUsers() {
    for (int before = -1; early.size() > before; ) {
      before = early.size();
      for (var legs : operations.destroys().values())
        for (var leg : legs)
          if (!early.contains(leg.step()) && !operations.neededBy(leg, awaited).isEmpty())
            add(leg.step(), leg.at().resource());
    }
  }
}
