package io.keelson.engine.apply;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.Step;
import io.keelson.engine.schema.Schema;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// When a step may call a method of a component: when no program runs that could end without it.
/// Some SDKs answer a call only when no program of their process runs, and such a program may wait
/// for the worker that waits for the answer.
///
/// @rule R-PRG-26
final class MethodTurn {
  private final ApplyRun run;

  MethodTurn(ApplyRun run) {
    this.run = run;
  }

  /// The run of a program that has to end before a step; empty if the step calls no method, or
  /// nothing like that runs.
  ///
  /// @param running the runs of the programs that have started and not ended
  Optional<InstanceAddress> comesAfter(Step step, Collection<InstanceAddress> running) {
    if (running.isEmpty() || !callsMethod(step)) return Optional.empty();
    var waiting = componentsThatWaitFor(step);
    return running.stream().filter(each -> !waiting.contains(each.component())).findFirst();
  }

  private boolean callsMethod(Step step) {
    return step instanceof Step.Read(var at)
        && run.providers().schema(at.resource()).filter(Schema::isMethod).isPresent();
  }

  /// The components in which something is made or read after a step: a program that registers it
  /// cannot end before the step has.
  private Set<ComponentInstance> componentsThatWaitFor(Step step) {
    var steps = run.plan().steps();
    var reached = new HashSet<Step>();
    var open = new ArrayDeque<>(steps.successors(step));
    var components = new HashSet<ComponentInstance>();
    while (!open.isEmpty()) {
      Step next = open.pop();
      if (!reached.add(next)) continue;
      AppliedPrograms.subject(next).ifPresent(at -> addAround(at.component(), components));
      open.addAll(steps.successors(next));
    }
    return components;
  }

  private static void addAround(ComponentInstance component, Set<ComponentInstance> components) {
    for (int depth = component.keys().size(); depth > 0; depth--)
      components.add(component.around(depth));
  }
}
