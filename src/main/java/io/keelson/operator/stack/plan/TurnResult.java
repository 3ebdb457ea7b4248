package io.keelson.operator.stack.plan;

import io.keelson.operator.status.Report;
import java.time.Instant;
import java.util.Optional;

/// The result of a turn: the report, and when the next turn begins if no event comes before.
///
/// @param planned the plan that was made in this turn
/// @param made how many instances were made as declared since then
public record TurnResult(Report report, Optional<Planned> planned, Instant until, int made) {
  public static TurnResult of(Report report, Instant until) {
    return new TurnResult(report, Optional.empty(), until, 0);
  }

  public TurnResult atLatest(Optional<Instant> time) {
    return time.filter(until::isAfter)
        .map(each -> new TurnResult(report, planned, each, made))
        .orElse(this);
  }

  public TurnResult withPlan(Planned plan) {
    return new TurnResult(report, Optional.of(plan), until, made);
  }

  public TurnResult saying(Report other) {
    return new TurnResult(other, planned, until, made);
  }

  /// The same when a part of the plan has been carried out.
  public TurnResult having(int done) {
    return new TurnResult(report, planned, until, done);
  }
}
