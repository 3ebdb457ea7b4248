package io.keelson.operator.stack.gate;

import io.keelson.operator.status.ConditionReason;
import java.time.Duration;
import java.util.Set;

/// Stops a Stack whose records were written in another cluster.
public record SameCluster() implements Gate {
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

  @Override
  public Passage pass(Turn turn) {
    var elsewhere = turn.session().records().foreignCluster();
    return elsewhere.isEmpty()
        ? new Passage.On(turn)
        : Passage.stalled(
            ConditionReason.ClusterChanged,
            "%s: the record of this instance was written in another cluster, whose operator may still manage the object. Nothing is planned or applied. Stop the operator there; to go on here, export the state there and import it (keelson state export, keelson state import)."
                .formatted(elsewhere.getFirst()),
            turn.now().plus(LOOK_AGAIN));
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.ClusterChanged);
  }
}
