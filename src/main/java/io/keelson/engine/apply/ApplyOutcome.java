package io.keelson.engine.apply;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What became of applying a plan.
///
/// @param state what exists now, outputs included
/// @param steps every operation of the plan, in the order of the plan's graph
/// @param diagnostics in the order of showing, errors first
/// @param fenced whether the run ended because this process may no longer write
/// @param stopped whether steps were left out because a stop was asked for
public record ApplyOutcome(
    StackState state,
    List<StepResult> steps,
    List<Diagnostic> diagnostics,
    boolean fenced,
    boolean stopped) {
  public ApplyOutcome {
    steps = Collections.unmodifiableList(new ArrayList<>(steps));
    diagnostics = Collections.unmodifiableList(new ArrayList<>(diagnostics));
  }

  /// Whether everything planned is done.
  public boolean complete() {
    return !fenced
        && !stopped
        && !Diagnostic.anyError(diagnostics)
        && steps.stream().allMatch(step -> step.outcome().isDone());
  }
}
