package io.keelson.operator.stack.gate;

import io.keelson.operator.api.StackStatus;
import io.keelson.operator.stack.execution.Pursuit;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.status.ConditionReason;
import java.util.Set;

/// Chooses the Run whose turn it is. Stops to plan anew where that which was carried out is
/// deleted.
public record RunChosen(Runs runs, Pursuit pursuit) implements Gate.ToPlan {
  @Override
  public Passage pass(Turn turn) {
    if (StackStatus.openRun(turn.stack()).filter(runs::isAbandoned).isEmpty())
      return new Passage.On(turn.with(runs.next(turn.stack())));
    pursuit.abandon(turn.stack(), turn.session(), "Its Run was deleted before it ended.");
    return Passage.going(
        ConditionReason.Planning,
        "The Run that was carried out has been deleted; the Stack is planned again.",
        turn.now());
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.Planning);
  }
}
