package io.keelson.operator.stack;

import java.time.Instant;
import java.util.Optional;

/// The end of a turn: what to say, and when to go on if nothing happens before.
///
/// @param planned the plan that was made in this turn
record Rest(Report report, Optional<Planned> planned, Instant until) {
  static Rest of(Report report, Instant until) {
    return new Rest(report, Optional.empty(), until);
  }

  Rest atLatest(Optional<Instant> time) {
    return time.filter(until::isAfter).map(each -> new Rest(report, planned, each)).orElse(this);
  }

  Rest over(Planned plan) {
    return new Rest(report, Optional.of(plan), until);
  }

  Rest saying(Report other) {
    return new Rest(other, planned, until);
  }
}
