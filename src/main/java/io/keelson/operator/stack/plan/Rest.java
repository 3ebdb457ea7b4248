package io.keelson.operator.stack.plan;

import io.keelson.operator.status.Report;
import java.time.Instant;
import java.util.Optional;

/// The end of a turn: what to say, and when to go on if nothing happens before.
///
/// @param planned the plan that was made in this turn
public record Rest(Report report, Optional<Planned> planned, Instant until) {
  public static Rest of(Report report, Instant until) {
    return new Rest(report, Optional.empty(), until);
  }

  public Rest atLatest(Optional<Instant> time) {
    return time.filter(until::isAfter).map(each -> new Rest(report, planned, each)).orElse(this);
  }

  public Rest over(Planned plan) {
    return new Rest(report, Optional.of(plan), until);
  }

  public Rest saying(Report other) {
    return new Rest(other, planned, until);
  }
}
