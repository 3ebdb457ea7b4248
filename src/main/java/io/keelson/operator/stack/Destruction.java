package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DeletionPolicy;
import io.keelson.operator.requests.Retry;
import io.keelson.operator.stack.approval.ApprovalDemand;
import io.keelson.operator.stack.approval.Reviews;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.execution.Proposal;
import io.keelson.operator.stack.execution.Pursuit;
import io.keelson.operator.stack.gate.Ending;
import io.keelson.operator.stack.gate.ProvidersInstalled;
import io.keelson.operator.stack.gate.StackRelease;
import io.keelson.operator.stack.gate.Turn;
import io.keelson.operator.stack.output.PublishedOutputs;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.state.Phase;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Deferrals;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Report;
import java.time.Duration;
import java.util.Optional;

/// Ends a Stack that is deleted, turn by turn: its objects are destroyed in the recorded order, or
/// left alone, and only then it may go. Its reports become the condition Ready=False: with
/// Deleting, CredentialsMissing, Deferred, PlanFailed or the reason of another problem, and while
/// the destroy plan waits or runs, with a reason of [Pursuit].
final class Destruction {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

  private final OperatorContext context;
  private final StackRelease release;
  private final InstanceMemory instances;
  private final Proposal proposal;
  private final Pursuit pursuit;
  private final Reviews reviews;
  private final PublishedOutputs published;
  private final Retry retry;

  Destruction(StackParts its, StackRelease release) {
    this.context = its.context;
    this.release = release;
    this.instances = its.instances;
    this.proposal = its.proposal;
    this.pursuit = its.pursuit;
    this.reviews = its.reviews;
    this.published = its.published;
    this.retry = its.retry;
  }

  TurnResult attend(Turn turn) {
    var stack = turn.stack();
    var session = turn.session();
    boolean ending = turn.ending() == Ending.NAMESPACE;
    if (instances.size() == 0) {
      if (!ending) published.takeBack(stack, session.account());
      session.deleteKey();
      return release.gone(stack);
    }
    if (stack.getSpec().deletion.policy == DeletionPolicy.Orphan)
      return leave(stack, session, "spec.deletion.policy is Orphan");
    var awaited = proposal.awaitedToDestroy(stack, session);
    if (awaited.isPresent())
      return TurnResult.of(
          awaited.get(), context.clock().instant().plus(ProvidersInstalled.LOOK_AGAIN));
    var planned = proposal.toDestroy(stack, session);
    var result =
        planned.plan().effective().isEmpty()
            ? result(planned, session)
            : destroy(planned, session, ending);
    return ending ? withoutRights(planned, result) : result;
  }

  /// Adds which rights are missing, before a person decides about a part of the plan. They vanish
  /// with the namespace and can be restored elsewhere; nothing wakes the Stack then, so it looks
  /// again.
  private TurnResult withoutRights(Planned planned, TurnResult result) {
    var missing =
        planned.diagnostics().stream()
            .filter(each -> each.isError() && each.code() == Code.CREDENTIALS)
            .findFirst();
    var again = Optional.of(context.clock().instant().plus(LOOK_AGAIN));
    var report = result.report();
    if (report.reason() == ConditionReason.CredentialsMissing) return result.atLatest(again);
    if (missing.isEmpty() || report.reason() != ConditionReason.AwaitingApproval) return result;
    var message = missing.get() + " Without that the plan is not whole. " + report.message();
    return result
        .saying(report.goingOn(ConditionReason.CredentialsMissing, message))
        .atLatest(again);
  }

  private TurnResult destroy(Planned planned, Session session, boolean ending) {
    var demand =
        ApprovalDemand.deletion(planned.stack(), ending ? "" : "; to keep the objects, reject it");
    return switch (pursuit.pursue(planned, demand, session, reviews.reviewOf(ending))) {
      case Pursuit.Outcome.Resting(var result, _) -> result;
      case Pursuit.Outcome.Applied _ ->
          TurnResult.of(
              Report.going(ConditionReason.Deleting, "What was destroyed is looked at again."),
              context.clock().instant());
      case Pursuit.Outcome.Rejected(var decision) ->
          leave(planned.stack(), session, "the destroy plan was rejected by " + decision.by);
    };
  }

  /// Lets the Stack go and leaves its objects alone. Their records and the key stay: a Stack of
  /// this name adopts them.
  private TurnResult leave(Stack stack, Session session, String why) {
    var store = session.records().store();
    instances.usable().keySet().forEach(at -> store.say(at, Phase.StackMissing));
    return release.leave(
        stack,
        why,
        "The objects of the Stack are left alone, because %s; %d records stay."
            .formatted(why, instances.size()));
  }

  /// No object has to be changed; a record may still turn out to be of no object.
  private TurnResult result(Planned planned, Session session) {
    if (planned.plan().bookkeeping().isEmpty()) return stuck(planned);
    proposal.keepBooks(planned, session);
    return TurnResult.of(
        Report.going(ConditionReason.Deleting, "What is left is looked at again."),
        context.clock().instant());
  }

  /// Records are left, but no change can be planned for them.
  private TurnResult stuck(Planned planned) {
    var now = context.clock().instant();
    var error = planned.diagnostics().stream().filter(Diagnostic::isError).findFirst();
    var reason = error.map(each -> Diagnostics.reason(each.code()));
    var problem = instances.problems().values().stream().findFirst();
    var deferred = Deferrals.of(planned.plan());
    var message =
        error
            .map(each -> Diagnostics.told(each, planned.diagnostics()))
            .or(() -> problem.map(InstanceMemory.Problem::message))
            .or(() -> deferred)
            .orElse("Records are left that nothing can be planned for.");
    var cause =
        reason
            .or(() -> problem.map(InstanceMemory.Problem::reason))
            .or(() -> deferred.map(_ -> ConditionReason.Deferred))
            .orElse(ConditionReason.PlanFailed);
    boolean goesOn =
        error
            .map(each -> Diagnostics.mayPass(each.code()))
            .orElse(cause == ConditionReason.Deferred);
    var report = goesOn ? Report.going(cause, message) : Report.stalled(cause, message);
    return TurnResult.of(report.with(planned.diagnostics()), retry.failed(planned.members(), now))
        .withPlan(planned);
  }
}
