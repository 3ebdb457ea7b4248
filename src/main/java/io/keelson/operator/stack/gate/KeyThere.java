package io.keelson.operator.stack.gate;

import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DeletionPolicy;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.state.StackRecords;
import io.keelson.operator.status.ConditionReason;
import java.util.EnumSet;
import java.util.Set;

/// Opens the records of a Stack, and makes a key where nothing is sealed yet. Stops where the key
/// is lost, is not the Stack's, or an import of it has not ended; lets a deleted Stack go that
/// needs no key.
///
/// @param release lets a Stack go that needs no key any more
public record KeyThere(OperatorContext context, OpenSession session, StackRelease release)
    implements Gate {
  private static final String IMPORT_THAT_NEVER_ENDS =
      "An import of the state of this Stack has begun and not ended, and in a namespace that is"
          + " being deleted it never can: what the records do not say is not destroyed. To leave"
          + " the objects alone, set spec.deletion.policy to Orphan.";

  @Override
  public Passage pass(Turn turn) {
    try {
      return new Passage.On(turn.with(session.of(turn.stack())));
    } catch (SealingKey.Unusable e) {
      return needsNone(turn, e) ? new Passage.Stop(release.gone(turn.stack())) : without(turn, e);
    }
  }

  /// What stands where the key belongs is nothing to a Stack that has no use for a key.
  private boolean needsNone(Turn turn, SealingKey.Unusable why) {
    boolean passes =
        why.reason() == ConditionReason.ImportUnfinished
            || why.reason() == ConditionReason.SealingKeyForeign;
    return turn.isEnding() && passes && !hasRecords(turn.stack());
  }

  private boolean hasRecords(Stack stack) {
    var key = StackKey.of(stack);
    return StackRecords.any(context.client(), key.namespace(), key.name());
  }

  private Passage without(Turn turn, SealingKey.Unusable why) {
    var stack = turn.stack();
    boolean unfinished = why.reason() == ConditionReason.ImportUnfinished;
    // What the records do not say yet, nobody needs to know to leave it alone.
    if (turn.isEnding() && unfinished && stack.getSpec().deletion.policy == DeletionPolicy.Orphan)
      return new Passage.Stop(
          release.leave(
              stack,
              "spec.deletion.policy is Orphan",
              "The objects of the Stack are left alone; what an import has written stays."));
    // The end of an import is an event of the Secret, and so is that one of our type appears.
    var until = turn.now().plusSeconds(30);
    boolean ending = turn.ending() == Ending.NAMESPACE;
    if (ending && unfinished) return Passage.stalled(why.reason(), IMPORT_THAT_NEVER_ENDS, until);
    if (!ending || why.reason() != ConditionReason.SealingKeyLost)
      return Passage.stalled(why.reason(), String.valueOf(why.getMessage()), until);
    var message =
        "The Secret '%s' with the key of this Stack is gone, and nothing can be restored in a namespace that is being deleted. The objects cannot be destroyed without it. To leave them alone, set spec.deletion.policy to Orphan."
            .formatted(why.secret());
    return Passage.stalled(ConditionReason.CredentialsMissing, message, until);
  }

  @Override
  public Set<ConditionReason> reasons() {
    return EnumSet.of(
        ConditionReason.SealingKeyLost,
        ConditionReason.SealingKeyForeign,
        ConditionReason.ImportUnfinished,
        ConditionReason.CredentialsMissing,
        ConditionReason.Deleting);
  }
}
