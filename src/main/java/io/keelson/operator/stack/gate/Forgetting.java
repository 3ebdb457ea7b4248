package io.keelson.operator.stack.gate;

import io.keelson.engine.plan.Counts;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DeletionPolicy;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.stack.approval.ApprovalDemand;
import io.keelson.operator.stack.approval.ApprovalGate;
import io.keelson.operator.stack.approval.StatusReview;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.plan.PlanObjects;
import io.keelson.operator.stack.plan.PlanSummary;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.RecordRemoval;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/// Ends a deleted Stack whose objects are left alone in a namespace that is being deleted. The
/// records cannot stay there, so a person has to approve that they go. Its reports become the
/// condition Ready=False: with AwaitingApproval, ApprovalUnavailable, Held, Suspended,
/// ProgressingWithRetry while another process may still work with the records, or Deleting.
///
/// It needs neither key nor account nor provider, so it works whatever else is missing.
public final class Forgetting implements Gate {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofHours(1);

  private final StackKey key;
  private final OperatorContext context;
  private final Takeover takeover;
  private final StatusReview review;
  private final RecordRemoval records;

  public Forgetting(StackKey key, OperatorContext context, Takeover takeover, StatusReview review) {
    this.key = key;
    this.context = context;
    this.takeover = takeover;
    this.review = review;
    this.records = context.removalOf(key);
  }

  @Override
  public boolean concerns(Turn turn) {
    return turn.stack().getSpec().deletion.policy == DeletionPolicy.Orphan
        && turn.ending() == Ending.NAMESPACE;
  }

  /// @throws io.keelson.engine.state.StateStore.StoreFenced if this process may no longer write
  @Override
  public Passage pass(Turn turn) {
    return new Passage.Stop(attend(turn.stack()));
  }

  @Override
  public Set<ConditionReason> reasons() {
    return EnumSet.of(
        ConditionReason.ProgressingWithRetry,
        ConditionReason.AwaitingApproval,
        ConditionReason.ApprovalUnavailable,
        ConditionReason.Held,
        ConditionReason.Suspended,
        ConditionReason.Deleting);
  }

  private TurnResult attend(Stack stack) {
    var left = records.list();
    var running = records.runningElsewhere(left);
    if (!running.isEmpty())
      return TurnResult.of(
          Report.going(ConditionReason.ProgressingWithRetry, running.getFirst()),
          context.clock().instant().plus(LOOK_AGAIN));
    if (left.isEmpty()) return end(stack, left);
    var plan = shown(stack, left);
    return switch (review.decide(String.valueOf(plan.digest), ApprovalDemand.deletion(stack, ""))) {
      case ApprovalGate.Verdict.Go _ -> restrained(stack) ? held(plan) : end(stack, left);
      case ApprovalGate.Verdict.Await(var why) ->
          result(
              Report.waiting(ConditionReason.AwaitingApproval, invitation(plan, left.size(), why)),
              plan);
      case ApprovalGate.Verdict.Unavailable(var why) ->
          result(
              Report.stalled(ConditionReason.ApprovalUnavailable, StatusReview.unavailable(why)),
              plan);
      case ApprovalGate.Verdict.Rejected _ ->
          throw new IllegalStateException("an annotation does not reject");
    };
  }

  private TurnResult result(Report report, CurrentPlan plan) {
    return TurnResult.of(report.with(plan), context.clock().instant().plus(LONG));
  }

  private boolean restrained(Stack stack) {
    return context.hold() || Boolean.TRUE.equals(stack.getSpec().suspend);
  }

  private TurnResult held(CurrentPlan plan) {
    var why = context.hold() ? "the operator was started with --hold" : "spec.suspend is true";
    return result(
        Report.waiting(
            context.hold() ? ConditionReason.Held : ConditionReason.Suspended,
            "The records of the Stack may be dropped, but " + why + "."),
        plan);
  }

  private String invitation(CurrentPlan plan, int left, String why) {
    return "spec.deletion.policy is Orphan: the objects are left alone, but their %d records cannot stay in a namespace that is being deleted. That they are dropped waits for a person: %s. %s"
        .formatted(left, why, review.howToApprove(String.valueOf(plan.digest)));
  }

  private CurrentPlan shown(Stack stack, List<ResourceInstance> left) {
    var lines = left.stream().map(each -> ". " + each.getSpec().address).sorted().toList();
    var counts = Counts.forgetting(left.size());
    var plan = new CurrentPlan();
    plan.digest = digest(stack);
    plan.phase = PlanPhase.AwaitingApproval;
    plan.counts = PlanObjects.counts(counts);
    plan.summary = PlanSummary.of(lines, counts);
    return plan;
  }

  /// The digest that is approved. It does not name the records: none can be made here any more, so
  /// they only get fewer.
  private static String digest(Stack stack) {
    var applied = stack.getStatus() == null ? null : stack.getStatus().applyEpoch;
    var text = "forget\n" + stack.getMetadata().getUid() + "\n" + applied;
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private TurnResult end(Stack stack, List<ResourceInstance> left) {
    left.forEach(records::drop);
    // Even a Secret that somebody else made is let go, as it is deleted with its namespace.
    new KeySecret(context.client(), key.namespace(), key.name(), context.random()).release();
    takeover.release(stack);
    return TurnResult.of(
        Report.going(
            ConditionReason.Deleting,
            "The objects of the Stack are left alone; %d records were dropped."
                .formatted(left.size())),
        context.clock().instant().plus(LONG));
  }
}
