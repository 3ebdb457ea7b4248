package io.keelson.operator.stack.gate;

import io.keelson.operator.stack.drift.Observation;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import java.time.Clock;
import java.util.Set;

/// Reads the records anew where what is known of them cannot be relied on. Stops nothing.
public record RecordsRead(InstanceMemory instances, Observation observation, Clock clock)
    implements Gate {
  @Override
  public Passage pass(Turn turn) {
    // Records that could not be used may be usable by now.
    if (observation.isDue(turn.stack(), clock.instant()) && !instances.problems().isEmpty())
      instances.distrust();
    if (!instances.isTrusted()) turn.session().records().take();
    return new Passage.On(turn);
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of();
  }
}
