package io.keelson.operator.stack.plan;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/// A plan, and everything it was made from.
///
/// @param members the declaration, with generations; a change of it during the apply stops the
///   apply
/// @param openRun the run that the plan is the rest of, if one is open
/// @param run the Run that asked for it; empty if no Run did
/// @param answers gives the answers that are kept with the Plan object, see
///   [io.keelson.operator.stack.store.Session#answersFor]
/// @param versions of the definitions that it was made with
/// @param given see [PlanOutcome#given]
/// @param instances see [PlanOutcome#instances]
/// @param took how long it took to make
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
    SortedMap<ComponentInstance, SortedMap<String, Value>> given,
    SortedMap<ResourceAddress, Integer> instances,
    Duration took) {

  /// Whether the open run ends when this plan is carried out. Parts that the plan leaves alone for
  /// now, because they vanished a moment ago, have an error, have records that cannot be used, or
  /// are deferred by a provider, may belong to the run. A run does not wait for parts that never
  /// belonged to it.
  public boolean endsRun() {
    return isWhole() || openRun.endsWith(plan, leftAlone());
  }

  /// How many changes of the open run are done; if no run is open, of this plan.
  ///
  /// @param left the objects that still have to be changed
  public int completed(Set<ObjectRef> left) {
    var run = openRun.isNone() ? new OpenRun(plan.digest(), plan.leaves()) : openRun;
    return run.done(plan, leftAlone(), left);
  }

  /// The configuration, with everything frozen whose state is uncertain.
  private StackConfig leftAlone() {
    var uncertain = snapshot.uncertain().stream().map(InstanceAddress::resource).toList();
    return snapshot.config().freeze(uncertain);
  }

  /// How many instances a resource is declared to have, planned or not: where that is not known, as
  /// many as are recorded, and at least one.
  public int declared(ResourceAddress resource) {
    var known = instances.get(resource);
    return known != null
        ? known
        : Math.max(1, resource.instancesIn(snapshot.prior().instances()).size());
  }

  /// The managed resources that are declared, also those with a problem.
  ///
  /// @param written those of the stack itself
  public SortedSet<ResourceAddress> declared(Collection<ResourceAddress> written) {
    var config = snapshot.config();
    var all = new TreeSet<>(written);
    for (var resources :
        List.of(instances.keySet(), config.resources().keySet(), config.frozen().resources()))
      for (var resource : resources)
        if (!resource.in().isRoot() || !config.frozen().resources().contains(resource))
          all.add(resource);
    snapshot.prior().instances().keySet().stream()
        .filter(this::mayBeDeclared)
        .forEach(at -> all.add(at.resource()));
    all.removeIf(resource -> resource.mode() != ResourceAddress.Mode.MANAGED);
    return all;
  }

  /// Whether nobody can tell that an instance is not declared: its component cannot be used, or has
  /// a program that could not say what is in it, so that it stays.
  private boolean mayBeDeclared(InstanceAddress at) {
    var config = snapshot.config();
    var in = at.resource().in();
    return config.frozen().components().stream().anyMatch(in::startsWith)
        || config.mayBeRegistered(in) && !plan.changes().containsKey(ObjectRef.current(at));
  }

  private boolean isWhole() {
    return !plan.partial()
        && plan.deferred().isEmpty()
        && snapshot.uncertain().isEmpty()
        && snapshot.config().frozen().resources().isEmpty()
        && !Diagnostic.anyError(diagnostics);
  }

  /// The violation of a policy because of which nobody can approve the plan; empty if there is
  /// none.
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
        given,
        instances,
        took);
  }

  /// The same plan with further problems.
  public Planned with(List<Diagnostic> more) {
    var all = new ArrayList<>(diagnostics);
    all.addAll(more);
    all.sort(Diagnostic.ORDER);
    return new Planned(
        stack, members, snapshot, plan, key, epoch, openRun, run, answers, all, versions, given,
        instances, took);
  }

  /// The result of a turn about this plan, with the problems that were met in planning.
  public TurnResult result(Report report, Instant until) {
    var merged = new ArrayList<>(diagnostics);
    merged.addAll(report.diagnostics());
    merged.sort(Diagnostic.ORDER);
    return TurnResult.of(report.with(merged), until).withPlan(this);
  }
}
