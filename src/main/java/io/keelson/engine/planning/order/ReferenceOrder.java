package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.ResourcePart;
import io.keelson.engine.config.ReferenceClosure.Referee;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Step;
import io.keelson.engine.plan.Step.Barrier;
import io.keelson.engine.plan.Step.Milestone;
import io.keelson.engine.snapshot.Dependencies;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/// What refers to something is created, updated, read or checked after it, also where something
/// that does not change lies between them. In a component this holds within each of its instances.
///
/// @rule R-GRAPH-10
/// @rule R-GRAPH-11
/// @rule R-CMP-12
/// @rule DEV-18
final class ReferenceOrder {
  private final Operations operations;
  private final Graph.Builder<Step> graph;
  private final Set<ResourcePart> wanted = new HashSet<>();
  private final Queue<ResourcePart> open = new ArrayDeque<>();

  ReferenceOrder(Operations operations, Graph.Builder<Step> graph) {
    this.operations = operations;
    this.graph = graph;
  }

  void addEdges() {
    // A single resource waits for no other.
    if (operations.visits().size() < 2) return;
    operations
        .references()
        .forEach((referrer, needs) -> {
          if (referrer.in().isRoot()) whole(referrer, needs);
          else inComponents(referrer, needs);
        });
    while (!open.isEmpty()) connect(open.remove());
  }

  private void whole(ResourceAddress referrer, Dependencies.Needs needs) {
    var converged = converged(new ResourcePart(referrer, List.of()));
    var visits = operations.visitsOf(referrer);
    boolean meet = visits.size() > 1;
    if (meet) visits.forEach(step -> graph.edge(step, converged));
    for (Referee referee : needs.referees())
      for (Step needed : needed(referee, List.of())) {
        graph.edge(needed, converged);
        if (meet) visits.forEach(step -> graph.edge(needed, step));
      }
  }

  private void inComponents(ResourceAddress referrer, Dependencies.Needs needs) {
    for (Step visit : operations.visitsOf(referrer)) {
      var keys = Operations.at(visit).map(InstanceAddress::key).orElseThrow();
      for (Referee referee : needs.referees())
        for (Step needed : needed(referee, keys.components(referee.depth())))
          graph.edge(needed, visit);
    }
  }

  /// The steps of the named instance, if something is done to it; else of the whole part. Of one in
  /// each of several components, all have to be there.
  ///
  /// @param around the components that user and used have in common
  private List<Step> needed(Referee referee, List<InstanceKey> around) {
    var resource = referee.resource();
    if (!operations.references().containsKey(resource)) return List.of();
    if (referee.key().isPresent() && !isApart(new ResourcePart(resource, around))) {
      var named = named(resource, referee.key(), around);
      if (!named.isEmpty()) return named;
    }
    return List.of(converged(new ResourcePart(resource, around)));
  }

  private List<Step> named(
      ResourceAddress resource, Optional<InstanceKey> own, List<InstanceKey> around) {
    if (resource.in().isRoot())
      return operations.visitOf(resource.instance(own.orElseThrow())).stream().toList();
    return operations.visitsOf(resource, around).stream()
        .filter(step -> Operations.at(step).map(at -> at.key().own()).equals(own))
        .toList();
  }

  /// The step after which a part has its new objects: its only operation, or a barrier after all.
  private Step converged(ResourcePart part) {
    if (!part.resource().in().isRoot() && wanted.add(part)) open.add(part);
    var visits = operations.visitsOf(part.resource(), part.around());
    return visits.size() == 1 && !isApart(part)
        ? visits.getFirst()
        : new Barrier.Around(Milestone.CONVERGED, part.resource(), part.around());
  }

  /// Whether what is in a part needs something in its own component, which an operation in another
  /// does not wait for: where nothing is done to the one in between, only the part as a whole
  /// tells.
  private boolean isApart(ResourcePart part) {
    var needs = operations.references().get(part.resource());
    return needs != null
        && needs.referees().stream().anyMatch(each -> each.depth() > part.around().size());
  }

  /// A part has its new objects when its own operations are done, and those of all it refers to.
  private void connect(ResourcePart part) {
    var visits = operations.visitsOf(part.resource(), part.around());
    // A single operation waits for what it needs by itself.
    if (visits.size() == 1 && !isApart(part)) return;
    var converged = converged(part);
    visits.forEach(step -> graph.edge(step, converged));
    var needs = operations.references().get(part.resource());
    if (needs == null) return;
    var shared = part.around();
    for (Referee referee : needs.referees())
      for (Step needed :
          needed(referee, shared.subList(0, Math.min(shared.size(), referee.depth()))))
        graph.edge(needed, converged);
  }
}
