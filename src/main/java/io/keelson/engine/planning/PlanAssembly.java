package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.DeferralCause;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.Leaves;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.plan.trigger.LostTriggers;
import io.keelson.engine.planning.order.Held;
import io.keelson.engine.planning.order.HeldClosure;
import io.keelson.engine.planning.order.LeftOut;
import io.keelson.engine.planning.order.OrderProblem;
import io.keelson.engine.planning.order.PlanOrder;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.snapshot.MovedNames;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Puts a plan together from what was found out about every object: leaves out what has to wait,
/// orders the rest, and computes its digest.
final class PlanAssembly {
  private final PlanContext context;
  private final ConfiguredProviders providers;
  private final Snapshot snapshot;
  private final MovedState moved;
  private final StackState settled;
  private final SortedMap<ResourceAddress, SortedSet<ResourceAddress>> otherNeeds;
  private final PlanOptions options;
  private final Selection selection;
  private final LeftOut leftOut;
  private final Findings findings;
  private final PlanOrder order;
  private final OutputPlanner outputs;

  PlanAssembly(
      PlanContext context,
      ConfiguredProviders providers,
      MovedState moved,
      SortedMap<ResourceAddress, SortedSet<ResourceAddress>> otherNeeds,
      LeftOut leftOut,
      OutputPlanner outputs) {
    this.outputs = outputs;
    this.context = context;
    this.providers = providers;
    this.snapshot = context.snapshot();
    this.moved = moved;
    this.settled = moved.state();
    this.otherNeeds = otherNeeds;
    this.options = context.options();
    this.selection = context.selection();
    this.leftOut = leftOut;
    this.findings = context.findings();
    this.order = new PlanOrder(snapshot, moved, providers, options, selection);
  }

  /// What came of ordering all that is planned but what has to wait.
  private sealed interface Attempt {
    /// Something more has to wait: these resources cannot be ordered, or instances have failed now.
    record Refused(Set<ResourceAddress> resources) implements Attempt {}

    /// @param moves the origins of the moved instances that are part of the plan
    record Complete(
        Held held,
        SortedMap<InstanceAddress, InstanceAddress> moves,
        SortedMap<ObjectRef, Change> changes,
        StackState refreshed,
        PlanOrder.Ordered order)
        implements Attempt {}
  }

  /// Leaves out what cannot be ordered, with all that needs it, until the rest can.
  PlanOutcome assemble(CheckPlanner checks) {
    var unplanned = new TreeSet<>(findings.failed());
    unplanned.addAll(snapshot.config().frozen().resources());
    while (true)
      switch (attempt(unplanned)) {
        case Attempt.Refused(var resources) -> unplanned.addAll(resources);
        case Attempt.Complete complete -> {
          return outcome(complete, checks);
        }
      }
  }

  private Attempt attempt(SortedSet<ResourceAddress> unplanned) {
    var changes = findings.changes();
    var held = held(unplanned, changes);
    if (loseTriggers(held)) return new Attempt.Refused(Set.of());
    leaveOut(held, changes);
    var moves = moves(held);
    var refreshed = refreshed(held, moves);
    var conflicts = order.settle(changes, findings.strengths(), refreshed);
    if (!conflicts.isEmpty())
      return refused(conflicts.stream().map(OrderProblem::conflict).toList());
    var ordered = order.of(changes.values(), refreshed);
    return ordered.cycles().isEmpty()
        ? new Attempt.Complete(held, moves, changes, refreshed, ordered)
        : refused(ordered.cycles().stream().map(OrderProblem::cycle).toList());
  }

  private Held held(SortedSet<ResourceAddress> unplanned, SortedMap<ObjectRef, Change> changes) {
    return new HeldClosure(
            snapshot.config(), moved, snapshot.dependencies(), otherNeeds, changes.values())
        .of(
            unplanned,
            findings.failedInstances(),
            findings.unplanned(),
            findings.uncertain(),
            findings.deferred(),
            leftOut);
  }

  /// Whether changes were found that have to wait with what they would replace.
  private boolean loseTriggers(Held held) {
    if (context.isDestroy() || held.isEmpty()) return false;
    var lost =
        new LostTriggers(snapshot.config(), settled, findings.byResource())
            .of(
                at -> held.hasProblem(at) && selection.includes(at),
                change -> !held.includes(change.object()));
    lost.forEach((at, user) -> findings.fail(at, List.of(LostTriggers.problem(at, user))));
    return !lost.isEmpty();
  }

  private void leaveOut(Held held, SortedMap<ObjectRef, Change> changes) {
    if (!held.isEmpty()) changes.keySet().removeIf(held::includes);
    if (context.isDestroy() || moved.origins().isEmpty()) return;
    changes.replaceAll((object, change) -> {
      var origin = moved.origins().get(object.instance());
      return origin == null ? change : change.movedFrom(origin);
    });
  }

  private SortedMap<InstanceAddress, InstanceAddress> moves(Held held) {
    var moves = new TreeMap<>(moved.origins());
    moves.keySet().removeIf(to -> held.includes(to) || !selection.includes(to));
    return moves;
  }

