package io.keelson.operator.stack.plan;

import io.keelson.operator.status.Report;
import java.time.Instant;
import java.util.Optional;

/// The result of a turn: the report, and when the next turn begins if no event comes before.
///
/// @param planned the plan that was made in this turn
public record TurnResult(Report report, Optional<Planned> planned, Instant until) {
  public static TurnResult of(Report report, Instant until) {
    return new TurnResult(report, Optional.empty(), until);
  }

  public TurnResult atLatest(Optional<Instant> time) {
    return time.filter(until::isAfter)
        .map(each -> new TurnResult(report, planned, each))
        .orElse(this);
  }

  public TurnResult over(Planned plan) {
    return new TurnResult(report, Optional.of(plan), until);
  }

  public TurnResult saying(Report other) {
    return new TurnResult(other, planned, until);
  }
}
