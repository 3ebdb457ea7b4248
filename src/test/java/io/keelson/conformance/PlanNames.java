package io.keelson.conformance;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.StackState;
import io.keelson.json.JsonStateCodec;
import java.util.Optional;
import java.util.TreeMap;

/// What scenarios call the objects and the operations of a plan.
final class PlanNames {
  private final Plan plan;
  private final StackState before;
  private final ObjectSymbols symbols;
  private final JsonStateCodec codec = new JsonStateCodec();

  /// @param before what existed before the plan, under its old addresses
  PlanNames(Plan plan, StackState before, ObjectSymbols symbols) {
    this.plan = plan;
    this.before = moved(plan, before);
    this.symbols = symbols;
  }

  private static StackState moved(Plan plan, StackState before) {
    var instances = new TreeMap<>(before.instances());
    plan.moves()
        .forEach((to, from) -> {
          instances.remove(from);
          instances.put(to, before.instance(from).movedFrom(from));
        });
    return new StackState(instances, before.outputs());
  }

  /// What existed before, under the addresses of the plan.
  StackState before() {
    return before;
  }

  static String address(ObjectRef object) {
    return ScenarioAddress.of(object.instance());
  }

  /// `b`, or `b deposed <id:b@1>`: tells a deposed object from the current one.
  String object(ObjectRef object) {
    if (object.deposed().isEmpty()) return address(object);
    return address(object) + " deposed " + deposedSymbol(object);
  }

  private String deposedSymbol(ObjectRef object) {
    var stored = before.instance(object.instance()).deposed().get(object.deposed().orElseThrow());
    return stored == null ? "?" : symbols.id(Surgery.decode(codec, stored));
  }

  /// `create b`, `delete b deposed <id:b@1>`; empty for a step that is no operation.
  Optional<String> operation(Step step) {
    return switch (step) {
      case Step.Barrier _, Step.Check _, Step.Read _ -> Optional.empty();
      case Step.Converge(var at) -> {
        var change = plan.changes().get(ObjectRef.current(at));
        var verb =
            change != null && change.action() instanceof Action.Update ? "update " : "create ";
        yield Optional.of(verb + ScenarioAddress.of(at));
      }
      case Step.Destroy(var at, var object) -> {
        boolean known =
            object.deposed().isPresent()
                && before.instance(at).deposed().containsKey(object.deposed().get());
        yield Optional.of("delete " + (known ? object(object) : ScenarioAddress.of(at)));
      }
      case Step.Forget(var object) -> Optional.of("forget " + object(object));
    };
  }
}
