package io.keelson.engine.plan;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A plan, and the problems met while making it.
///
/// What an error is about, what depends on it, and what it still needs is left out of the plan; the
/// rest of the plan is sound by itself.
///
/// @param diagnostics in the order of showing, errors first
/// @rule R-PLAN-52
public record PlanOutcome(Plan plan, List<Diagnostic> diagnostics) {
  public PlanOutcome {
    diagnostics = Collections.unmodifiableList(new ArrayList<>(diagnostics));
  }

  public boolean hasErrors() {
    return Diagnostic.anyError(diagnostics);
  }
}
