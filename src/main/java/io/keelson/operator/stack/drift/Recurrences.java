package io.keelson.operator.stack.drift;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.StackState;
import io.keelson.operator.api.StackStatus.Correction;
import io.keelson.operator.status.Durations;
import io.keelson.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Remembers whether drift came back after it was corrected. Each correction that does not last
/// doubles the time until the next one; after [#MOST] of them a person has to decide.
///
/// The status of the Stack keeps the most of it: neither a restart nor another leader begins anew.
final class Recurrences {
  /// Corrections in a row that do not last, after which none is made without a person.
  static final int MOST = 5;

  private static final Duration LONGEST = Duration.ofDays(1);
  private static final int MOST_KEPT = 20;

  private final SortedMap<InstanceAddress, Corrected> corrected = new TreeMap<>();

  /// @param times corrections in a row that did not last, or that may still not last
  /// @param at when the last correction began
  /// @param pause how long nothing is corrected after the last correction
  /// @param isBack whether the drift is there again
  private record Corrected(int times, Instant at, Duration pause, boolean isBack) {
    Instant until() {
      return at.plus(pause);
    }

    /// Whether so much time has passed that drift which comes later counts as the first again.
    boolean hasLasted(Instant now) {
      return now.isAfter(at.plus(pause.multipliedBy(2)));
    }

    Corrected back(boolean drifted) {
      return new Corrected(times, at, pause, drifted);
    }
  }

  /// @param kept the corrections in the status of a Stack; null if there are none
  /// @param interval at which drift is looked for
  /// @param now clocks differ between hosts, so what began later counts as begun now
  static Recurrences of(@Nullable List<Correction> kept, Duration interval, Instant now) {
    var recurrences = new Recurrences();
    if (kept != null)
      for (Correction each : kept)
        recurrences.corrected.put(
            InstanceAddress.parse(each.address),
            new Corrected(
                each.times,
                Collections.min(List.of(Instant.parse(each.at), now)),
                pause(each.times, interval),
                Boolean.TRUE.equals(each.back)));
    return recurrences;
  }

  private static Duration pause(int times, Duration interval) {
    return new Backoff(interval.multipliedBy(2), LONGEST).after(times);
  }

  /// The corrections that the status of the Stack has to keep: those of instances corrected most
  /// often.
  List<Correction> kept() {
    return corrected.entrySet().stream()
        .sorted(
            Comparator.comparingInt(
                (Map.Entry<InstanceAddress, Corrected> each) -> -each.getValue().times()))
        .limit(MOST_KEPT)
        .map(each -> kept(each.getKey(), each.getValue()))
        .toList();
  }

  private static Correction kept(InstanceAddress at, Corrected known) {
    var kept = new Correction();
    kept.address = at.toString();
    kept.times = known.times();
    kept.at = known.at().toString();
    kept.back = known.isBack() ? true : null;
    return kept;
  }

  /// A copy to which corrections of these instances are added, for a plan that begins. A correction
  /// counts before it is done, so that a crash does not make it forgotten.
  Recurrences correcting(Collection<InstanceAddress> instances, Duration interval, Instant time) {
    var next = new Recurrences();
    next.corrected.putAll(corrected);
    for (InstanceAddress at : instances) {
      var before = corrected.get(at);
      int times = before == null ? 1 : before.times() + 1;
      next.corrected.put(at, new Corrected(times, time, pause(times, interval), false));
    }
    return next;
  }

  /// Notes which instances drift now.
  void look(StackState now, Instant time) {
    corrected.keySet().retainAll(now.instances().keySet());
    // Of drift that is there nobody knows how long it has been: while readings take longer than
    // pauses, no correction would ever count as the second.
    corrected
        .entrySet()
        .removeIf(each -> !isDrifted(now, each.getKey()) && each.getValue().hasLasted(time));
    corrected.replaceAll((at, each) -> each.back(isDrifted(now, at)));
  }

  private static boolean isDrifted(StackState state, InstanceAddress at) {
    return !(state.instance(at).drift() instanceof Drift.None);
  }

  /// A clause on why a person has to approve the correction of this instance; empty if none has to.
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
    // A correction that failed counts, too: then the drift was never gone.
    return "%s differs again, or still, after %s; %s"
        .formatted(
            at,
            known.times() == 1 ? "a correction" : known.times() + " corrections in a row",
            next);
  }

  /// A sentence about the instance that was corrected most often in vain; empty if none drifts
  /// again.
  Optional<String> told() {
    return corrected.entrySet().stream()
        .filter(each -> each.getValue().isBack())
        .max(Comparator.comparingInt(each -> each.getValue().times()))
        .map(each -> told(each.getKey(), each.getValue()));
  }

  /// When the next correction that had to be delayed may be made.
  Optional<Instant> next() {
    return corrected.values().stream()
        .filter(each -> each.isBack() && each.times() < MOST)
        .map(Corrected::until)
        .min(Comparator.naturalOrder());
  }
}
