package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Step;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.snapshot.ReplaceStrength;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// The order of the operations of one plan, and where it is another one than Terraform's.
///
/// @param selection what the plan is about
public record PlanOrder(
    Snapshot snapshot,
    MovedState moved,
    ConfiguredProviders providers,
    PlanOptions options,
    Selection selection) {

  /// Two replacements with contrary orders.
  ///
  /// @param first has to be destroyed before its successor is made
  /// @param user needs it, and is declared to be made before it is destroyed
  public record Conflict(InstanceAddress first, InstanceAddress user)
      implements Comparable<Conflict> {
    @Override
    public int compareTo(Conflict other) {
      int byFirst = first.compareTo(other.first);
      return byFirst != 0 ? byFirst : user.compareTo(other.user);
    }
  }

  /// Operations in their order.
  ///
  /// @param cycles of steps that wait for each other; nothing if everything can be done
  /// @param deviations from what Terraform would do; nothing while there are cycles
  public record Ordered(
      Graph<Step> steps, List<List<Step>> cycles, SortedSet<Deviation> deviations) {
    public Ordered {
      cycles = List.copyOf(cycles);
      deviations = Collections.unmodifiableSortedSet(new TreeSet<>(deviations));
    }
  }

  /// Changes what goes along with the replacement or the end of something else.
  ///
  /// @param strengths of the replacements among the changes
  /// @param refreshed the state that the changes start from, with stored and declared dependencies
  /// @return the replacements that contradict each other; if there are any, nothing is settled
  public SortedSet<Conflict> settle(
      SortedMap<ObjectRef, Change> changes,
      Map<InstanceAddress, ReplaceStrength> strengths,
      StackState refreshed) {
    var conflicts = SameReplaceOrder.apply(changes, strengths, refreshed);
    if (conflicts.isEmpty()) EndsWithContainer.apply(changes, refreshed, options.openRun());
    return conflicts;
  }

  /// The operations of these changes. A plan that only reads has none, so no condition is checked a
  /// second time.
  ///
  /// @param changes settled ones
  public Ordered of(Collection<Change> changes, StackState refreshed) {
    var operations =
        new Operations(
            changes, snapshot.config(), refreshed, snapshot.dependencies(), options.deletes());
    var steps =
        options.mode() == PlanOptions.Mode.REFRESH_ONLY
            ? Graph.<Step>builder().build()
            : OrderRule.graph(operations);
    var cycles = steps.cycles();
    if (!cycles.isEmpty()) {
      steps = untangled(operations);
      cycles = steps.cycles();
    }
    return cycles.isEmpty()
        ? new Ordered(steps, cycles, deviations(operations, changes, refreshed, steps))
        : new Ordered(steps, cycles, Collections.emptySortedSet());
  }

  /// The graph without edges that may be given up where they close a circle; with all of them if
  /// that is not enough.
  private Graph<Step> untangled(Operations operations) {
    if (options.mode() == PlanOptions.Mode.DESTROY)
      return OrderRule.graph(operations.asRecorded(moved.state()));
    return new MovedOrder(moved)
        .graph(operations)
        .orElseGet(() -> CrossProviderOrder.graph(operations, providers));
  }

  private SortedSet<Deviation> deviations(
      Operations operations, Collection<Change> changes, StackState refreshed, Graph<Step> steps) {
    var declared = snapshot.dependencies();
    var effective = snapshot.createBeforeDestroy().effective();
    var found = new TreeSet<Deviation>();
    DeposedOrder.unlikeTerraform(operations, refreshed, declared)
        .forEach(at -> found.add(new Deviation(Deviation.Kind.OWN_DEPENDENCIES, at)));
    TerraformCycles.of(operations, refreshed)
        .forEach(at -> found.add(new Deviation(Deviation.Kind.CREATED_FIRST_BY_STATE, at)));
    operations
        .lastForOthers()
        .forEach(at -> found.add(new Deviation(Deviation.Kind.NEEDED_LAST, at)));
    var lost = InheritedFlags.lostByTerraform(changes, effective, snapshot.config(), steps);
    lost.addAll(InheritedFlags.lostByTargets(changes, snapshot, selection));
    lost.forEach(at -> found.add(new Deviation(Deviation.Kind.CREATE_FIRST_STORED, at)));
    return found;
  }
}
