package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Step;
import io.keelson.engine.plan.Step.Barrier;
import io.keelson.engine.plan.Step.Milestone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// One reason why an operation has to wait for another. All rules together give the operation
/// graph; they are independent of each other, so their order plays no part.
///
/// "Goes last" stands for the inversion of create-before-destroy: an object with a successor is
/// destroyed after everything that is created or updated around it, any other object before.
///
/// @rule R-GRAPH-15
/// @rule R-GRAPH-16
interface OrderRule {
  void addEdges(Operations operations, Graph.Builder<Step> graph);

  /// Every rule.
  List<OrderRule> ALL =
      List.of(
          OrderRule::referrerWaitsForReferee,
          OrderRule::legsOfOneAddress,
          OrderRule::recordMakesRoom,
          OrderRule::dependentsAreDestroyedFirst,
          OrderRule::destroyedUsersAndConvergence,
          OrderRule::usersConvergeAroundDestroy,
          OrderRule::memberDepartsAfterContainer,
          OrderRule::layersEndLast);

  /// @rule R-GRAPH-10
  /// @rule R-GRAPH-11
  private static void referrerWaitsForReferee(Operations operations, Graph.Builder<Step> graph) {
    new ReferenceOrder(operations, graph).addEdges();
  }

  /// A replaced object goes before or after its successor comes; an object deposed earlier goes
  /// after, unless something that it needs has to go before the successor can come.
  ///
  /// @rule R-GRAPH-15 (a)
  private static void legsOfOneAddress(Operations operations, Graph.Builder<Step> graph) {
    operations
        .destroys()
        .forEach((resource, destroys) -> {
          for (var converge : operations.convergesOf(resource))
            for (var destroy : destroys)
              if (destroy.at().equals(converge.at())) order(operations, graph, destroy, converge);
        });
  }

  /// A record that is forgotten goes before its successor is made.
  ///
  /// @rule ORD-23
  private static void recordMakesRoom(Operations operations, Graph.Builder<Step> graph) {
    operations.forgottenFirst().forEach((at, forget) -> graph.edge(forget, new Step.Converge(at)));
  }

  private static void order(
      Operations operations, Graph.Builder<Step> graph, DestroyLeg destroy, ConvergeLeg converge) {
    if (!destroy.last()) graph.edge(destroy.step(), converge.step());
    else if (operations.isOfCurrent(destroy)
        || !operations.waitsForEndOf(
            operations.destroyedFirstOf(destroy), converge.at().resource()))
      graph.edge(converge.step(), destroy.step());
  }

  /// What depends on an object is destroyed before it, whatever the flags.
  ///
  /// @rule R-GRAPH-15 (b)
  private static void dependentsAreDestroyedFirst(
      Operations operations, Graph.Builder<Step> graph) {
    operations
        .destroys()
        .forEach((user, destroys) -> {
          for (var destroy : destroys)
            for (ResourceAddress needed : operations.destroyedOf(destroy.dependencies()))
              if (!needed.equals(user))
                graph.edge(destroy.step(), destroy.milestone(Milestone.USERS_DESTROYED, needed));
        });
    operations
        .destroys()
        .values()
        .forEach(destroys -> {
          for (var destroy : destroys)
            for (var milestone : milestones(Milestone.USERS_DESTROYED, destroy.at()))
              if (graph.has(milestone)) graph.edge(milestone, destroy.step());
        });
  }

  /// A user that is destroyed goes before what it used is created or updated anew; one that goes
  /// last, after.
  ///
  /// @rule R-GRAPH-15 (c)
  private static void destroyedUsersAndConvergence(
      Operations operations, Graph.Builder<Step> graph) {
    var outlasting = new Outlasting(operations);
    operations
        .destroys()
        .forEach((user, destroys) -> {
          for (var destroy : destroys)
            for (ResourceAddress needed : operations.convergingOf(destroy.dependencies()))
              if (!needed.equals(user) && !outlasting.stays(destroy, needed))
                connectUser(operations, graph, destroy, needed);
        });
    operations
        .converges()
        .forEach((_, converges) -> {
          for (var converge : converges) {
            for (var before : milestones(Milestone.USERS_DESTROYED_FIRST, converge.at()))
              if (graph.has(before)) graph.edge(before, converge.step());
            for (var after : milestones(Milestone.OWN_CONVERGED, converge.at()))
              if (graph.has(after)) graph.edge(converge.step(), after);
          }
        });
  }

