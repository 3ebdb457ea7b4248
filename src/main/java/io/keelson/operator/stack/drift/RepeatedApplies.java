package io.keelson.operator.stack.drift;

import io.keelson.engine.plan.OutputChange;
import io.keelson.engine.plan.Plan;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.Repeat;
import io.keelson.operator.api.StackStatus.Repeats;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.status.Durations;
import io.keelson.retry.Backoff;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Remembers changes that have to be made again right after they were made, although nothing else
/// is declared: a provider plans a change each time, or answers differently each time. The first
/// two are made at once. Then the pause doubles each time, as for drift that comes back, and after
/// [#MOST] of them a person has to decide.
///
/// The status of the Stack keeps the most of it: neither a restart nor another leader begins anew.
final class RepeatedApplies {
  /// After this many times in a row a person has to decide.
  static final int MOST = 6;

  private static final int AT_ONCE = 2;
  private static final int MOST_KEPT = 20;
  private static final int LONGEST_NAME = 512;
  private static final Duration LONGEST = Duration.ofDays(1);

  private final Clock clock;
  private final SortedMap<String, Done> done = new TreeMap<>();
  private SortedMap<String, Done> before = new TreeMap<>();
  private String declared = "";
  private boolean known;

  RepeatedApplies(Clock clock) {
    this.clock = clock;
  }

  /// @param times how often in a row it was made
  /// @param at when it last began
  private record Done(int times, Instant at) {
    Instant until(Duration interval) {
      return times < AT_ONCE
          ? at
          : at.plus(new Backoff(interval.multipliedBy(2), LONGEST).after(times - AT_ONCE + 1));
    }
  }

  /// Forgets changes that are settled, and everything if the declaration has changed.
  void look(Planned planned) {
    recall(planned.stack());
    var now = StackMemory.hash(planned.members());
    if (!now.equals(declared)) done.clear();
    declared = now;
    if (done.isEmpty()) return;
    var settled = new HashSet<String>();
    planned.plan().changes().keySet().forEach(object -> settled.add(object.toString()));
    planned.plan().outputs().keySet().forEach(name -> settled.add(output(name)));
    toDo(planned.plan()).forEach(settled::remove);
    done.keySet().removeAll(settled);
  }

  private void recall(Stack stack) {
    if (known) return;
    known = true;
    var kept = stack.getStatus() == null ? null : stack.getStatus().repeats;
    if (kept == null || kept.changes == null) return;
    declared = kept.declared;
    // Clocks differ between hosts, so a time in the future counts as now.
    var now = clock.instant();
    for (Repeat each : kept.changes)
      done.put(
          each.change, new Done(each.times, Collections.min(List.of(Instant.parse(each.at), now))));
  }

  private static List<String> toDo(Plan plan) {
    var all = new ArrayList<String>();
    plan.effective().forEach(change -> all.add(change.object().toString()));
    plan.outputs()
        .forEach((name, change) -> {
          if (change.kind() != OutputChange.Kind.NO_OP) all.add(output(name));
        });
    return all;
  }

  private static String output(String name) {
    return "output." + name;
  }

  /// A clause on why a person has to approve a plan; empty if none has to.
  Optional<String> objection(Planned planned) {
    var interval = interval(planned.stack());
    var now = clock.instant();
    return toDo(planned.plan()).stream()
        .filter(done::containsKey)
        .max(Comparator.comparingInt(what -> times(what)))
        .filter(what -> times(what) >= MOST || now.isBefore(held(what).until(interval)))
        .map(what -> told(what, held(what), interval));
  }

  private Done held(String what) {
    return Objects.requireNonNull(done.get(what));
  }

  private int times(String what) {
    return held(what).times();
  }

  private static String told(String what, Done last, Duration interval) {
    var next =
        last.times() < MOST
            ? "the next one is made at " + Durations.shown(last.until(interval))
            : "no other one is made without a person";
    return "%s is to be changed again after %d times in a row, although nothing else is declared; %s. Its provider plans a change whatever is there, or answers differently each time"
        .formatted(what, last.times(), next);
  }

  /// When the next change that had to be delayed may be made.
  Optional<Instant> next(Stack stack) {
    var interval = interval(stack);
    return done.values().stream()
        .filter(each -> each.times() < MOST)
        .map(each -> each.until(interval))
        .filter(clock.instant()::isBefore)
        .min(Comparator.naturalOrder());
  }

  /// Counts the changes of a plan that begins; that has to be written down before. Changes that a
  /// Run asks for do not count, as a person wants them.
  void beginning(Planned planned) {
    before = new TreeMap<>(done);
    if (planned.run().isPresent() || planned.stack().getMetadata().getDeletionTimestamp() != null)
      return;
    for (String what : toDo(planned.plan())) {
      var last = done.get(what);
      done.put(what, new Done(last == null ? 1 : last.times() + 1, clock.instant()));
    }
  }

  /// Takes the last counting back: the plan failed for another cause, and is tried again with other
  /// pauses.
  void takeBack() {
    done.clear();
    done.putAll(before);
  }

  /// The changes that the status of the Stack has to keep: those made most often; null if there are
  /// none.
  @Nullable Repeats kept() {
    var changes =
        done.entrySet().stream()
            .filter(each -> each.getValue().times() >= AT_ONCE)
            .filter(each -> each.getKey().length() <= LONGEST_NAME)
            .sorted(
                Comparator.comparingInt((Map.Entry<String, Done> each) -> -each.getValue().times()))
            .limit(MOST_KEPT)
            .map(each -> kept(each.getKey(), each.getValue()))
            .toList();
    if (changes.isEmpty()) return null;
    var repeats = new Repeats();
    repeats.declared = declared;
    repeats.changes = changes;
    return repeats;
  }

  private static Repeat kept(String what, Done last) {
    var kept = new Repeat();
    kept.change = what;
    kept.times = last.times();
    kept.at = last.at().toString();
    return kept;
  }

  private static Duration interval(Stack stack) {
    return Durations.parse(stack.getSpec().interval);
  }
}
