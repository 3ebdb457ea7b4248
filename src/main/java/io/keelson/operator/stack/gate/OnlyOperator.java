package io.keelson.operator.stack.gate;

import io.keelson.operator.status.ConditionReason;
import java.time.Duration;
import java.util.Set;

/// Stops a Stack while another operator may still work on its objects.
public record OnlyOperator() implements Gate {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  @Override
  public Passage pass(Turn turn) {
    var running = turn.session().records().runningElsewhere();
    return running.isEmpty()
        ? new Passage.On(turn)
        : Passage.going(
            ConditionReason.ProgressingWithRetry, running.getFirst(), turn.now().plus(LOOK_AGAIN));
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.ProgressingWithRetry);
  }
}