  /// The barriers that an instance may take part in: one for each number of components around it
  /// that a user may have in common with it.
  ///
  /// @rule R-CMP-12
  private static List<Barrier.Around> milestones(Milestone kind, InstanceAddress at) {
    var resource = at.resource();
    if (resource.in().isRoot()) return List.of(new Barrier.Around(kind, resource));
    var all = new ArrayList<Barrier.Around>();
    for (int depth = 0; depth <= resource.in().depth(); depth++)
      all.add(new Barrier.Around(kind, resource, at.key().components(depth)));
    return all;
  }

  private static void connectUser(
      Operations operations,
      Graph.Builder<Step> graph,
      DestroyLeg destroy,
      ResourceAddress needed) {
    if (!destroy.last())
      graph.edge(destroy.step(), destroy.milestone(Milestone.USERS_DESTROYED_FIRST, needed));
    // destroy user -> destroy needed -> create needed: going last would close a circle.
    else if (!operations.waitsForEndOf(operations.destroyedFirstOf(destroy), needed))
      graph.edge(destroy.milestone(Milestone.OWN_CONVERGED, needed), destroy.step());
  }

  /// A user is created or updated after what it used is destroyed; before, where the used object
  /// goes last.
  ///
  /// @rule R-GRAPH-15 (d)
  private static void usersConvergeAroundDestroy(Operations operations, Graph.Builder<Step> graph) {
    var outlasting = new Outlasting(operations);
    operations
        .converges()
        .forEach((user, converges) -> {
          for (var converge : converges)
            for (ResourceAddress needed : operations.destroyedOf(converge.dependencies()))
              if (!needed.equals(user))
                connectConverge(operations, outlasting, graph, converge, needed);
        });
    operations
        .destroys()
        .forEach((_, destroys) -> {
          for (var destroy : destroys) {
            var milestone = destroy.last() ? Milestone.USERS_CONVERGED : Milestone.DESTROYED;
            for (var each : milestones(milestone, destroy.at())) {
              if (!graph.has(each)) continue;
              if (destroy.last()) graph.edge(each, destroy.step());
              else graph.edge(destroy.step(), each);
            }
          }
        });
  }

  private static void connectConverge(
      Operations operations,
      Outlasting outlasting,
      Graph.Builder<Step> graph,
      ConvergeLeg converge,
      ResourceAddress needed) {
    var around = converge.shared(needed);
    var destroys = operations.destroysOf(needed, around);
    var first = destroys.stream().filter(destroy -> !destroy.last()).toList();
    var awaited =
        first.stream()
            .filter(destroy -> !outlasting.stays(destroy, converge.at().resource()))
            .toList();
    if (awaited.size() < first.size())
      awaited.forEach(destroy -> graph.edge(destroy.step(), converge.step()));
    else if (!first.isEmpty())
      graph.edge(new Barrier.Around(Milestone.DESTROYED, needed, around), converge.step());
    var last = destroys.stream().filter(DestroyLeg::last).toList();
    if (last.isEmpty()) return;
    if (last.stream().allMatch(destroy -> mayWait(operations, destroy, converge)))
      graph.edge(converge.step(), new Barrier.Around(Milestone.USERS_CONVERGED, needed, around));
    else
      last.stream()
          .filter(destroy -> mayWait(operations, destroy, converge))
          .forEach(destroy -> graph.edge(converge.step(), destroy.step()));
  }

  /// Whether an object may stay until its user has moved. Where the user waits for the end of
  /// something that the object itself needs, going last would close a circle: destroy object ->
  /// destroy needed -> create needed -> update user.
  private static boolean mayWait(Operations operations, DestroyLeg destroy, ConvergeLeg user) {
    var needed = operations.destroyedFirstOf(destroy);
    return !operations.waitsForEndOf(needed, user.at().resource());
  }

