package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Puts a plan together from what was found out about every object: leaves out what has to wait,
/// orders the rest, and computes its digest.
final class PlanAssembly {
  private final Providers providers;
  private final Snapshot snapshot;
  private final StackState settled;
  private final PlanOptions options;
  private final Findings findings;

  PlanAssembly(
      Providers providers,
      Snapshot snapshot,
      StackState settled,
      PlanOptions options,
      Findings findings) {
    this.providers = providers;
    this.snapshot = snapshot;
    this.settled = settled;
    this.options = options;
    this.findings = findings;
  }

  PlanOutcome assemble(OutputPlanner outputs) {
    var unplanned = new TreeSet<>(findings.failed());
    unplanned.addAll(snapshot.config().frozen());
    while (true) {
      var held =
          Held.of(
              unplanned,
              snapshot.config(),
              settled,
              snapshot.dependencies(),
              findings.changes().values());
      var changes = without(held);
      var refreshed = refreshed(held);
      var steps =
          OrderRule.graph(
              new Operations(
                  changes.values(), snapshot.config(), refreshed, snapshot.dependencies()));
      var cycles = steps.cycles();
      if (cycles.isEmpty()) return outcome(changes, refreshed, steps, held, outputs);
      cycles.forEach(cycle -> unplanned.addAll(report(cycle)));
    }
  }

  private SortedMap<ObjectRef, Change> without(SortedSet<ResourceAddress> held) {
    var changes = findings.changes();
    changes.keySet().removeIf(object -> held.contains(object.instance().resource()));
    return changes;
  }

  private StackState refreshed(SortedSet<ResourceAddress> held) {
    var instances = new TreeMap<>(settled.instances());
    instances.putAll(findings.refreshedStates());
    // What is held stays to the letter, open operations included: it is looked at again next time.
    snapshot
        .prior()
        .instances()
        .forEach((at, state) -> {
          if (held.contains(at.resource())) instances.put(at, state);
        });
    return new StackState(instances, settled.outputs());
  }

  /// @rule R-GRAPH-30
  private SortedSet<ResourceAddress> report(List<Step> cycle) {
    var members = cycle.stream().filter(step -> !(step instanceof Step.Barrier)).toList();
    var resources = new TreeSet<ResourceAddress>();
    for (Step step : cycle)
      switch (step) {
        case Step.Converge(var at) -> resources.add(at.resource());
        case Step.Destroy(var at, _) -> resources.add(at.resource());
        case Step.Forget(var object) -> resources.add(object.instance().resource());
        case Step.Barrier(_, var resource) -> resources.add(resource);
      }
    findings.report(
        List.of(
            Diagnostic.error(
                Code.APPLY_CYCLE,
                Subject.of(resources.first()),
                "Operations wait for each other",
                "These operations form a cycle: "
                    + String.join(", ", members.stream().map(Step::toString).toList())
                    + ". Make the changes in two steps: first those of the dependents, then the"
                    + " rest.")));
    return resources;
  }

  private PlanOutcome outcome(
      SortedMap<ObjectRef, Change> changes,
      StackState refreshed,
      Graph<Step> steps,
      SortedSet<ResourceAddress> held,
      OutputPlanner outputs) {
    InheritedFlags.lostByTerraform(
            changes.values(), snapshot.createBeforeDestroy().effective(), snapshot.config(), steps)
        .forEach(at -> findings.deviates(Deviation.Kind.DEV_4, at));
    boolean destroy = options.mode() == PlanOptions.Mode.DESTROY;
    var outputChanges = destroy ? outputs.planDestroy() : outputs.plan(held);
    var leaves = Leaves.of(changes.values(), outputChanges, options.digestKey().secret());
    var plan =
        new Plan(
            changes,
            steps,
            refreshed,
            bookkeeping(changes, refreshed),
            outputChanges,
            findings.deviations(),
            leaves,
            Plan.digest(leaves, identities(leaves), options.digestKey()));
    return new PlanOutcome(plan, findings.diagnostics());
  }

  /// Who will carry out the changes: under another provider they are other changes.
  private SortedSet<String> identities(Leaves leaves) {
    var identities = new TreeSet<String>();
    for (ObjectRef object : leaves.changes().keySet())
      providers
          .of(object.instance().resource().type())
          .ifPresent(provider -> identities.add(provider.identity()));
    return identities;
  }

  /// What changed about instances that nothing is done to.
  private SortedMap<InstanceAddress, InstanceState> bookkeeping(
      SortedMap<ObjectRef, Change> changes, StackState refreshed) {
    var busy = new TreeSet<InstanceAddress>();
    changes.values().stream()
        .filter(change -> !change.isNoOp())
        .forEach(change -> busy.add(change.object().instance()));
    var differing = new TreeMap<InstanceAddress, InstanceState>();
    refreshed
        .instances()
        .forEach((at, state) -> {
          if (!busy.contains(at) && !state.equals(snapshot.prior().instance(at)))
            differing.put(at, state);
        });
    return differing;
  }
}
