package io.keelson.operator.stack;

import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DeletionPolicy;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.LeftOut;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.declaration.UnknownWords;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.state.StackRecords;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is done in one turn for a Stack that exists, as far as what it says is understood and its
/// key is there. Otherwise only the reason is reported.
final class KeyedStack {
  private static final Logger LOG = LoggerFactory.getLogger(KeyedStack.class);
  private static final Duration LONG = Duration.ofHours(1);

  private static final String IMPORT_THAT_NEVER_ENDS =
      "An import of the state of this Stack has begun and not ended, and in a namespace that is"
          + " being deleted it never can: what the records do not say is not destroyed. To leave"
          + " the objects alone, set spec.deletion.policy to Orphan.";

  private final StackKey key;
  private final OperatorContext context;
  private final Takeover takeover;
  private final OpenSession session;
  private final Destruction destruction;
  private final Forgetting forgetting;
  private final OpenedStack recorded;

  KeyedStack(
      StackKey key,
      OperatorContext context,
      Takeover takeover,
      OpenSession session,
      Destruction destruction,
      Forgetting forgetting,
      OpenedStack recorded) {
    this.key = key;
    this.context = context;
    this.takeover = takeover;
    this.session = session;
    this.destruction = destruction;
    this.forgetting = forgetting;
    this.recorded = recorded;
  }

  /// @param deleted whether the Stack is to go
  TurnResult attend(Stack stack, boolean deleted) {
    var unknown = UnknownWords.in(stack);
    if (unknown.isPresent())
      return TurnResult.of(unknown.get(), context.clock().instant().plus(LONG));
    // To destroy it, what is held of it is enough.
    var leftOut = LeftOut.why(stack).filter(_ -> !deleted);
    if (leftOut.isPresent())
      return TurnResult.of(
          Report.stalled(ConditionReason.LimitExceeded, leftOut.get()),
          context.clock().instant().plus(LONG));
    boolean ending = deleted && takeover.namespaceIsEnding();
    try {
      if (ending && stack.getSpec().deletion.policy == DeletionPolicy.Orphan)
        return forgetting.attend(stack);
      return recorded.attend(stack, deleted, ending, session.of(stack));
    } catch (SealingKey.Unusable e) {
      return withoutKey(stack, e, deleted, ending);
    } catch (StoreFenced e) {
      LOG.warn("{}: {}", key, e.getMessage());
      return TurnResult.of(
          Report.going(ConditionReason.ProgressingWithRetry, String.valueOf(e.getMessage())),
          context.clock().instant().plusSeconds(1));
    }
  }

  private TurnResult withoutKey(
      Stack stack, SealingKey.Unusable why, boolean deleted, boolean ending) {
    boolean unfinished = why.reason() == ConditionReason.ImportUnfinished;
    // What stands where the key belongs is nothing to a Stack that has no use for a key.
    if (deleted
        && (unfinished || why.reason() == ConditionReason.SealingKeyForeign)
        && !StackRecords.any(context.client(), key.namespace(), key.name()))
      return destruction.gone(stack);
    // What the records do not say yet, nobody needs to know to leave it alone.
    if (deleted && unfinished && stack.getSpec().deletion.policy == DeletionPolicy.Orphan)
      return destruction.leave(stack);
    // The end of an import is an event of the Secret, and so is that one of our type appears.
    var until = context.clock().instant().plusSeconds(30);
    if (ending && unfinished)
      return TurnResult.of(Report.stalled(why.reason(), IMPORT_THAT_NEVER_ENDS), until);
    if (!ending || why.reason() != ConditionReason.SealingKeyLost)
      return TurnResult.of(Report.stalled(why.reason(), String.valueOf(why.getMessage())), until);
    var message =
        "The Secret '%s' with the key of this Stack is gone, and nothing can be restored in a namespace that is being deleted. The objects cannot be destroyed without it. To leave them alone, set spec.deletion.policy to Orphan."
            .formatted(why.secret());
    return TurnResult.of(Report.stalled(ConditionReason.CredentialsMissing, message), until);
  }
}
