package io.keelson.engine.planning.order;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Step;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Orders operations that wait for each other only because what they name has moved. Terraform
/// forgets who used what moves, so it carries such a plan out. Here as little is given up as
/// possible.
///
/// @rule DEV-16
public final class MovedOrder {
  private final MovedState moved;
  private final StackState prior;

  public MovedOrder(MovedState moved, StackState prior) {
    this.moved = moved;
    this.prior = prior;
  }

  /// The operation graph; none where the circle is not one of moves.
  ///
  /// @param operationsOf the operations, by the state that says what objects were made with
  public Optional<Graph<Step>> graph(
      StackState refreshed, Function<StackState, Operations> operationsOf) {
    if (moved.origins().isEmpty()) return Optional.empty();
    var forgetful = operationsOf.apply(unnamed(refreshed));
    if (!isOrdered(OrderRule.graph(forgetful))) return Optional.empty();
    var operations = operationsOf.apply(refreshed);
    // First what is declared by now, but was not applied; then that users are updated when the old
    // object is gone; last that they are destroyed before it.
    return Stream.of(
            asMade(operations),
            operations.asRecorded(moved.state()),
            forgetful.asRecorded(moved.state()),
            forgetful)
        .map(OrderRule::graph)
        .filter(MovedOrder::isOrdered)
        .findFirst();
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

  private static boolean isOrdered(Graph<Step> steps) {
    return steps.cycles().isEmpty();
  }

  /// Without the dependencies that only moves have added.
  private StackState unnamed(StackState refreshed) {
    var instances = new TreeMap<>(refreshed.instances());
    instances.replaceAll((at, instance) -> {
      var added = needed(moved.state().instance(at));
      added.removeAll(needed(prior.instance(moved.origins().getOrDefault(at, at))));
      return added.isEmpty() ? instance : without(added, instance);
    });
    return new StackState(instances, refreshed.outputs(), refreshed.configurations());
  }

  private static SortedSet<ResourceAddress> needed(InstanceState instance) {
    return instance
        .objects()
        .flatMap(object -> object.dependencies().stream())
        .map(Dependency::resource)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static InstanceState without(SortedSet<ResourceAddress> added, InstanceState instance) {
    return instance.withObjects(object -> without(added, object));
  }

  private static ObjectState without(SortedSet<ResourceAddress> added, ObjectState object) {
    var kept = new TreeSet<>(object.dependencies());
    kept.removeIf(each -> added.contains(each.resource()));
    return object.withDependencies(kept);
  }
}
