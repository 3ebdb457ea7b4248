package io.keelson.engine.planning;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;

/// The error for a plan that would destroy a protected object.
///
/// @rule R-PD-1
final class PreventDestroy {
  private PreventDestroy() {}

  /// @param change a replace or a delete
  static Diagnostic forbids(Change change) {
    return Diagnostic.error(
        Code.PREVENT_DESTROY,
        Subject.of(change.object().instance()),
        "Destruction is prevented",
        "The plan would "
            + (change.action() instanceof Action.Delete ? "destroy" : "replace")
            + " this object"
            + (change.reason().sentence().isEmpty() ? "" : " (" + change.reason().sentence() + ")")
            + ", but lifecycle.preventDestroy is set. Take the option away, or undo the change that"
            + " requires it.");
  }
}
