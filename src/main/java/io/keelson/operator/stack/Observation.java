package io.keelson.operator.stack;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DriftMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// When which real objects are read: all of them every `spec.interval`, a few at a time and as fast
/// as the [ReadingPace] of the operator allows; and at once those that somebody asked about.
final class Observation {
  private static final Duration NEVER = Duration.ofDays(1);

  private final StackKey key;
  private final ReadingPace pace;
  private final SortedSet<InstanceAddress> left = new TreeSet<>();
  private final SortedSet<InstanceAddress> urgent = new TreeSet<>();
  private Instant last;
  private long round;
  private @Nullable Instant allowed;

  Observation(StackKey key, ReadingPace pace, Instant now) {
    this.key = key;
    this.pace = pace;
    this.last = now;
  }

  /// What is read in one plan.
  ///
  /// @param begins whether a round begins with it
  record Look(boolean begins, SortedSet<InstanceAddress> instances) {}

  /// Whether a round begins with the next look.
  boolean isDue(Stack stack, Instant now) {
    return isOn(stack) && left.isEmpty() && !now.isBefore(due(stack));
  }

  /// What is to be read now; [#done] says that it was.
  ///
  /// @param recorded all instances that there are
  Look look(Stack stack, Set<InstanceAddress> recorded, Instant now) {
    boolean begins = isDue(stack, now);
    if (begins) {
      left.addAll(recorded);
      last = now;
      round++;
      allowed = null;
    }
    left.retainAll(isOn(stack) ? recorded : Set.of());
    var instances = new TreeSet<>(urgent);
    if (!left.isEmpty() && !now.isBefore(allowed(now)))
      left.stream().limit(pace.most()).forEach(instances::add);
    return new Look(begins, Collections.unmodifiableSortedSet(instances));
  }

  /// The next plan reads these, whatever else is due.
  void readNext(Collection<InstanceAddress> instances) {
    urgent.addAll(instances);
  }

  void done(Look look, Instant now) {
    urgent.removeAll(look.instances());
    if (!left.removeAll(look.instances())) return;
    allowed = null;
    if (!left.isEmpty()) allowed(now);
  }

  private Instant allowed(Instant now) {
    var known = allowed;
    if (known == null) {
      known = pace.reserve(Math.min(left.size(), pace.most()), now);
      allowed = known;
    }
    return known;
  }

  /// When something is to be read again.
  Instant next(Stack stack, Instant now) {
    if (!isOn(stack)) return now.plus(NEVER);
    return left.isEmpty() ? due(stack) : allowed(now);
  }

  private Instant due(Stack stack) {
    return pace.next(key, round, last, Durations.parse(stack.getSpec().interval));
  }

  private static boolean isOn(Stack stack) {
    return stack.getSpec().driftPolicy.mode != DriftMode.Off;
  }
}
