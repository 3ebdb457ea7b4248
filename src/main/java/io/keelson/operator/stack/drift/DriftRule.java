package io.keelson.operator.stack.drift;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Corrections;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.trigger.LostTriggers;
import io.keelson.engine.provider.Providers;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DriftMode;
import io.keelson.operator.api.StackStatus.Correction;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.Names;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Decides which drift may be corrected without a person, as `spec.driftPolicy` says.
final class DriftRule {
  private final Clock clock;
  private @Nullable Recurrences recurrences;

  DriftRule(Clock clock) {
    this.clock = clock;
  }

  /// Notes which instances drift, and whether corrections have lasted.
  void look(Planned planned) {
    if (mode(planned.stack()) == DriftMode.Correct)
      recurrences(planned.stack()).look(planned.plan().refreshed(), clock.instant());
    else recurrences = new Recurrences();
  }

  private Recurrences recurrences(Stack stack) {
    var known = recurrences;
    if (known == null) {
      var kept = stack.getStatus() == null ? null : stack.getStatus().drift;
      known =
          Recurrences.of(kept == null ? null : kept.corrections, interval(stack), clock.instant());
      recurrences = known;
    }
    return known;
  }

  private static Duration interval(Stack stack) {
    return Durations.parse(stack.getSpec().interval);
  }

  /// The corrections to be remembered once a plan has begun; [#begun] must be called then.
  Recurrences beginning(Planned planned, Providers providers) {
    var stack = planned.stack();
    var known = recurrences(stack);
    return mode(stack) == DriftMode.Correct
        ? known.correcting(
            Corrections.in(planned.plan(), providers), interval(stack), clock.instant())
        : known;
  }

  void begun(Recurrences next) {
    recurrences = next;
  }

  /// The corrections that the status of the Stack has to keep.
  List<Correction> kept(Stack stack) {
    return recurrences(stack).kept();
  }

  /// A sentence about drift that came back; empty if none did.
  Optional<String> cameBack(Stack stack) {
    return recurrences(stack).told();
  }

  /// When the next correction that had to be delayed may be made.
  Optional<Instant> next(Stack stack) {
    return recurrences(stack).next();
  }

  /// The instances that a plan must leave out so that it only corrects drift. Empty if no drift may
  /// be corrected without a person, nothing has to be left out, or something must not be: what a
  /// correction replaces would not be replaced afterwards, as triggers have no memory.
  SortedSet<InstanceAddress> besideCorrections(Planned planned, Providers providers) {
    if (mode(planned.stack()) != DriftMode.Correct) return new TreeSet<>();
    var corrections = Corrections.in(planned.plan(), providers);
    var known = recurrences(planned.stack());
    corrections.removeIf(at -> known.objection(at, clock.instant()).isPresent());
    var others = new TreeSet<InstanceAddress>();
    planned.plan().effective().forEach(change -> others.add(change.object().instance()));
    others.removeAll(corrections);
    boolean none = corrections.isEmpty() || loseTriggers(corrections, others, planned);
    return none ? new TreeSet<>() : others;
  }

  private static boolean loseTriggers(
      SortedSet<InstanceAddress> corrections, SortedSet<InstanceAddress> others, Planned planned) {
    return !LostTriggers.in(planned.plan(), planned.snapshot().config())
        .of(others::contains, change -> corrections.contains(change.object().instance()))
        .isEmpty();
  }

  /// Whether a part of a plan only corrects drift, by changes in place or by making an object that
  /// is gone again. A replacement is more than that: its order depends on the rest of the plan.
  static boolean onlyCorrects(Plan part, Providers providers) {
    var corrections = Corrections.in(part, providers);
    return !part.effective().isEmpty()
        && part.effective().stream()
            .allMatch(change ->
                corrections.contains(change.object().instance())
                    && !(change.action() instanceof Action.Replace));
  }

  /// Why a person has to approve a plan that takes back drift; empty if none has to.
  Optional<String> objection(Planned planned, Providers providers) {
    var touched =
        Corrections.touchedBy(planned.plan(), providers).stream()
            .map(InstanceAddress::toString)
            .toList();
    if (touched.isEmpty()) return Optional.empty();
    var mode = mode(planned.stack());
    if (mode == DriftMode.Correct) return objection(planned, Names.of(touched), providers);
    return Optional.of(
        "it corrects drift of " + Names.of(touched) + ", and spec.driftPolicy.mode is " + mode);
  }

  private Optional<String> objection(Planned planned, String drifted, Providers providers) {
    var plan = planned.plan();
    var known = recurrences(planned.stack());
    var corrections = Corrections.in(plan, providers);
    var now = clock.instant();
    return plan.effective().stream()
        .filter(change -> !corrections.contains(change.object().instance()))
        .findFirst()
        .map(other -> doesMore(drifted, other))
        .or(() ->
            corrections.stream().flatMap(at -> known.objection(at, now).stream()).findFirst());
  }

  private static String doesMore(String drifted, Change other) {
    return "it corrects drift of %s, and does more than that (%s): spec.driftPolicy.mode Correct is about nothing but what differs from what was applied"
        .formatted(drifted, other.object());
  }

  private static DriftMode mode(Stack stack) {
    return stack.getSpec().driftPolicy.mode;
  }
}
