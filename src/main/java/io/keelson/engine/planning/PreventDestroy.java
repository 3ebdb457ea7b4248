package io.keelson.engine.planning;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Reason;

/// The error for a plan that would destroy a protected object.
///
/// @rule R-PD-1
final class PreventDestroy {
  private PreventDestroy() {}

  /// @param change a replace or a delete
  /// @param byState whether only the record says that the object is protected
  static Diagnostic forbids(Change change, boolean byState) {
    return Diagnostic.error(
        Code.PREVENT_DESTROY,
        Subject.of(change.object().instance()),
        "Destruction is prevented",
        "The plan would "
            + (change.action() instanceof Action.Delete ? "destroy" : "replace")
            + " this object"
            + (change.reason().sentence().isEmpty() ? "" : " (" + change.reason().sentence() + ")")
            + ", but lifecycle.preventDestroy "
            + remedy(change.reason(), byState));
  }

  private static String remedy(Reason reason, boolean byState) {
    if (isDeclaredNoMore(reason))
      return "was set when it was last declared. Undo the change that requires it; or, to have it"
          + " destroyed, declare it once more without the option, and take it out when that is"
          + " applied.";
    return byState && reason == Reason.DESTROY_MODE
        ? "was set when it was last declared. Declare it without the option: that counts at once;"
            + " or, where the Stack is being deleted, set its deletion.policy to Orphan, which"
            + " leaves all of its objects alone."
        : "is set. Take the option away, or undo the change that requires it.";
  }

  /// Whether there is no declaration to take the option away from.
  private static boolean isDeclaredNoMore(Reason reason) {
    return reason == Reason.NO_RESOURCE_CONFIG
        || reason == Reason.NO_MOVE_TARGET
        || reason == Reason.NO_COMPONENT;
  }
}
