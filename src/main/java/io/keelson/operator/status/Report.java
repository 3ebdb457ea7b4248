package io.keelson.operator.status;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What the status of a Stack says now.
///
/// @param plan the plan that waits or runs
/// @param diagnostics in the order in which they are shown
public record Report(
    Progress progress,
    ConditionReason reason,
    String message,
    Optional<CurrentPlan> plan,
    List<Diagnostic> diagnostics) {

  /// Reasons that last a moment only: events for them would hide the others.
  private static final Set<ConditionReason> PASSING =
      EnumSet.of(ConditionReason.MembersChanged, ConditionReason.Planning);

  /// Which conditions stand beside Ready.
  public enum Progress {
    /// Ready is True.
    DONE,
    /// The operator goes on by itself.
    GOING,
    /// A person decides.
    WAITING,
    /// Somebody has to mend something.
    STALLED
  }

  public static Report going(ConditionReason reason, String message) {
    return new Report(Progress.GOING, reason, message, Optional.empty(), List.of());
  }

  public static Report waiting(ConditionReason reason, String message) {
    return new Report(Progress.WAITING, reason, message, Optional.empty(), List.of());
  }

  public static Report stalled(ConditionReason reason, String message) {
    return new Report(Progress.STALLED, reason, message, Optional.empty(), List.of());
  }

  public static Report done(List<Diagnostic> warnings) {
    return new Report(
        Progress.DONE,
        ConditionReason.UpToDate,
        "What is declared is what exists." + failedChecks(warnings),
        Optional.empty(),
        warnings);
  }

  /// A Run has ended well.
  public static Report completed(String message) {
    return new Report(
        Progress.DONE, ConditionReason.Completed, message, Optional.empty(), List.of());
  }

  private static String failedChecks(List<Diagnostic> warnings) {
    var failed = new TreeSet<String>();
    for (Diagnostic each : warnings)
      if (each.subject() instanceof Subject.Part(var kind, var name) && kind.equals("check"))
        failed.add(name + ": " + each.detail());
    return failed.isEmpty() ? "" : " But not all checks hold: " + String.join(" ", failed);
  }

  /// Whether it is only about the way to something else that is said soon.
  public boolean isPassing() {
    return PASSING.contains(reason);
  }

  public Report with(CurrentPlan current) {
    return new Report(progress, reason, message, Optional.of(current), diagnostics);
  }

  /// This report with the plan in the Stack's status, unless it has a plan of its own.
  public Report withPlanOf(Stack stack) {
    if (plan.isPresent() || stack.getStatus() == null || stack.getStatus().plan == null)
      return this;
    return with(stack.getStatus().plan);
  }

  /// This report with another sentence at its end.
  public Report adding(String sentence) {
    return new Report(progress, reason, message + " " + sentence, plan, diagnostics);
  }

  public Report with(List<Diagnostic> diagnostics) {
    return new Report(progress, reason, message, plan, diagnostics);
  }

  /// This report with the same plan and problems, but as work that goes on by itself when it can.
  public Report goingOn(ConditionReason other, String sentence) {
    return new Report(Progress.GOING, other, sentence, plan, diagnostics);
  }
}
