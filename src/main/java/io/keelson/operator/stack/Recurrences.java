package io.keelson.operator.stack;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.StackState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Remembers of drift that was corrected whether it came back. Each correction that does not last
/// doubles the time until the next one; after [#MOST] of them a person has to decide.
final class Recurrences {
  /// Corrections in a row that do not last, after which none is made without a person.
  static final int MOST = 5;

  private static final Duration LONGEST = Duration.ofDays(1);

  private final SortedMap<InstanceAddress, Corrected> corrected = new TreeMap<>();
  private final SortedSet<InstanceAddress> attempted = new TreeSet<>();

  /// @param times corrections in a row that did not last, or of which that is not known yet
  /// @param at when the last one ended
  /// @param pause how long nothing is corrected after that
  /// @param isBack whether the drift is there again
  private record Corrected(int times, Instant at, Duration pause, boolean isBack) {
    Instant until() {
      return at.plus(pause);
    }

    /// Long enough for drift to be another story.
    boolean hasLasted(Instant now) {
      return now.isAfter(at.plus(pause.multipliedBy(2)));
    }

    Corrected back(boolean drifted) {
      return new Corrected(times, at, pause, drifted);
    }
  }

  /// Notes that the drift of these was to be corrected; the next look tells what came of it.
  void attempted(Collection<InstanceAddress> instances) {
    attempted.addAll(instances);
  }

  /// Begins anew.
  void forget() {
    corrected.clear();
    attempted.clear();
  }

  /// Notes what drifts now.
  ///
  /// @param interval at which drift is looked for
  void look(StackState now, Duration interval, Instant time) {
    corrected.keySet().retainAll(now.instances().keySet());
    corrected.replaceAll((at, each) -> each.isBack() ? each.back(isDrifted(now, at)) : each);
    corrected.values().removeIf(each -> !each.isBack() && each.hasLasted(time));
    corrected.replaceAll((at, each) -> each.back(isDrifted(now, at)));
    for (InstanceAddress at : attempted)
      if (now.instances().containsKey(at)) corrected.put(at, corrected(at, now, interval, time));
    attempted.clear();
  }

  private Corrected corrected(InstanceAddress at, StackState now, Duration interval, Instant time) {
    var before = corrected.get(at);
    int times = before == null ? 1 : before.times() + 1;
    var pause = Backoff.after(times, interval.multipliedBy(2), LONGEST);
    return new Corrected(times, time, pause, isDrifted(now, at));
  }

  private static boolean isDrifted(StackState state, InstanceAddress at) {
    return !(state.instance(at).drift() instanceof Drift.None);
  }

  /// Why the drift of this instance is not to be corrected now without a person, as a clause.
  Optional<String> objection(InstanceAddress at, Instant now) {
    var known = corrected.get(at);
    if (known == null || !known.isBack()) return Optional.empty();
    if (known.times() < MOST && !now.isBefore(known.until())) return Optional.empty();
    return Optional.of(told(at, known));
  }

  private static String told(InstanceAddress at, Corrected known) {
    var next =
        known.times() < MOST
            ? "the next one is made at " + Durations.shown(known.until())
            : "no other one is made without a person";
    return "%s has drifted again after %s in a row; %s"
        .formatted(at, known.times() == 1 ? "a correction" : known.times() + " corrections", next);
  }

  /// About the instance that was corrected most often in vain; empty if none drifts again.
  Optional<String> told() {
    return corrected.entrySet().stream()
        .filter(each -> each.getValue().isBack())
        .max(Comparator.comparingInt(each -> each.getValue().times()))
        .map(each -> told(each.getKey(), each.getValue()));
  }

  /// When the next correction that waits may be made.
  Optional<Instant> next() {
    return corrected.values().stream()
        .filter(each -> each.isBack() && each.times() < MOST)
        .map(Corrected::until)
        .min(Comparator.naturalOrder());
  }
}
