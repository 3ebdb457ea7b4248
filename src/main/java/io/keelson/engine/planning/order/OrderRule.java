package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ReferenceClosure.Referee;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Step;
import io.keelson.engine.plan.Step.Barrier;
import io.keelson.engine.plan.Step.Meeting;
import java.util.ArrayList;
import java.util.List;
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
public interface OrderRule {
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

  /// What refers to something is created, updated, read or checked after it, also where something
  /// that does not change lies between them.
  ///
  /// @rule R-GRAPH-10
  /// @rule R-GRAPH-11
  private static void referrerWaitsForReferee(Operations operations, Graph.Builder<Step> graph) {
    // One resource alone waits for nobody.
    if (operations.visits().size() < 2) return;
    operations
        .references()
        .forEach((referrer, needs) -> {
          var converged = converged(operations, referrer);
          var visits = operations.visitsOf(referrer);
          boolean meet = visits.size() > 1;
          if (meet) visits.forEach(step -> graph.edge(step, converged));
          for (Referee referee : needs.referees()) {
            if (!operations.references().containsKey(referee.resource())) continue;
            var needed = needed(operations, referee);
            graph.edge(needed, converged);
            if (meet) visits.forEach(step -> graph.edge(needed, step));
          }
        });
  }

  /// The instance that is named, if something is done to it; else the whole resource.
  private static Step needed(Operations operations, Referee referee) {
    return referee
        .key()
        .flatMap(key -> operations.visitOf(referee.resource().instance(key)))
        .orElseGet(() -> converged(operations, referee.resource()));
  }

  /// The step after which a resource has its new objects: its only operation, or a meeting of all.
  private static Step converged(Operations operations, ResourceAddress resource) {
    var visits = operations.visitsOf(resource);
    return visits.size() == 1 ? visits.getFirst() : new Barrier.Around(Meeting.CONVERGED, resource);
  }

  /// A replaced object goes before or after its successor comes; an object deposed earlier goes
  /// after.
  ///
  /// @rule R-GRAPH-15 (a)
  private static void legsOfOneAddress(Operations operations, Graph.Builder<Step> graph) {
    operations
        .destroys()
        .forEach((resource, destroys) -> {
          for (var converge : operations.convergesOf(resource))
            for (var destroy : destroys)
              if (destroy.at().equals(converge.at())) order(graph, destroy, converge);
        });
  }

  /// What is forgotten goes before its successor comes.
  ///
  /// @rule ORD-23
  private static void recordMakesRoom(Operations operations, Graph.Builder<Step> graph) {
    operations.forgottenFirst().forEach((at, forget) -> graph.edge(forget, new Step.Converge(at)));
  }

  private static void order(
      Graph.Builder<Step> graph, Operations.DestroyLeg destroy, Operations.ConvergeLeg converge) {
    if (destroy.last()) graph.edge(converge.step(), destroy.step());
    else graph.edge(destroy.step(), converge.step());
  }

