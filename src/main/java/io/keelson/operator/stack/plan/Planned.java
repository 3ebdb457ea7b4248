package io.keelson.operator.stack.plan;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.RunReference;
import io.keelson.operator.status.Report;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;

/// A plan, and everything it was made from.
///
/// @param members what was declared, with generations; changes while it is applied stop the apply
/// @param openRun the run that the plan is the rest of, if one is open
/// @param run which asked for it; empty if what is declared did
/// @param answers gives what is to be kept with the Plan object, see
///   [io.keelson.operator.stack.store.Session#answersFor]
/// @param versions of the components that it was made for
/// @param given see [PlanOutcome#given]
public record Planned(
    Stack stack,
    SortedMap<String, String> members,
    Snapshot snapshot,
    Plan plan,
    DigestKey key,
    long epoch,
    OpenRun openRun,
    Optional<RunReference> run,
    Supplier<Optional<String>> answers,
    List<Diagnostic> diagnostics,
    ComponentVersions versions,
    SortedMap<ComponentInstance, SortedMap<String, Value>> given) {

  /// Whether the open run ends when this plan is carried out. What is left alone for now, because
  /// it vanished a moment ago, has an error, or has records that cannot be used, may be part of the
  /// run, and so may what a provider defers by now; but a run does not wait for what it never was
  /// about.
  public boolean endsRun() {
    return isWhole() || openRun.endsWith(plan, leftAlone());
  }

  /// How many changes of the open run are done, or of this plan if none is open.
  ///
  /// @param left the objects to which this plan has still to do something
  public int completed(Set<ObjectRef> left) {
    var run = openRun.isNone() ? new OpenRun(plan.digest(), plan.leaves()) : openRun;
    return run.done(plan, leftAlone(), left);
  }

  /// What is declared, with everything frozen of which nothing is known for certain.
  private StackConfig leftAlone() {
    var uncertain = snapshot.uncertain().stream().map(InstanceAddress::resource).toList();
    return snapshot.config().freeze(uncertain);
  }

  private boolean isWhole() {
    return !plan.partial()
        && plan.deferred().isEmpty()
        && snapshot.uncertain().isEmpty()
        && snapshot.config().frozen().isEmpty()
        && !Diagnostic.anyError(diagnostics);
  }

  /// Which policy lets nobody approve it; empty if none does.
  ///
  /// @rule R-POL-6
  public Optional<Diagnostic> forbidden() {
    return PlanOutcome.forbidden(diagnostics);
  }

  /// The same changes, carried out under the approval of the open run.
  public Planned goingOn() {
    return under(openRun.digest());
  }

  /// The same changes, carried out under the approval of a plan with this digest.
  public Planned under(String digest) {
    return new Planned(
        stack,
        members,
        snapshot,
        plan.under(digest),
        key,
        epoch,
        openRun,
        run,
        answers,
        diagnostics,
        versions,
        given);
  }

  /// The same with further problems.
  public Planned with(List<Diagnostic> more) {
    var all = new ArrayList<>(diagnostics);
    all.addAll(more);
    all.sort(Diagnostic.ORDER);
    return new Planned(
        stack, members, snapshot, plan, key, epoch, openRun, run, answers, all, versions, given);
  }

  /// The end of a turn over this plan, which tells also of the problems that were met in planning.
  public TurnResult result(Report report, Instant until) {
    var merged = new ArrayList<>(diagnostics);
    merged.addAll(report.diagnostics());
    merged.sort(Diagnostic.ORDER);
    return TurnResult.of(report.with(merged), until).over(this);
  }
}
