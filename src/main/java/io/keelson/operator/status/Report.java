package io.keelson.operator.status;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// What is to be said about a Stack now.
///
/// @param plan the plan that waits or runs
/// @param diagnostics in the order of showing
public record Report(
    Progress progress,
    ConditionReason reason,
    String message,
    Optional<CurrentPlan> plan,
    List<Diagnostic> diagnostics) {

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

  public Report with(CurrentPlan current) {
    return new Report(progress, reason, message, Optional.of(current), diagnostics);
  }

  /// The same, about the plan that the Stack's status shows, unless it is about one of its own.
  public Report over(Stack stack) {
    if (plan.isPresent() || stack.getStatus() == null || stack.getStatus().plan == null)
      return this;
    return with(stack.getStatus().plan);
  }

  /// The same with another sentence at the end.
  public Report adding(String sentence) {
    return new Report(progress, reason, message + " " + sentence, plan, diagnostics);
  }

  public Report with(List<Diagnostic> diagnostics) {
    return new Report(progress, reason, message, plan, diagnostics);
  }

  /// The same plan and problems, told as something that goes on by itself when it can.
  public Report as(ConditionReason other, String sentence) {
    return new Report(Progress.GOING, other, sentence, plan, diagnostics);
  }
}
