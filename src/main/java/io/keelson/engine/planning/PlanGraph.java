package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Import;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.snapshot.Departure;
import io.keelson.engine.snapshot.Departures;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the planning walk visits, and in which order.
final class PlanGraph {
  private final Snapshot snapshot;
  private final StackState settled;
  private final MovedState moved;
  private final ConfiguredProviders providers;
  private final Selection selection;
  private final Departures departures;
  private final PlanOptions.Mode mode;
  private final SortedMap<ResourceAddress, SortedSet<ResourceAddress>> otherNeeds = new TreeMap<>();

  PlanGraph(PlanContext context, MovedState moved, ConfiguredProviders providers) {
    this.snapshot = context.snapshot();
    this.settled = moved.state();
    this.moved = moved;
    this.providers = providers;
    this.selection = context.selection();
    this.departures = new Departures(context.config());
    this.mode = context.options().mode();
  }

  Graph<PlanNode> of(PlanOptions.Mode mode) {
    return mode == PlanOptions.Mode.DESTROY ? destroying() : planning();
  }

  /// The resources that a resource waits for although its declaration does not name them; known
  /// when the graph is made.
  SortedMap<ResourceAddress, SortedSet<ResourceAddress>> otherNeeds() {
    return Collections.unmodifiableSortedMap(otherNeeds);
  }

  /// @rule R-GRAPH-11
  private Graph<PlanNode> planning() {
    var graph = Graph.<PlanNode>builder();
    for (ResourceAddress resource : snapshot.config().resources().keySet()) {
      if (!selection.looksAt(resource)) continue;
      graph.node(new PlanNode.Declared(resource));
      for (ResourceAddress needed : snapshot.dependencies().direct(resource))
        if (selection.looksAt(needed))
          graph.edge(new PlanNode.Declared(needed), new PlanNode.Declared(resource));
    }
    snapshot
        .config()
        .imports()
        .values()
        .forEach(statements -> statements.forEach(each -> addNeeds(graph, each)));
    settled
        .instances()
        .forEach((at, instance) -> {
          if (!isDeclared(at) && selection.includes(at))
            departures
                .all(at, instance, undeclaredReason(at))
                .forEach(departure -> addDeparting(graph, departure));
        });
    return graph.build();
  }

  /// What may yet be registered stays, but nothing stays for it: what it was made with may be what
  /// is not known, and be replaced. A plan that only reads runs no programs, and reads whatever
  /// they may have registered.
  ///
  /// @rule R-PRG-23
  private boolean isDeclared(InstanceAddress at) {
    return snapshot.config().registered().kept().contains(at.resource())
        || snapshot.config().declares(at.resource())
            && !(mode == PlanOptions.Mode.REFRESH_ONLY
                && snapshot.config().mayBeRegistered(at.resource().in()));
  }

  /// Adds the end of an object, after the resources that its provider configuration needs.
  private void addDeparting(Graph.Builder<PlanNode> graph, Departure departure) {
    var node = new PlanNode.Departing(departure);
    graph.node(node);
    var resource = departure.object().instance().resource();
    for (ResourceAddress needed : providers.needs(resource))
      if (isPlanned(needed)) {
        graph.edge(new PlanNode.Declared(needed), node);
        otherNeeds.computeIfAbsent(resource, _ -> new TreeSet<>()).add(needed);
      }
  }

  /// What an import refers to has to be known when its target is planned.
  private void addNeeds(Graph.Builder<PlanNode> graph, Import each) {
    var target = each.to();
    if (!isPlanned(target)) return;
    for (ResourceAddress needed : snapshot.dependencies().behind(each.references()))
      if (isPlanned(needed)) {
        graph.edge(new PlanNode.Declared(needed), new PlanNode.Declared(target));
        otherNeeds.computeIfAbsent(target, _ -> new TreeSet<>()).add(needed);
      }
  }

  private boolean isPlanned(ResourceAddress resource) {
    return snapshot.config().resources().containsKey(resource) && selection.looksAt(resource);
  }

  /// Everything but frozen resources: an address that cannot be used stays as it is here, too.
  ///
  /// @rule R-MODE-3
  private Graph<PlanNode> destroying() {
    var graph = Graph.<PlanNode>builder();
    settled
        .instances()
        .forEach((at, instance) -> {
          if (snapshot.config().frozen().resources().contains(at.resource())
              || !selection.includes(at)) return;
          departures
              .all(at, instance, Reason.DESTROY_MODE)
              .forEach(departure -> graph.node(new PlanNode.Departing(departure)));
        });
    return graph.build();
  }

  /// @rule R-MOV-11
  private Reason undeclaredReason(InstanceAddress at) {
    if (moved.origins().containsKey(at)) return Reason.NO_MOVE_TARGET;
    return snapshot.config().isInsideProgram(at.resource().in())
        ? Reason.NOT_REGISTERED
        : Reason.NO_RESOURCE_CONFIG;
  }
}
