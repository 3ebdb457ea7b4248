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

    /// Marks a waiting plan as forbidden; a plan that is carried out goes on when the policy allows
    /// it again.
    public void forbid() {
      if (current.phase != PlanPhase.Applying) current.phase = PlanPhase.Forbidden;
    }

    public TurnResult result(Report report, Instant until) {
      return planned.result(report.with(current), until);
    }
  }

  ProposedPlan show(Planned planned);

  ApprovalGate.Verdict decide(ProposedPlan plan, ApprovalDemand demand);

  /// When the present approval of a plan expires.
  Optional<Instant> nextExpiry(ProposedPlan plan);

  /// Text that says what to read, and how to approve.
  ///
  /// @param why a clause that says which rule asks for a person
  String invitation(ProposedPlan plan, String why);

  /// Text that says why nobody can approve now.
  String unavailable(ProposedPlan plan, String why);

  /// Says on the plan what it waits for.
  void awaits(ProposedPlan plan, String message);

  /// Says on the plan that nobody can approve it now.
  void forbidden(ProposedPlan plan, String message);

  /// Says on the plan that it was rejected.
  void rejected(CurrentPlan plan, Decision decision);

  /// Says on the PlanApproval whose decision started the plan that it was used.
  void used(CurrentPlan plan, Decision decision);
}
