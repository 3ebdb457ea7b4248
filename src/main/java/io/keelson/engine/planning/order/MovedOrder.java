package io.keelson.engine.planning.order;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Step;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.state.InstanceState;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Orders operations that wait for each other only because what they name has moved: without the
/// dependencies of what is declared by now, but was not made with it. Terraform forgets who used
/// what moves; here nothing is destroyed under what was made with it.
///
/// @rule DEV-16
final class MovedOrder {
  private final MovedState moved;

  MovedOrder(MovedState moved) {
    this.moved = moved;
  }

  /// The operation graph; none where a circle remains.
  ///
  /// @param operations those that form circles
  Optional<Graph<Step>> graph(Operations operations) {
    if (moved.origins().isEmpty()) return Optional.empty();
    var ordered = OrderRule.graph(asMade(operations));
    return ordered.cycles().isEmpty() ? Optional.of(ordered) : Optional.empty();
  }

  /// Without what closes a circle though nothing was made with it yet.
  private Operations asMade(Operations operations) {
    var remaining = operations;
    for (var cycle : OrderRule.graph(operations).cycles()) {
      var members = destroyed(cycle);
      for (ResourceAddress user : members)
        for (ResourceAddress needed : members)
          if (wasMadeWithout(needed, operations.destroysOf(user)))
            remaining = remaining.without(user, needed);
    }
    return remaining;
  }

  private static SortedSet<ResourceAddress> destroyed(List<Step> cycle) {
    return cycle.stream()
        .filter(Step.Destroy.class::isInstance)
        .map(step -> ((Step.Destroy) step).at().resource())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private boolean wasMadeWithout(ResourceAddress needed, List<DestroyLeg> users) {
    return users.stream()
        .map(leg -> moved.state().instance(leg.at()))
        .flatMap(InstanceState::objects)
        .noneMatch(object -> object.dependsOn(needed));
  }
}
