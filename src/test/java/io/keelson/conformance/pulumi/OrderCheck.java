package io.keelson.conformance.pulumi;

import static io.keelson.testing.Graphs.reaches;

import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.conformance.pulumi.PulumiExpectation.Calls;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.ObjectState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// Compares which provider call of a plan waits for which with what a step expects. Calls that are
/// not planned are a matter of actions.
final class OrderCheck {
  private final Plan plan;
  private final Function<ObjectState, String> ids;
  private final Findings findings;
  private final Map<String, Step> steps = new TreeMap<>();

  /// @param ids the id of an object
  OrderCheck(Plan plan, Function<ObjectState, String> ids, Findings findings) {
    this.plan = plan;
    this.ids = ids;
    this.findings = findings;
    for (Step step : plan.steps().nodes()) call(step).ifPresent(call -> steps.put(call, step));
  }

  void compare(PulumiExpectation expected) {
    for (Calls calls : expected.order())
      if (planned(calls) && !waits(calls.first(), calls.then()))
        add(Aspect.ORDER, calls, "expected " + calls.first() + ", then " + calls.then());
    for (Calls calls : expected.free())
      if (planned(calls)
          && (waits(calls.first(), calls.then()) || waits(calls.then(), calls.first())))
        add(Aspect.FREE, calls, calls.first() + " and " + calls.then() + " wait for each other");
    compareLayers(expected.layers());
  }

  private void compareLayers(List<List<String>> layers) {
    for (int i = 0; i + 1 < layers.size(); i++)
      for (String first : layers.get(i))
        for (String then : layers.get(i + 1)) {
          var calls = new Calls(first, then);
          if (planned(calls) && !waits(first, then))
            add(Aspect.ORDER, calls, "expected the layer of " + first + " before that of " + then);
        }
  }

  private boolean planned(Calls calls) {
    return steps.containsKey(calls.first()) && steps.containsKey(calls.then());
  }

  private boolean waits(String first, String then) {
    var one = steps.get(first);
    var other = steps.get(then);
    return one != null && other != null && reaches(plan.steps(), one, other);
  }

  private void add(Aspect aspect, Calls calls, String text) {
    findings.add(aspect, List.of(address(calls.first()), address(calls.then())), text);
  }

  private static String address(String call) {
    return call.split(" ", -1)[1];
  }

  /// `create net.a`, `delete net.a a-1`; empty for what asks no provider to change anything.
  private Optional<String> call(Step step) {
    return switch (step) {
      case Step.Barrier _, Step.Check _, Step.Read _, Step.Forget _ -> Optional.empty();
      case Step.Converge(var at) -> {
        var change = plan.changes().get(ObjectRef.current(at));
        boolean update = change != null && change.action() instanceof Action.Update;
        yield Optional.of((update ? "update " : "create ") + PulumiNames.of(at));
      }
      case Step.Destroy(_, var object) ->
          stored(object)
              .map(each -> "delete " + PulumiNames.of(object.instance()) + " " + ids.apply(each));
    };
  }

  /// An object that is set aside on the way is still the current one.
  private Optional<ObjectState> stored(ObjectRef object) {
    var instance = plan.refreshed().instance(object.instance());
    return object
        .deposed()
        .flatMap(key -> Optional.ofNullable(instance.deposed().get(key)))
        .or(instance::current);
  }
}
