package io.keelson.operator.stack.gate;

import io.keelson.operator.stack.declaration.UnknownWords;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.status.ConditionReason;
import java.time.Duration;
import java.util.Set;

/// Stops a Stack that holds words which this version does not know.
public record Understood() implements Gate {
  private static final Duration LONG = Duration.ofHours(1);

  @Override
  public Passage pass(Turn turn) {
    return UnknownWords.in(turn.stack())
        .<Passage>map(report -> new Passage.Stop(TurnResult.of(report, turn.now().plus(LONG))))
        .orElseGet(() -> new Passage.On(turn));
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.InvalidConfiguration);
  }
}
