package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DeletionPolicy;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.retry.Retry;
import io.keelson.operator.stack.approval.Reviews;
import io.keelson.operator.stack.approval.Rules;
import io.keelson.operator.stack.context.Surroundings;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.execution.Proposal;
import io.keelson.operator.stack.execution.Pursuit;
import io.keelson.operator.stack.output.PublishedOutputs;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.plan.Rest;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.state.Phase;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Deferrals;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Report;
import java.time.Duration;
import java.util.Optional;

/// What happens to a Stack that is deleted: its objects are destroyed in the recorded order, or
/// left alone, and only then it may go.
final class Destruction {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

  private final Surroundings with;
  private final Takeover takeover;
  private final InstanceMemory instances;
  private final Proposal proposal;
  private final Pursuit pursuit;
  private final Reviews reviews;
  private final PublishedOutputs published;
  private final Retry retry;

  Destruction(
      Surroundings with,
      Takeover takeover,
      InstanceMemory instances,
      Proposal proposal,
      Pursuit pursuit,
      Reviews reviews,
      PublishedOutputs published,
      Retry retry) {
    this.with = with;
    this.takeover = takeover;
    this.instances = instances;
    this.proposal = proposal;
    this.pursuit = pursuit;
    this.reviews = reviews;
    this.published = published;
    this.retry = retry;
  }

  /// @param ending whether the Stack's namespace is being deleted, too
  Rest attend(Stack stack, Session session, boolean ending) {
    if (instances.size() == 0) {
      if (!ending) published.takeBack(stack, session.account());
      session.deleteKey();
      return gone(stack);
    }
    if (stack.getSpec().deletion.policy == DeletionPolicy.Orphan)
      return leave(stack, session, "spec.deletion.policy is Orphan");
    var awaited = proposal.awaitedToDestroy(stack, session);
    if (awaited.isPresent())
      return Rest.of(awaited.get(), with.clock().instant().plus(Preparation.INSTALLATION));
    var planned = proposal.toDestroy(stack, session);
    var rest =
        planned.plan().effective().isEmpty()
            ? rest(planned, session)
            : destroy(planned, session, ending);
    return ending ? withoutRights(planned, rest) : rest;
  }

  /// Rights go with a namespace, and may be restored elsewhere: what is missing is said before a
  /// person decides about a part. Nothing wakes the Stack when it has changed.
  private Rest withoutRights(Planned planned, Rest rest) {
    var missing =
        planned.diagnostics().stream()
            .filter(each -> each.isError() && each.code() == Code.CREDENTIALS)
            .findFirst();
    var again = Optional.of(with.clock().instant().plus(LOOK_AGAIN));
    var report = rest.report();
    if (report.reason() == ConditionReason.CredentialsMissing) return rest.atLatest(again);
    if (missing.isEmpty() || report.reason() != ConditionReason.AwaitingApproval) return rest;
    var message = missing.get() + " Without that the plan is not whole. " + report.message();
    return rest.saying(report.as(ConditionReason.CredentialsMissing, message)).atLatest(again);
  }

  private Rest destroy(Planned planned, Session session, boolean ending) {
    var rules = Rules.deletion(planned.stack(), ending ? "" : "; to keep the objects, reject it");
    return switch (pursuit.pursue(planned, rules, session, reviews.where(ending))) {
      case Pursuit.Outcome.Resting(var rest, _) -> rest;
      case Pursuit.Outcome.Applied _ ->
          Rest.of(
              Report.going(ConditionReason.Deleting, "What was destroyed is looked at again."),
              with.clock().instant());
      case Pursuit.Outcome.Rejected(var decision) ->
          leave(planned.stack(), session, "the destroy plan was rejected by " + decision.by);
    };
  }

  /// Nothing is left that the Stack was about.
  Rest gone(Stack stack) {
    StackStatus.openRun(stack)
        .flatMap(open -> Optional.ofNullable(open.name))
        .ifPresent(name -> reviews.plans().phase(name, PlanPhase.Applied, "It was carried out."));
    reviews.plans().deleteUnowned();
    takeover.release(stack);
    return Rest.of(
        Report.going(ConditionReason.Deleting, "Everything is destroyed."),
        with.clock().instant().plusSeconds(3600));
  }

  /// The objects stay, and their records and key with them: a Stack of this name adopts them.
  private Rest leave(Stack stack, Session session, String why) {
    var store = session.records().store();
    instances.usable().keySet().forEach(at -> store.say(at, Phase.StackMissing));
    reviews.plans().deleteUnowned();
    takeover.giveUp(stack, why);
    return Rest.of(
        Report.going(
            ConditionReason.Deleting,
            "The objects of the Stack are left alone, because %s; %d records stay."
                .formatted(why, instances.size())),
        with.clock().instant().plusSeconds(3600));
  }

  /// Nothing is to be done to any object; a record may still be found to be about none.
  private Rest rest(Planned planned, Session session) {
    if (planned.plan().bookkeeping().isEmpty()) return stuck(planned);
    proposal.keepBooks(planned, session);
    return Rest.of(
        Report.going(ConditionReason.Deleting, "What is left is looked at again."),
        with.clock().instant());
  }

  /// Records are left, but nothing can be planned for them.
  private Rest stuck(Planned planned) {
    var now = with.clock().instant();
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
    return Rest.of(report.with(planned.diagnostics()), retry.failed(planned.members(), now))
        .over(planned);
  }
}
