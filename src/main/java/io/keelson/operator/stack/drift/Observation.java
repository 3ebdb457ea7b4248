package io.keelson.operator.stack.drift;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DriftMode;
import io.keelson.operator.stack.context.ReadingPace;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.ReconcileRequests;
import io.keelson.operator.status.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Decides when which real objects are read: all of them every `spec.interval`, a few at a time and
/// as fast as the [ReadingPace] of the operator allows; all of them as well when somebody asks for
/// a look at the Stack; and some at once, if that was asked for.
///
/// The status of the Stack keeps when all were last read, so that a new process goes on from there.
/// A round of readings that was broken off begins anew.
public final class Observation {
  private static final Duration NEVER = Duration.ofDays(1);
  // A shorter time is not written: it saves a write in most rounds, and after a restart all is read
  // a little early.
  private static final Duration WORTH_A_WRITE = Duration.ofMinutes(10);

  private final StackKey key;
  private final ReadingPace pace;
  private final ReconcileRequests requests;
  private final SortedSet<InstanceAddress> left = new TreeSet<>();
  private final SortedSet<InstanceAddress> urgent = new TreeSet<>();
  private @Nullable Instant last;
  private @Nullable Instant finished;
  private long round;
  private @Nullable Instant allowed;
  private Optional<String> readFor = Optional.empty();

  public Observation(StackKey key, ReadingPace pace, ReconcileRequests requests) {
    this.key = key;
    this.pace = pace;
    this.requests = requests;
  }

  /// The instances that are read in one turn of a Stack.
  ///
  /// @param begins whether a round of readings begins with this turn
  public record Reads(boolean begins, SortedSet<InstanceAddress> instances) {}

  /// Whether a new round of readings begins now.
  public boolean isDue(Stack stack, Instant now) {
    return isOn(stack) && left.isEmpty() && (isAsked() || !now.isBefore(due(stack, now)));
  }

  /// Whether a request was taken up for which no round has begun.
  private boolean isAsked() {
    return !requests.taken().equals(readFor);
  }

  /// The instances to be read now; [#done] must be called when they were read.
  ///
  /// @param recorded all instances that are recorded
  public Reads reads(Stack stack, Set<InstanceAddress> recorded, Instant now) {
    boolean begins = isDue(stack, now);
    if (begins) {
      readFor = requests.taken();
      left.addAll(recorded);
      last = now;
      round++;
      allowed = null;
    }
    left.retainAll(isOn(stack) ? recorded : Set.of());
    var instances = new TreeSet<>(urgent);
    if (!left.isEmpty() && !now.isBefore(allowed(now)))
      left.stream().limit(pace.most()).forEach(instances::add);
    return new Reads(begins, Collections.unmodifiableSortedSet(instances));
  }

  /// Has the next plan read these instances, whatever else is due.
  public void readNext(Collection<InstanceAddress> instances) {
    urgent.addAll(instances);
  }

  public void done(Reads reading, Instant now) {
    urgent.removeAll(reading.instances());
    if (!left.removeAll(reading.instances())) return;
    allowed = null;
    if (left.isEmpty()) finished = last;
    else allowed(now);
  }

  /// When the last round that was finished began, as the Stack's status has to say it.
  ///
  /// @param noted what the status says now; null if nothing
  public @Nullable String readAt(@Nullable String noted) {
    var read = finished;
    if (read == null) return noted;
    boolean worth = noted == null || !read.isBefore(Instant.parse(noted).plus(WORTH_A_WRITE));
    return worth ? read.truncatedTo(ChronoUnit.SECONDS).toString() : noted;
  }

  private Instant allowed(Instant now) {
    var known = allowed;
    if (known == null) {
      known = pace.reserve(Math.min(left.size(), pace.most()), now);
      allowed = known;
    }
    return known;
  }

  /// When the next instances have to be read.
  public Instant next(Stack stack, Instant now) {
    if (!isOn(stack)) return now.plus(NEVER);
    return left.isEmpty() ? due(stack, now) : allowed(now);
  }

  /// When the next round begins; empty if drift is not looked for.
  public Optional<Instant> nextRound(Stack stack, Instant now) {
    return isOn(stack) ? Optional.of(due(stack, now)) : Optional.empty();
  }

  private Instant due(Stack stack, Instant now) {
    return pace.next(key, round, last(stack, now), Durations.parse(stack.getSpec().interval));
  }

  /// When the last round began. Clocks differ between hosts, so a time in the future counts as now.
  private Instant last(Stack stack, Instant now) {
    var known = last;
    if (known == null) {
      var noted = noted(stack);
      known = noted.isAfter(now) ? now : noted;
      last = known;
    }
    return known;
  }

  /// What the status says; for a Stack that was never read, the time when it was created.
  private static Instant noted(Stack stack) {
    var memory = stack.getStatus() == null ? null : stack.getStatus().drift;
    return Instant.parse(
        memory == null || memory.readAt == null
            ? stack.getMetadata().getCreationTimestamp()
            : memory.readAt);
  }

  private static boolean isOn(Stack stack) {
    return stack.getSpec().driftPolicy.mode != DriftMode.Off;
  }
}
