package io.keelson.operator.metrics;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Sums over the recorded instances of one Stack.
///
/// @param phases how many instances there are, by their phase
/// @param bytes what is recorded of objects, before it is compressed and sealed
/// @param drifted how many instances differ from what was applied
/// @param driftedSince when the first of them was found
public record InstanceFacts(
    SortedMap<String, Integer> phases, long bytes, int drifted, Optional<Instant> driftedSince) {
  public static final InstanceFacts NONE =
      new InstanceFacts(Collections.emptySortedMap(), 0, 0, Optional.empty());

  public InstanceFacts {
    phases = Collections.unmodifiableSortedMap(new TreeMap<>(phases));
  }

  /// One instance.
  ///
  /// @param drifted whether it differs from what was applied
  /// @param driftedSince when that was found, if it is known
  public record One(String phase, long bytes, boolean drifted, Optional<Instant> driftedSince) {}

  public static InstanceFacts of(Collection<One> all) {
    var phases = new TreeMap<String, Integer>();
    long bytes = 0;
    int drifted = 0;
    var since = Optional.<Instant>empty();
    for (One each : all) {
      phases.merge(each.phase(), 1, Integer::sum);
      bytes += each.bytes();
      if (each.drifted()) drifted++;
      since = Stream.concat(since.stream(), each.driftedSince().stream()).min(Instant::compareTo);
    }
    return new InstanceFacts(phases, bytes, drifted, since);
  }
}
