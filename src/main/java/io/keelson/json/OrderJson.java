package io.keelson.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The operations of a plan, each after all that it waits for.
///
/// A barrier stays where it saves edges: two resources of a thousand instances would have a million
/// of them.
final class OrderJson {
  private final Plan plan;
  private final Map<Step, Operation> operations = new LinkedHashMap<>();
  private int barriers;

  /// A step of the plan, with the operations that it waits for and those that wait for it.
  private static final class Operation {
    final String name;
    final Step step;
    final Set<Operation> waitsFor = new LinkedHashSet<>();
    final Set<Operation> followers = new LinkedHashSet<>();

    Operation(String name, Step step) {
      this.name = name;
      this.step = step;
    }

    void isBefore(Operation then) {
      followers.add(then);
      then.waitsFor.add(this);
    }
  }

  private OrderJson(Plan plan) {
    this.plan = plan;
  }

  static void write(Plan plan, ArrayNode into) {
    var order = new OrderJson(plan);
    var steps = plan.steps().inOrder();
    for (Step step : steps) order.operation(step);
    for (Step step : steps)
      for (Step then : plan.steps().successors(step))
        order.operation(step).isBefore(order.operation(then));
    for (Step step : steps) if (step instanceof Step.Barrier) order.passThrough(step);
    order.operations.values().forEach(each -> order.write(each, into.addObject()));
  }

  private Operation operation(Step step) {
    return operations.computeIfAbsent(step, _ -> new Operation(name(step), step));
  }

  private void passThrough(Step step) {
    var barrier = operation(step);
    int through = barrier.waitsFor.size() * barrier.followers.size();
    if (through > barrier.waitsFor.size() + barrier.followers.size()) return;
    operations.remove(step);
    barrier.waitsFor.forEach(first -> first.followers.remove(barrier));
    barrier.followers.forEach(then -> then.waitsFor.remove(barrier));
    for (Operation first : barrier.waitsFor) barrier.followers.forEach(first::isBefore);
  }

  private void write(Operation operation, ObjectNode into) {
    into.put("operation", operation.name);
    into.put("kind", kind(operation.step));
    switch (operation.step) {
      case Step.Converge(var at) -> into.put("address", at.toString());
      case Step.Check(var at) -> into.put("address", at.toString());
      case Step.Read(var at) -> into.put("address", at.toString());
      case Step.Destroy(_, var object) -> object(object, into);
      case Step.Forget(var object) -> object(object, into);
      case Step.Barrier _ -> {}
    }
    var names = into.putArray("waitsFor");
    operation.waitsFor.stream().map(each -> each.name).sorted().forEach(names::add);
  }

  private static void object(ObjectRef object, ObjectNode into) {
    into.put("address", object.instance().toString());
    object.deposed().map(DeposedKey::value).ifPresent(key -> into.put("deposedKey", key));
  }

  private String name(Step step) {
    return switch (step) {
      case Step.Converge(var at) -> kind(step) + " " + at;
      case Step.Check(var at) -> kind(step) + " " + at;
      case Step.Read(var at) -> kind(step) + " " + at;
      case Step.Destroy(_, var object) -> kind(step) + " " + object;
      case Step.Forget(var object) -> kind(step) + " " + object;
      case Step.Barrier _ -> kind(step) + " " + ++barriers;
    };
  }

  private String kind(Step step) {
    return switch (step) {
      case Step.Converge(var at) -> converge(at);
      case Step.Check _ -> "check";
      case Step.Read _ -> "read";
      case Step.Destroy _ -> "delete";
      case Step.Forget _ -> "forget";
      case Step.Barrier _ -> "barrier";
    };
  }

  /// A replace creates, too: its other half is a deletion of its own.
  private String converge(InstanceAddress at) {
    var action = Optional.ofNullable(plan.changes().get(ObjectRef.current(at))).map(Change::action);
    if (action.filter(Action.Update.class::isInstance).isPresent()) return "update";
    return action.filter(Action.NoOp.class::isInstance).isPresent() ? "import" : "create";
  }
}