  /// What depends on an object dies before it, whatever the flags.
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
                graph.edge(destroy.step(), new Barrier.Around(Meeting.USERS_DESTROYED, needed));
        });
    operations
        .destroys()
        .forEach((needed, destroys) -> {
          var meeting = new Barrier.Around(Meeting.USERS_DESTROYED, needed);
          if (graph.has(meeting)) destroys.forEach(destroy -> graph.edge(meeting, destroy.step()));
        });
  }

  /// A user that is destroyed goes before what it used is created or updated anew; one that goes
  /// last, after.
  ///
  /// @rule R-GRAPH-15 (c)
  private static void destroyedUsersAndConvergence(
      Operations operations, Graph.Builder<Step> graph) {
    operations
        .destroys()
        .forEach((user, destroys) -> {
          for (var destroy : destroys)
            for (ResourceAddress needed : operations.convergingOf(destroy.dependencies()))
              if (!needed.equals(user)) connectUser(operations, graph, destroy, needed);
        });
    operations
        .converges()
        .forEach((needed, converges) -> {
          var before = new Barrier.Around(Meeting.USERS_DESTROYED_FIRST, needed);
          if (graph.has(before)) converges.forEach(converge -> graph.edge(before, converge.step()));
          var after = new Barrier.Around(Meeting.OWN_CONVERGED, needed);
          if (graph.has(after)) converges.forEach(converge -> graph.edge(converge.step(), after));
        });
  }

  private static void connectUser(
      Operations operations,
      Graph.Builder<Step> graph,
      Operations.DestroyLeg destroy,
      ResourceAddress needed) {
    if (!destroy.last())
      graph.edge(destroy.step(), new Barrier.Around(Meeting.USERS_DESTROYED_FIRST, needed));
    // destroy user -> destroy needed -> create needed: going last would close a circle.
    else if (!operations.waitsForEndOf(operations.destroyedFirstOf(destroy.dependencies()), needed))
      graph.edge(new Barrier.Around(Meeting.OWN_CONVERGED, needed), destroy.step());
  }

  /// A user is created or updated after what it used is destroyed; before, where that goes last.
  ///
  /// @rule R-GRAPH-15 (d)
  private static void usersConvergeAroundDestroy(Operations operations, Graph.Builder<Step> graph) {
    operations
        .converges()
        .forEach((user, converges) -> {
          for (var converge : converges)
            for (ResourceAddress needed : operations.destroyedOf(converge.dependencies()))
              if (!needed.equals(user)) connectConverge(operations, graph, converge, needed);
        });
    operations
        .destroys()
        .forEach((needed, destroys) -> {
          var first = new Barrier.Around(Meeting.DESTROYED, needed);
          var last = new Barrier.Around(Meeting.USERS_CONVERGED, needed);
          for (var destroy : destroys) {
            if (destroy.last() && graph.has(last)) graph.edge(last, destroy.step());
            if (!destroy.last() && graph.has(first)) graph.edge(destroy.step(), first);
          }
        });
  }

  private static void connectConverge(
      Operations operations,
      Graph.Builder<Step> graph,
      Operations.ConvergeLeg converge,
      ResourceAddress needed) {
    var destroys = operations.destroysOf(needed);
    if (destroys.stream().anyMatch(destroy -> !destroy.last()))
      graph.edge(new Barrier.Around(Meeting.DESTROYED, needed), converge.step());
    var last = destroys.stream().filter(Operations.DestroyLeg::last).toList();
    if (last.isEmpty()) return;
    if (last.stream().allMatch(destroy -> mayWait(operations, destroy, converge)))
      graph.edge(converge.step(), new Barrier.Around(Meeting.USERS_CONVERGED, needed));
    else
      last.stream()
          .filter(destroy -> mayWait(operations, destroy, converge))
          .forEach(destroy -> graph.edge(converge.step(), destroy.step()));
  }

  /// Whether an object may stay until its user has moved. Where the user waits for the end of
  /// something that the object itself needs, going last would close a circle: destroy object ->
  /// destroy needed -> create needed -> update user.
  private static boolean mayWait(
      Operations operations, Operations.DestroyLeg destroy, Operations.ConvergeLeg user) {
    var needed = operations.destroyedFirstOf(destroy.dependencies());
    return !operations.waitsForEndOf(needed, user.at().resource());
  }

  /// What goes with another object ends after that is destroyed, and before its own successor comes
  /// where it goes first. What depends on it is destroyed before the other object: the two end
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
    users.forEach((member, legs) -> {
      var gone = new Barrier.Around(Meeting.USERS_DESTROYED, member);
      legs.forEach(leg -> graph.edge(leg.step(), gone));
    });
    var ended = new TreeMap<InstanceAddress, Step>();
    for (var departure : departures.values()) {
      graph.node(departure.step());
      var container = departure.container();
      graph.edge(
          ended.computeIfAbsent(container, each -> ended(operations, graph, each)),
          departure.step());
      if (departure.replaced()) order(graph, departure);
    }
    users
        .keySet()
        .forEach(member -> {
          var containers = new TreeSet<InstanceAddress>();
          departures.values().stream()
              .filter(departure -> departure.at().resource().equals(member))
              .forEach(departure -> containers.add(departure.container()));
          var gone = new Barrier.Around(Meeting.USERS_DESTROYED, member);
          for (InstanceAddress container : containers)
            operations.endsOf(container).stream()
                .filter(Step.Destroy.class::isInstance)
                .forEach(end -> graph.edge(gone, end));
        });
  }

  /// The step after which what is at an address is gone: its only end, or a meeting of all.
  private static Step ended(
      Operations operations, Graph.Builder<Step> graph, InstanceAddress container) {
    var ends = operations.endsOf(container);
    if (ends.size() == 1) return ends.getFirst();
    var meeting = new Barrier.Around(Meeting.ENDED, container.resource());
    ends.forEach(end -> graph.edge(end, meeting));
    return meeting;
  }

  private static void order(Graph.Builder<Step> graph, Operations.Departure departure) {
    var converge = new Step.Converge(departure.at());
    if (departure.last()) graph.edge(converge, departure.step());
    else graph.edge(departure.step(), converge);
  }

  /// Where that is asked for, what nothing new waits for ends after all that is created, updated or
  /// replaced has come to an end, and layer by layer, the highest first.
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
    return graph.build();
  }
}
