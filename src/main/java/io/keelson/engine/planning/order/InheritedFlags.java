package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Step;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds the instances whose inherited create-before-destroy flag Terraform would lose in this run:
/// it inherits only from dependents that the run changes, and only along the instances they name.
///
/// @rule R-CBD-11
/// @rule DEV-4
final class InheritedFlags {
  private InheritedFlags() {}

  static SortedSet<InstanceAddress> lostByTerraform(
      Collection<Change> changes,
      SortedSet<ResourceAddress> effective,
      StackConfig config,
      Graph<Step> steps) {
    var inheriting = new TreeSet<InstanceAddress>();
    if (effective.isEmpty()) return inheriting;
    var owners = new ArrayDeque<Step>();
    for (Change change : changes) {
      var at = change.object().instance();
      var declared = config.resources().get(at.resource());
      if (!change.action().converges() || declared == null) continue;
      if (declared.lifecycle().createBeforeDestroy()) owners.add(new Step.Converge(at));
      else if (effective.contains(at.resource())) inheriting.add(at);
    }
    if (inheriting.isEmpty()) return inheriting;
    var reached = neededBy(owners, steps);
    inheriting.removeIf(at -> reached.contains(new Step.Converge(at)));
    return inheriting;
  }

  /// The instances whose flag Terraform would lose because the plan leaves out those they inherit
  /// from.
  static SortedSet<InstanceAddress> lostByTargets(
      Collection<Change> changes, Snapshot snapshot, Selection selection) {
    var lost = new TreeSet<InstanceAddress>();
    if (!selection.isLimited()) return lost;
    var inherited = new TreeSet<ResourceAddress>();
    snapshot
        .config()
        .resources()
        .forEach((resource, config) -> {
          if (!config.lifecycle().createBeforeDestroy() || !selection.includes(resource)) return;
          inherited.add(resource);
          snapshot.dependencies().stored(resource).forEach(each -> inherited.add(each.resource()));
        });
    for (Change change : changes) {
      var at = change.object().instance();
      if (change.isRead()) continue;
      boolean effective = snapshot.createBeforeDestroy().effective().contains(at.resource());
      if (effective && !inherited.contains(at.resource())) lost.add(at);
    }
    return lost;
  }

  /// Everything that these steps wait for because it is created or updated before them.
  private static Set<Step> neededBy(ArrayDeque<Step> open, Graph<Step> steps) {
    var waitsFor = steps.reversed();
    var reached = new HashSet<Step>(open);
    while (!open.isEmpty())
      for (Step needed : waitsFor.successors(open.pop())) {
        boolean converging =
            needed instanceof Step.Converge
                || needed instanceof Step.Check
                || needed instanceof Step.Read
                || (needed instanceof Step.Barrier.Around(Step.Milestone kind, _, _)
                    && kind == Step.Milestone.CONVERGED);
        if (converging && reached.add(needed)) open.push(needed);
      }
    return reached;
  }
}
