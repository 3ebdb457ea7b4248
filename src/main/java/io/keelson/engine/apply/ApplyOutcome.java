package io.keelson.engine.apply;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What became of applying a plan.
///
/// @param state what exists now, outputs included
/// @param steps every operation of the plan, in the order of the plan's graph
/// @param checks what became of the conditions of the instances that were visited
/// @param deviations where a chosen difference from Terraform changed what was done
/// @param diagnostics in the order of showing, errors first
/// @param fenced whether the run ended because this process may no longer write
/// @param stopped whether steps were left out because a stop was asked for
public record ApplyOutcome(
    StackState state,
    List<StepResult> steps,
    SortedMap<Subject, CheckResult.Status> checks,
    SortedSet<Deviation> deviations,
    List<Diagnostic> diagnostics,
    boolean fenced,
    boolean stopped) {
  public ApplyOutcome {
    steps = Collections.unmodifiableList(new ArrayList<>(steps));
    checks = Collections.unmodifiableSortedMap(new TreeMap<>(checks));
    deviations = Collections.unmodifiableSortedSet(new TreeSet<>(deviations));
    diagnostics = Collections.unmodifiableList(new ArrayList<>(diagnostics));
  }

  /// The objects to which there is still something to do.
  public SortedSet<ObjectRef> left() {
    var left = new TreeSet<ObjectRef>();
    for (StepResult step : steps)
      if (!step.outcome().isDone()) step.step().changes().ifPresent(left::add);
    return left;
  }

  /// Whether everything planned is done.
  public boolean complete() {
    return !fenced
        && !stopped
        && !Diagnostic.anyError(diagnostics)
        && steps.stream().allMatch(step -> step.outcome().isDone());
  }
}
