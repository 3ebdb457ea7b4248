package io.keelson.operator.stack.gate;

import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.output.Publication;
import io.keelson.operator.status.ConditionReason;
import java.util.Set;

/// Restores published outputs that somebody changed, unless the Stack is held. Stops nothing.
public record OutputsRestored(OperatorContext context, Publication publication)
    implements Gate.ToPlan {
  @Override
  public Passage pass(Turn turn) {
    if (!context.hold() && !Boolean.TRUE.equals(turn.stack().getSpec().suspend))
      publication.restore(turn.session());
    return new Passage.On(turn);
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of();
  }
}
