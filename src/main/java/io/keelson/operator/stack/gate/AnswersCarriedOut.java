package io.keelson.operator.stack.gate;

import io.keelson.operator.stack.drift.Observation;
import io.keelson.operator.stack.store.Resolutions;
import io.keelson.operator.status.ConditionReason;
import java.util.Set;

/// Carries out what people answered about objects that nobody else can tell of; the next plan reads
/// these. Stops nothing.
public record AnswersCarriedOut(Observation observation) implements Gate {
  @Override
  public Passage pass(Turn turn) {
    var answered = new Resolutions(turn.session()).carryOut();
    if (!answered.isEmpty()) {
      turn.session().records().take();
      observation.readNext(answered);
    }
    return new Passage.On(turn);
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of();
  }
}