  /// A member ends after its container is destroyed, and before its own successor comes where the
  /// member goes first. What depends on the member is destroyed before the container: both end
  /// together.
  ///
  /// @rule R-PUL-30
  /// @rule R-PUL-33
  private static void memberDepartsAfterContainer(
      Operations operations, Graph.Builder<Step> graph) {
    var departures = operations.departures();
    if (departures.isEmpty()) return;
    var members = new TreeSet<ResourceAddress>();
    departures.keySet().forEach(at -> members.add(at.resource()));
    var users = operations.destroyedUsersOf(members);
    users.forEach((member, legs) ->
        legs.forEach(
            leg -> graph.edge(leg.step(), leg.milestone(Milestone.USERS_DESTROYED, member))));
    var ended = new TreeMap<Target, Step>();
    for (var departure : departures.values()) {
      graph.node(departure.step());
      if (departure.goesFirst() && hasSetAside(operations, departure.container()))
        operations.endsOf(departure.container()).forEach(end -> graph.edge(end, departure.step()));
      else
        graph.edge(
            ended.computeIfAbsent(departure.container(), each -> ended(operations, graph, each)),
            departure.step());
      if (departure.replaced()) order(graph, departure);
    }
    var containers = new LinkedHashMap<Barrier.Around, SortedSet<Target>>();
    for (var departure : departures.values())
      for (var gone : milestones(Milestone.USERS_DESTROYED, departure.at()))
        if (graph.has(gone))
          containers.computeIfAbsent(gone, _ -> new TreeSet<>()).add(departure.container());
    containers.forEach((gone, all) -> {
      for (Target container : all)
        operations.allEndsOf(container).stream()
            .filter(Step.Destroy.class::isInstance)
            .forEach(end -> graph.edge(gone, end));
    });
  }

  /// Whether a container has objects that go when everything new is there: a member that makes room
  /// for its successor cannot wait for them.
  private static boolean hasSetAside(Operations operations, Target container) {
    return operations.endsOf(container).size() < operations.allEndsOf(container).size();
  }

  /// The step after which a container is gone: its only end, or a barrier after all of its ends.
  private static Step ended(Operations operations, Graph.Builder<Step> graph, Target container) {
    var ends = operations.allEndsOf(container);
    if (ends.size() == 1) return ends.getFirst();
    var milestone = new Barrier.Ended(container);
    ends.forEach(end -> graph.edge(end, milestone));
    return milestone;
  }

  private static void order(Graph.Builder<Step> graph, DepartureLeg departure) {
    var converge = new Step.Converge(departure.at());
    if (departure.last()) graph.edge(converge, departure.step());
    else graph.edge(departure.step(), converge);
  }

  /// With layered deletes, the ends that nothing new waits for come after all that is created,
  /// updated or replaced has come to an end, and layer by layer, the highest first.
  ///
  /// @rule R-PUL-50
  /// @rule R-PUL-51
  private static void layersEndLast(Operations operations, Graph.Builder<Step> graph) {
    var layers = Layers.of(operations);
    if (layers.isEmpty()) return;
    var before = new ArrayList<Step>(operations.early());
    operations.visits().values().forEach(before::addAll);
    for (int number = layers.size(); number > 0; number--) {
      var barrier = new Barrier.Layer(number);
      for (Step step : before) graph.edge(step, barrier);
      before.clear();
      for (var leg : layers.get(number - 1)) {
        graph.edge(barrier, leg.step());
        before.add(leg.step());
      }
    }
  }

  /// The operation graph of a set of changes. It may have cycles.
  static Graph<Step> graph(Operations operations) {
    var graph = Graph.<Step>builder();
    operations.visits().values().forEach(steps -> steps.forEach(graph::node));
    operations.destroys().values().forEach(legs -> legs.forEach(leg -> graph.node(leg.step())));
    operations.unordered().forEach(graph::node);
    ALL.forEach(rule -> rule.addEdges(operations, graph));
    var ordered = graph.build();
    return operations.forgottenFirst().isEmpty() ? ordered : keepingRecords(operations, ordered);
  }

  /// A record makes room when its successor can be made, and not before: what that waits for may
  /// fail, and then the record is all that tells of the object.
  private static Graph<Step> keepingRecords(Operations operations, Graph<Step> ordered) {
    var before = ordered.reversed();
    var graph = ordered.extended();
    operations
        .forgottenFirst()
        .forEach((at, forget) -> {
          for (Step step : before.successors(new Step.Converge(at)))
            if (!step.equals(forget)) graph.edge(step, forget);
        });
    return graph.build();
  }
}
