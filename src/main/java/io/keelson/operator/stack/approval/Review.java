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
  /// A plan that is shown to people, who decide whether it is carried out.
  ///
  /// @param planned the plan that is carried out once it is approved, under the digest that people
  ///   see
  /// @param current what the status of the Stack says about the plan
  record ProposedPlan(Planned planned, CurrentPlan current) {
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

  ProposedPlan show(Planned planned);

  ApprovalGate.Verdict decide(ProposedPlan plan, Rules rules);

  /// When an approval that it has now will not count any more.
  Optional<Instant> nextExpiry(ProposedPlan plan);

  /// What to read, and how to approve.
  ///
  /// @param why a clause on which rule asks for a person
  String invitation(ProposedPlan plan, String why);

  /// Why nobody can approve now.
  String unavailable(ProposedPlan plan, String why);

  /// Tells those who look at the plan what it waits for.
  void awaits(ProposedPlan plan, String message);

  /// Tells those who look at the plan that nobody can approve it now.
  void forbidden(ProposedPlan plan, String message);

  /// Writes down that it was rejected.
  void rejected(CurrentPlan plan, Decision decision);

  /// Tells the person whose decision started it.
  void used(CurrentPlan plan, Decision decision);
}
