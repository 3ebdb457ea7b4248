package io.keelson.operator.stack.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.operator.status.Report;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The result of a turn: the report, and when the next turn begins if no event comes before.
///
/// @param planned the plan that was made in this turn
/// @param made the instances that were made as declared since then
public record TurnResult(
    Report report, Optional<Planned> planned, Instant until, SortedSet<InstanceAddress> made) {
  public TurnResult {
    made = Collections.unmodifiableSortedSet(new TreeSet<>(made));
  }

  public static TurnResult of(Report report, Instant until) {
    return new TurnResult(report, Optional.empty(), until, Collections.emptySortedSet());
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
  public TurnResult having(Collection<InstanceAddress> done) {
    return new TurnResult(report, planned, until, new TreeSet<>(done));
  }
}
