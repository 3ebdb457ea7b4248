package io.keelson.operator.stack.drift;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.provider.Providers;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.Correction;
import io.keelson.operator.api.StackStatus.Repeats;
import io.keelson.operator.stack.plan.Planned;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Keeps a Stack from making the same changes for ever without a person: corrections of drift that
/// comes back ([DriftRule]), and changes that have to be made again right after they were made
/// ([RepeatedApplies]).
///
/// What is planned and carried out is told to it in this order:
///
/// 1. [#observe], with each plan of what is declared: what has lasted is forgotten.
/// 2. [#besideCorrections], [#objection] and [#repetition]: what of the plan may begin by itself.
/// 3. [#beginning], when a plan is about to begin: it is counted, and what is returned has to be
///    written into the status of the Stack together with the beginning, so that a crash does not
///    make it forgotten.
/// 4. [#begun] when that is written, or [#takeBack] when nothing begins.
/// 5. [#takeBack] as well when the plan was carried out in part and failed for another cause.
/// 6. [#kept], whenever the status is written.
///
/// Plans of a Run go by 2 to 5 without [#repetition]: a person wants what a Run asks for.
public final class Restraint {
  private final DriftRule drift;
  private final RepeatedApplies repetition;
  private @Nullable Recurrences beginning;

  public Restraint(Clock clock) {
    this.drift = new DriftRule(clock);
    this.repetition = new RepeatedApplies(clock);
  }

  /// What the status of the Stack has to say.
  ///
  /// @param repeats null if there is nothing to say of them
  public record Kept(List<Correction> corrections, @Nullable Repeats repeats) {
    public Kept {
      corrections = List.copyOf(corrections);
    }
  }

  /// Notes which instances drift, and which changes and corrections have lasted.
  public void observe(Planned planned) {
    drift.look(planned);
    repetition.look(planned);
  }

  /// The instances that a plan must leave out so that it only corrects drift. Empty if no drift may
  /// be corrected without a person, or nothing has to be left out.
  public SortedSet<InstanceAddress> besideCorrections(Planned planned, Providers providers) {
    return drift.besideCorrections(planned, providers);
  }

  /// Whether a part of a plan only corrects drift, by changes in place or by making an object that
  /// is gone again. A replacement is more than that: its order depends on the rest of the plan.
  public boolean onlyCorrects(Plan part, Providers providers) {
    return DriftRule.onlyCorrects(part, providers);
  }

  /// A clause on why a person has to approve a plan that takes back drift; empty if none has to.
  public Optional<String> objection(Planned planned, Providers providers) {
    return drift.objection(planned, providers);
  }

  /// A clause on why a person has to approve a plan that makes the same changes again, where no
  /// other rule asks for one; empty if none has to.
  public Optional<String> repetition(Planned planned) {
    return repetition.objection(planned);
  }

  /// Counts the corrections and changes of a plan that is about to begin.
  ///
  /// @return what has to be written down together with the beginning
  public Kept beginning(Planned planned, Providers providers) {
    var corrections = drift.beginning(planned, providers);
    beginning = corrections;
    repetition.beginning(planned);
    return new Kept(corrections.kept(), repetition.kept());
  }

  /// The plan has begun, as it is written down now.
  public void begun() {
    drift.begun(Objects.requireNonNull(beginning));
    beginning = null;
  }

  /// Takes the last counting of changes back: nothing begins, or the plan failed for another cause
  /// and is tried again with other pauses. Corrections that have begun count all the same.
  public void takeBack() {
    beginning = null;
    repetition.takeBack();
  }

  public Kept kept(Stack stack) {
    return new Kept(drift.kept(stack), repetition.kept());
  }

  /// A sentence about drift that came back; empty if none did.
  public Optional<String> cameBack(Stack stack) {
    return drift.cameBack(stack);
  }

  /// When the next correction or change that had to be delayed may be made.
  public Optional<Instant> next(Stack stack, Instant now) {
    return Stream.of(drift.next(stack).filter(now::isBefore), repetition.next(stack))
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }
}
