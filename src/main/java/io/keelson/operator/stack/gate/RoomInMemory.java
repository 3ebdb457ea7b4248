package io.keelson.operator.stack.gate;

import io.keelson.operator.stack.declaration.LeftOut;
import io.keelson.operator.status.ConditionReason;
import java.time.Duration;
import java.util.Set;

/// Stops a Stack of which only a part is held, as it is too large. To destroy it, that part is
/// enough.
public record RoomInMemory() implements Gate.ToPlan {
  private static final Duration LONG = Duration.ofHours(1);

  @Override
  public Passage pass(Turn turn) {
    return LeftOut.why(turn.stack())
        .map(why -> Passage.stalled(ConditionReason.LimitExceeded, why, turn.now().plus(LONG)))
        .orElseGet(() -> new Passage.On(turn));
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.LimitExceeded);
  }
}