  private StackState refreshed(Held held, SortedMap<InstanceAddress, InstanceAddress> moves) {
    var instances = new TreeMap<>(settled.instances());
    instances.putAll(findings.refreshedStates());
    // A held or left-out instance keeps its record exactly, address and open operations included:
    // the next plan looks at it again. An object that it would have taken over is left out, too.
    instances
        .keySet()
        .removeIf(
            at -> held.includes(at) || (moved.origins().containsKey(at) && !moves.containsKey(at)));
    var names = MovedNames.to(moves);
    snapshot
        .prior()
        .instances()
        .forEach((at, state) -> {
          if (held.includes(at) || !selection.includesRecorded(at))
            instances.put(at, names.in(at, at, state));
        });
    return new StackState(instances, settled.outputs(), settled.configurations());
  }

  private Attempt.Refused refused(List<OrderProblem> problems) {
    var resources = new TreeSet<ResourceAddress>();
    for (OrderProblem each : problems) {
      findings.report(each.told());
      resources.addAll(each.resources());
    }
    return new Attempt.Refused(resources);
  }

  private PlanOutcome outcome(Attempt.Complete complete, CheckPlanner checks) {
    complete.order().deviations().forEach(each -> findings.deviates(each.kind(), each.at()));
    replacedForTargets(complete.changes().values());
    followed(complete.changes().values(), complete.moves());
    if (!context.isDestroy()) checks.plan(complete.held());
    var outcome = new PlanOutcome(plan(complete), findings.diagnostics());
    if (context.isDestroy() || selection.isLimited()) return outcome;
    return outcome.giving(
        new ComponentOutputs(snapshot, context.scope(), complete.held()::touches).all());
  }

  private Plan plan(Attempt.Complete complete) {
    var changes = complete.changes();
    forgotten(changes.values());
    var outputChanges = context.isDestroy() ? outputs.planDestroy() : outputs.plan(complete.held());
    var leaves = Leaves.of(changes.values(), outputChanges, options.digestKey().secret());
    var deferred = selected(complete.held().deferred());
    return new Plan(
        snapshot.prior(),
        selection.isLimited(),
        complete.moves(),
        changes,
        complete.order().steps(),
        findings.data(),
        complete.refreshed(),
        new Bookkeeping(snapshot.prior(), complete.moves())
            .of(changes.values(), complete.refreshed()),
        outputChanges,
        findings.checks(),
        findings.deviations(),
        leaves,
        deferred,
        Plan.digest(leaves, deferred.keySet(), identities(leaves), options.digestKey()),
        providers.pending(),
        providers.used(),
        snapshot.config().registered());
  }

  /// The deferrals of what the plan is about: what a limited plan leaves out waits for nothing.
  private SortedMap<Subject, DeferralCause> selected(SortedMap<Subject, DeferralCause> deferred) {
    var selected = new TreeMap<>(deferred);
    selected.keySet().removeIf(subject -> !subject.about().map(selection::includes).orElse(true));
    return selected;
  }

  /// Notes which old objects Terraform would leave deposed: it makes the new ones because targets
  /// need them, and then drops the destruction of what no target names.
  private void replacedForTargets(Collection<Change> changes) {
    for (Change change : changes) {
      var at = change.object().instance();
      if (change.action() instanceof Action.Replace(var order, _)
          && order == ReplaceOrder.CREATE_FIRST
          && !selection.names(at)) findings.deviates(Deviation.Kind.TARGET_DELETES, at);
    }
  }

  /// The providers that carry out the changes: with another provider they are other changes.
  private SortedSet<String> identities(Leaves leaves) {
    var identities = new TreeSet<String>();
    for (ObjectRef object : leaves.changes().keySet())
      providers
          .of(object.instance().resource())
          .ifPresent(provider -> identities.add(provider.identity()));
    return identities;
  }

  /// Notes where something is destroyed in an order that Terraform would have lost.
  ///
  /// @rule DEV-16
  private void followed(
      Collection<Change> changes, SortedMap<InstanceAddress, InstanceAddress> moves) {
    if (moves.isEmpty()) return;
    var names = MovedNames.to(moves);
    var touched = new TreeSet<ResourceAddress>();
    changes.stream()
        .filter(change -> !change.isNoOp())
        .forEach(change -> touched.add(change.object().instance().resource()));
    for (Change change : changes) {
      var at = change.object().instance();
      boolean ends =
          change.action() instanceof Action.Replace
              || (change.after().isEmpty() && !change.isNoOp());
      if (ends
          && names.addsTo(
              moved.origin(at), at, snapshot.prior().instance(moved.origin(at)), touched))
        findings.deviates(Deviation.Kind.NEEDS_AT_NEW_ADDRESS, at);
    }
  }

  /// Reports which objects are left alone from now on.
  ///
  /// @rule R-REM-3
  private void forgotten(Collection<Change> changes) {
    var removed = new ArrayList<String>();
    var retained = new ArrayList<String>();
    for (Change change : changes) {
      if (!change.action().leavesAlone() || change.reason() == Reason.MISSING) continue;
      boolean byOption =
          change.action() instanceof Action.Replace
              || change.reason() == Reason.FORGET_BY_CONFIG
              || change.reason() == Reason.FORGET_BY_STATE;
      (byOption ? retained : removed).add(change.object().toString());
    }
    tellForgotten("A removal statement says", removed);
    tellForgotten("lifecycle.destroy: false says", retained);
  }

  private void tellForgotten(String who, List<String> objects) {
    if (objects.isEmpty()) return;
    findings.report(
        List.of(
            Diagnostic.warning(
                Code.REMOVED,
                Subject.stack(),
                "Objects will no longer be managed",
                who
                    + " that they are left alone: "
                    + PlanText.listed(objects)
                    + ". They exist on; nothing watches or destroys them any more.")));
  }
}
