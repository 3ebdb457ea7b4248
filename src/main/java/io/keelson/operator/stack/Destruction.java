package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DeletionApproval;
import io.keelson.operator.api.StackSpec.DeletionPolicy;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.state.Phase;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Diagnostics;
import java.util.Optional;

/// What happens to a Stack that is deleted: its objects are destroyed in the recorded order, or
/// left alone, and only then it may go.
final class Destruction {
  private final Surroundings with;
  private final Takeover takeover;
  private final InstanceMemory instances;
  private final Proposal proposal;
  private final Pursuit pursuit;
  private final Retry retry;

  Destruction(
      Surroundings with,
      Takeover takeover,
      InstanceMemory instances,
      Proposal proposal,
      Pursuit pursuit,
      Retry retry) {
    this.with = with;
    this.takeover = takeover;
    this.instances = instances;
    this.proposal = proposal;
    this.pursuit = pursuit;
    this.retry = retry;
  }

  Rest attend(Stack stack, Session session) {
    if (instances.size() == 0) return gone(stack, session);
    if (stack.getSpec().deletion.policy == DeletionPolicy.Orphan)
      return leave(stack, session, "spec.deletion.policy is Orphan");
    var planned = proposal.toDestroy(stack, session);
    if (!planned.plan().applyable() || planned.plan().effective().isEmpty()) return stuck(planned);
    return switch (pursuit.pursue(planned, rules(planned), session)) {
      case Pursuit.Outcome.Resting(var rest) -> rest;
      case Pursuit.Outcome.Applied _ ->
          Rest.of(
              Report.going(ConditionReason.Deleting, "What was destroyed is looked at again."),
              with.clock().instant());
      case Pursuit.Outcome.Rejected(var decision) -> leave(stack, session, words(decision));
    };
  }

  private static Pursuit.Rules rules(Planned planned) {
    boolean automatic = planned.stack().getSpec().deletion.approval == DeletionApproval.Automatic;
    var policy =
        new ApprovalGate.Policy(
            io.keelson.operator.api.StackSpec.ApprovalMode.Automatic,
            automatic,
            "spec.deletion.approval is Automatic");
    return new Pursuit.Rules(
        policy,
        automatic
            ? Optional.empty()
            : Optional.of(
                "the Stack is deleted, and spec.deletion.approval is Required; to keep the objects,"
                    + " reject it"));
  }

  private static String words(Decision decision) {
    return "the destroy plan was rejected by " + decision.by;
  }

  /// Nothing is left: neither is the key.
  private Rest gone(Stack stack, Session session) {
    Pursuit.openRun(stack)
        .flatMap(open -> Optional.ofNullable(open.name))
        .ifPresent(name -> pursuit.plans().phase(name, PlanPhase.Applied, "It was carried out."));
    pursuit.plans().deleteUnowned();
    session.keySecret().delete();
    takeover.release(stack);
    return Rest.of(
        Report.going(ConditionReason.Deleting, "Everything is destroyed."),
        with.clock().instant().plusSeconds(3600));
  }

  /// The objects stay, and their records and key with them: a Stack of this name adopts them.
  private Rest leave(Stack stack, Session session, String why) {
    var store = session.records().store();
    instances.usable().keySet().forEach(at -> store.say(at, Phase.StackMissing));
    pursuit.plans().deleteUnowned();
    takeover.release(stack);
    return Rest.of(
        Report.going(
            ConditionReason.Deleting,
            "The objects of the Stack are left alone, because %s; %d records stay."
                .formatted(why, instances.size())),
        with.clock().instant().plusSeconds(3600));
  }

  /// Records are left, but nothing can be planned for them.
  private Rest stuck(Planned planned) {
    var now = with.clock().instant();
    var error = planned.diagnostics().stream().filter(Diagnostic::isError).findFirst();
    var reason = error.map(each -> Diagnostics.reason(each.code()));
    var problem = instances.problems().values().stream().findFirst();
    var message =
        error
            .map(Diagnostic::toString)
            .or(() -> problem.map(InstanceMemory.Problem::message))
            .orElse("Records are left that nothing can be planned for.");
    var report =
        error.isPresent() && Diagnostics.mayPass(error.get().code())
            ? Report.going(reason.orElse(ConditionReason.PlanFailed), message)
            : Report.stalled(
                reason
                    .or(() -> problem.map(InstanceMemory.Problem::reason))
                    .orElse(ConditionReason.PlanFailed),
                message);
    return Rest.of(report.with(planned.diagnostics()), retry.failed(planned.members(), now))
        .over(planned);
  }
}
