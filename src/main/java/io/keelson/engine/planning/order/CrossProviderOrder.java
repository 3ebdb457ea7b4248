package io.keelson.engine.planning.order;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Step;
import io.keelson.engine.reading.ConfiguredProviders;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Gives up the order between operations of different providers where it would close a circle: the
/// destruction of a user and the operations of what it used then do not wait for each other.
///
/// @rule R-GRAPH-18
final class CrossProviderOrder {
  /// An object of `user` is destroyed, and it used `needed`.
  private record Edge(ResourceAddress user, ResourceAddress needed) {}

  private final ConfiguredProviders providers;

  private CrossProviderOrder(ConfiguredProviders providers) {
    this.providers = providers;
  }

  /// The operation graph. If circles are left whatever is given up, it has every edge.
  static Graph<Step> graph(Operations operations, ConfiguredProviders providers) {
    var order = new CrossProviderOrder(providers);
    var remaining = operations;
    while (true) {
      var steps = OrderRule.graph(remaining);
      var cycles = steps.cycles();
      if (cycles.isEmpty()) return steps;
      var considered = remaining;
      var edge =
          cycles.stream().flatMap(each -> order.first(each, considered).stream()).findFirst();
      if (edge.isEmpty()) return OrderRule.graph(operations);
      remaining = remaining.without(edge.get().user(), edge.get().needed());
    }
  }

  private Optional<Edge> first(List<Step> cycle, Operations operations) {
    var users = new TreeSet<ResourceAddress>();
    var members = new TreeSet<ResourceAddress>();
    for (Step step : cycle)
      switch (step) {
        case Step.Converge(var at) -> members.add(at.resource());
        case Step.Check(var at) -> members.add(at.resource());
        case Step.Read(var at) -> members.add(at.resource());
        case Step.Destroy(var at, _) -> users.add(at.resource());
        case Step.Forget(var object) -> users.add(object.instance().resource());
        case Step.Barrier _ -> {}
      }
    members.addAll(users);
    return users.stream()
        .flatMap(user ->
            members.stream()
                .filter(needed -> isBetweenProviders(user, needed))
                .filter(needed ->
                    operations.destroysOf(user).stream().anyMatch(leg -> leg.uses(needed)))
                .map(needed -> new Edge(user, needed)))
        .findFirst();
  }

  private boolean isBetweenProviders(ResourceAddress one, ResourceAddress two) {
    return !providers.sameFor(one, two);
  }
}
