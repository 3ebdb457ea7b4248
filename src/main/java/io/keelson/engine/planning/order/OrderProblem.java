package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Step;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Why resources cannot be ordered.
///
/// @param resources those that have to wait
/// @param told what is said of it
public record OrderProblem(SortedSet<ResourceAddress> resources, List<Diagnostic> told) {
  public OrderProblem {
    resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
  }

  /// Steps of which each waits for the next, and the last for the first.
  ///
  /// @rule R-GRAPH-30
  public static OrderProblem cycle(List<Step> cycle) {
    var members = cycle.stream().filter(step -> !(step instanceof Step.Barrier)).toList();
    var resources = new TreeSet<ResourceAddress>();
    for (Step step : cycle)
      switch (step) {
        case Step.Converge(var at) -> resources.add(at.resource());
        case Step.Check(var at) -> resources.add(at.resource());
        case Step.Read(var at) -> resources.add(at.resource());
        case Step.Destroy(var at, _) -> resources.add(at.resource());
        case Step.Forget(var object) -> resources.add(object.instance().resource());
        case Step.Barrier.Around(_, var resource, _) -> resources.add(resource);
        case Step.Barrier.Layer _, Step.Barrier.Ended _ -> {}
      }
    var told =
        Diagnostic.error(
            Code.APPLY_CYCLE,
            Subject.of(resources.first()),
            "Operations wait for each other",
            "These operations form a cycle: "
                + String.join(", ", members.stream().map(Step::toString).toList())
                + ". Make the changes in two steps: first those of the dependents, then the"
                + " rest.");
    return new OrderProblem(resources, List.of(told));
  }

  /// Two instances that are replaced, each in an order that the other forbids. It is told of both,
  /// because either may be the one to change.
  ///
  /// @rule R-PUL-6
  public static OrderProblem conflict(PlanOrder.Conflict conflict) {
    var both = List.of(conflict.first(), conflict.user());
    var resources = new TreeSet<ResourceAddress>();
    both.forEach(at -> resources.add(at.resource()));
    return new OrderProblem(resources, both.stream().map(at -> contrary(at, conflict)).toList());
  }

  private static Diagnostic contrary(InstanceAddress at, PlanOrder.Conflict conflict) {
    return Diagnostic.error(
        Code.REPLACE_ORDER_CONFLICT,
        Subject.of(at),
        "Contrary orders of replacement",
        conflict.first()
            + " has to be destroyed before it is made anew (deleteBeforeReplace), and "
            + conflict.user()
            + ", which needs it and is replaced, too, has to be made before it is"
            + " destroyed (createBeforeDestroy, declared there or for something that"
            + " needs it). Nothing is done with either. Remove one of the two"
            + " options.");
  }
}
