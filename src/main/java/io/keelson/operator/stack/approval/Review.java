package io.keelson.operator.stack.approval;

import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.status.Report;
import java.time.Instant;
import java.util.Optional;

/// Where a plan is shown to people, and how they decide about it.
public sealed interface Review permits ObjectReview, StatusReview {
  /// A plan as it is shown.
  ///
  /// @param planned what is carried out when that is approved, under the digest that is shown
  /// @param current what the Stack's status says about it
  record Shown(Planned planned, CurrentPlan current) {
    /// How messages name it, at the start of a sentence.
    public String title() {
      if (current.name == null) return "The destroy plan";
      return "Plan " + current.name + (current.run == null ? "" : " of Run " + current.run.name);
    }

    /// Says so of a plan that waits; one that is carried out goes on when it may again.
    public void forbid() {
      if (current.phase != PlanPhase.Applying) current.phase = PlanPhase.Forbidden;
    }

    public TurnResult result(Report report, Instant until) {
      return planned.result(report.with(current), until);
    }
  }

  Shown show(Planned planned);

  ApprovalGate.Verdict decide(Shown shown, Rules rules);

  /// When an approval that it has now will not count any more.
  Optional<Instant> nextExpiry(Shown shown);

  /// What to read, and how to approve.
  ///
  /// @param why a clause on which rule asks for a person
  String invitation(Shown shown, String why);

  /// Why nobody can approve now.
  String unavailable(Shown shown, String why);

  /// Tells those who look at the plan what it waits for.
  void awaits(Shown shown, String message);

  /// Tells those who look at the plan that nobody can approve it now.
  void forbidden(Shown shown, String message);

  /// Writes down that it was rejected.
  void rejected(CurrentPlan plan, Decision decision);

  /// Tells the person whose decision started it.
  void used(CurrentPlan plan, Decision decision);
}
