package io.keelson.operator.stack.gate;

import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Durations;
import java.util.Set;

/// Stops a Stack for a while that names what is not declared: it may only come later.
public record ReferencesThere(Settling settling) implements Gate.ToPlan {
  @Override
  public Passage pass(Turn turn) {
    var dangling = turn.complete().configured().dangling();
    var patience = settling.patience(Durations.parse(turn.stack().getSpec().settle));
    return dangling.isEmpty() || !turn.now().isBefore(patience)
        ? new Passage.On(turn)
        : Passage.going(
            ConditionReason.WaitingForReferences,
            dangling.getFirst()
                + " It is waited for until "
                + Durations.shown(patience)
                + "; then what does not need it is planned.",
            patience);
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.WaitingForReferences);
  }
}
