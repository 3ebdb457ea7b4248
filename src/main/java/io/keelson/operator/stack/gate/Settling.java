package io.keelson.operator.stack.gate;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Waits until the declared set is quiet: objects arrive one by one, and a plan over half of them
/// would be wrong.
public final class Settling {
  /// After this many quiet periods a set that never rests is planned all the same.
  private static final int LONGEST = 12;

  private Map<String, String> seen = Map.of();
  private Instant restlessSince = Instant.EPOCH;
  private Instant changedAt = Instant.EPOCH;
  private boolean settled = true;

  /// @param members what is declared, by name: uid and generation of each
  /// @return when to look again, or empty if the set is quiet
  Optional<Instant> waitUntil(Map<String, String> members, Duration quiet, Instant now) {
    if (!members.equals(seen)) {
      if (settled) restlessSince = now;
      seen = new TreeMap<>(members);
      changedAt = now;
      settled = false;
    }
    var quietAt = changedAt.plus(quiet);
    var latest = restlessSince.plus(quiet.multipliedBy(LONGEST));
    var until = quietAt.isBefore(latest) ? quietAt : latest;
    if (settled || !now.isBefore(until)) {
      settled = true;
      return Optional.empty();
    }
    return Optional.of(until);
  }

  /// Until when references to objects that do not exist yet are waited for, before the rest is
  /// planned.
  Instant patience(Duration quiet) {
    return changedAt.plus(quiet.multipliedBy(LONGEST));
  }
}
