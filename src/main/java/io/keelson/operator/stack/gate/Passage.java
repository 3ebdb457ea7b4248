package io.keelson.operator.stack.gate;

import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.time.Instant;

/// What a gate answers.
public sealed interface Passage {
  /// The turn goes on, knowing this.
  record On(Turn turn) implements Passage {}

  /// The turn ends here.
  record Stop(TurnResult result) implements Passage {}

  /// Stops a turn until something passes by itself.
  static Passage going(ConditionReason reason, String message, Instant until) {
    return new Stop(TurnResult.of(Report.going(reason, message), until));
  }

  /// Stops a turn until somebody changes something.
  static Passage stalled(ConditionReason reason, String message, Instant until) {
    return new Stop(TurnResult.of(Report.stalled(reason, message), until));
  }
}
