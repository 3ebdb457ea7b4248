package io.keelson.engine.apply;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.plan.Step;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides which steps still run after a stop, be it asked for or because a step failed: those
/// without which a replace would end between its legs, its old object gone and its new one not
/// there.
final class Interruption {
  private final StopSignal stop;
  private final Plan plan;
  private final Set<Step> started = new HashSet<>();

  /// Steps that failed, and those that wait for them.
  private final Set<Step> lost = new HashSet<>();

  private @Nullable Graph<Step> waitsFor;

  Interruption(StopSignal stop, Plan plan) {
    this.stop = stop;
    this.plan = plan;
  }

  /// Whether the step may start; it then counts as started.
  synchronized boolean admits(Step step) {
    boolean stopped = stop.isSet() || !lost.isEmpty();
    if (stopped && !(step instanceof Step.Barrier) && !isOwed(step)) return false;
    started.add(step);
    return true;
  }

  /// Stops because a step failed. What waits for it is not owed any more.
  ///
  /// @rule R-PUL-52
  synchronized void fail(Step step) {
    var open = new ArrayDeque<Step>();
    open.add(step);
    while (!open.isEmpty()) {
      Step next = open.pop();
      if (lost.add(next)) open.addAll(plan.steps().successors(next));
    }
  }

  /// Whether a create leg waits for this step whose destroy leg has started, directly or through
  /// further replaces.
  private boolean isOwed(Step step) {
    var owed = new HashSet<Step>();
    var open = new ArrayDeque<Step>();
    started.forEach(each -> addCreateLeg(each, open));
    while (!open.isEmpty()) {
      Step next = open.pop();
      if (started.contains(next) || lost.contains(next) || !owed.add(next)) continue;
      if (next.equals(step)) return true;
      open.addAll(predecessors().successors(next));
      addCreateLeg(next, open);
    }
    return false;
  }

  private void addCreateLeg(Step step, ArrayDeque<Step> open) {
    switch (step) {
      case Step.Destroy(var at, var object) when isCreatedLast(object) ->
          open.add(new Step.Converge(at));
      case Step.Forget(var object) when isCreatedLast(object) ->
          open.add(new Step.Converge(object.instance()));
      default -> {}
    }
  }

  private boolean isCreatedLast(ObjectRef object) {
    var change = plan.changes().get(object);
    return change != null
        && object.deposed().isEmpty()
        && change.action() instanceof Action.Replace(ReplaceOrder order, _)
        && order != ReplaceOrder.CREATE_FIRST;
  }

  private Graph<Step> predecessors() {
    if (waitsFor == null) waitsFor = plan.steps().reversed();
    return waitsFor;
  }
}
