package io.keelson.conformance;

import static io.keelson.testing.Graphs.reaches;

import io.keelson.conformance.Difference.Aspect;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a plan is held to that is carried out otherwise than in Terraform, whose outcome a scenario
/// cannot tell: nothing is destroyed under what still needs it, and afterwards everything is as
/// declared, so that there is nothing left to plan.
final class SettledCheck {
  private final Differences differences;

  SettledCheck(Differences differences) {
    this.differences = differences;
  }

  /// @param before what existed, under the addresses of the plan
  void order(Plan plan, StackState before) {
    var leaving = new ArrayList<Leaving>();
    for (Step step : plan.steps().nodes()) {
      switch (step) {
        case Step.Destroy(var at, var object) ->
            stored(before, object).ifPresent(each -> leaving.add(new Leaving(step, object, each)));
        default -> {}
      }
    }
    for (Leaving used : leaving)
      for (Leaving user : leaving)
        if (user.needs(used.object().instance())
            && !reaches(plan.steps(), user.step(), used.step()))
          differences.add(
              Aspect.SETTLED,
              "",
              "delete " + user.object() + " before delete " + used.object(),
              Difference.PRESENT,
              Difference.ABSENT);
  }

  private record Leaving(Step step, ObjectRef object, ObjectState stored) {
    boolean needs(InstanceAddress used) {
      return stored.dependencies().stream()
          .anyMatch(each ->
              each.resource().equals(used.resource()) && each.relates(object.instance(), used));
    }
  }

  /// An object that is set aside on the way was the current one before.
  private static Optional<ObjectState> stored(StackState before, ObjectRef object) {
    var instance = before.instance(object.instance());
    return object
        .deposed()
        .flatMap(key -> Optional.ofNullable(instance.deposed().get(key)))
        .or(instance::current);
  }

  /// @param next the plan of the same declaration afterwards
  void nothingLeft(List<Change> next) {
    for (Change change : next)
      differences.add(
          Aspect.SETTLED,
          "",
          "nothing to do for " + change.object(),
          Difference.PRESENT,
          Difference.ABSENT);
  }
}
