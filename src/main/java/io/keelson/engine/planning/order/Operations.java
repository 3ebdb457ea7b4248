package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Step;
import io.keelson.engine.snapshot.Dependencies;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.DependencySet;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// The operations that a set of changes consists of, with what the order rules ask about them.
///
/// What it guarantees: an object that goes after something new is made is `last`, and so is
/// whatever it was made with, unless that gets a successor of its own: nothing that is still there
/// loses what it needs ([#spreadLast]). With layered deletes, what nothing new waits for is `last`,
/// too.
///
/// What it relies on: the dependencies that are stored with each object say what it was made with,
/// also where they are not declared any more; for what is made, those that are declared. Both hold
/// within the instances of components that their depth says.
///
/// Lists of dependencies are long in deep stacks, and there are as many legs as objects, so
/// questions go by resource and look through the shorter side. It changes nothing after it is made:
/// [#without] and [#asRecorded] give others.
final class Operations {
  private final Legs legs;
  private final SortedMap<ResourceAddress, List<DestroyLeg>> destroys;
  private final Map<ResourceAddress, Map<List<InstanceKey>, List<Step>>> visitsByComponent =
      new HashMap<>();
  private final SortedSet<InstanceAddress> spread = new TreeSet<>();
  private final Set<Step> late = new LinkedHashSet<>();
  private final StackState refreshed;
  private final Dependencies dependencies;

  /// @param deletes whether what nothing new waits for ends last, in layers
  Operations(
      Collection<Change> changes,
      StackConfig config,
      StackState refreshed,
      Dependencies dependencies,
      PlanOptions.Deletes deletes) {
    this.refreshed = refreshed;
    this.dependencies = dependencies;
    this.legs = new Legs(changes, config, refreshed, dependencies);
    this.destroys = new TreeMap<>(legs.destroys());
    if (deletes == PlanOptions.Deletes.LAYERED) late.addAll(LayeredEnds.of(this));
    destroys.replaceAll((_, legs) ->
        legs.stream().map(leg -> late.contains(leg.step()) ? leg.asLast() : leg).toList());
    boolean spreads;
    do spreads = spreadLast();
    while (spreads);
  }

  private Operations(Operations base, SortedMap<ResourceAddress, List<DestroyLeg>> destroys) {
    this.refreshed = base.refreshed;
    this.dependencies = base.dependencies;
    this.legs = base.legs;
    this.destroys = destroys;
    this.spread.addAll(base.spread);
    this.late.addAll(base.late);
  }

  /// The same operations, where the destruction of `user` is ordered as if it had not used
  /// `needed`.
  Operations without(ResourceAddress user, ResourceAddress needed) {
    var changed = new TreeMap<>(destroys);
    changed.computeIfPresent(
        user, (_, legs) -> legs.stream().map(leg -> leg.without(needed)).toList());
    return new Operations(this, changed);
  }

  /// An object that is destroyed last needs the objects that it used until then. So these go last,
  /// too, unless something new is to take their place.
  ///
  /// @return whether an object was added to those that go last
  /// @rule R-CBD-3
  private boolean spreadLast() {
    var early = new TreeMap<ResourceAddress, List<DestroyLeg>>();
    destroys.forEach((resource, legs) -> {
      var moved = legs.stream().filter(leg -> !leg.last() && !isReplaced(leg)).toList();
      if (!moved.isEmpty()) early.put(resource, moved);
    });
    if (early.isEmpty()) return false;
    var needed = new TreeSet<ResourceAddress>();
    destroys
        .values()
        .forEach(legs ->
            legs.stream()
                .filter(DestroyLeg::last)
                .forEach(leg -> needed.addAll(among(leg.dependencies(), early.keySet()))));
    needed.forEach(resource ->
        destroys.computeIfPresent(
            resource,
            (_, legs) -> legs.stream().map(leg -> isReplaced(leg) ? leg : asLast(leg)).toList()));
    return !needed.isEmpty();
  }

  private DestroyLeg asLast(DestroyLeg leg) {
    if (!leg.last()) spread.add(leg.at());
    return leg.asLast();
  }

  /// The objects that go last because their users do, although something that is created or updated
  /// uses them, or is used by them. In Terraform that has to wait for their end: a circle.
  ///
  /// @rule R-CBD-3
  SortedSet<InstanceAddress> lastForOthers() {
    var found = new TreeSet<>(spread);
    found.removeIf(at -> !isUsedByNew(at.resource()) && !usesNew(at));
    found.addAll(new Outlasting(this).all());
    return found;
  }

  private boolean isUsedByNew(ResourceAddress resource) {
    return legs.converges().values().stream()
        .flatMap(List::stream)
        .anyMatch(leg -> leg.uses(resource));
  }

  private boolean usesNew(InstanceAddress at) {
    return destroysOf(at.resource()).stream()
        .anyMatch(leg -> leg.at().equals(at) && !convergingOf(leg.dependencies()).isEmpty());
  }

  boolean isReplaced(DestroyLeg leg) {
    return convergesOf(leg.at().resource()).stream()
        .anyMatch(converge -> converge.at().equals(leg.at()));
  }

  /// The same operations, without the order of dependencies that are declared by now but were not
  /// applied: they may contradict what objects were made from.
  Operations asRecorded(StackState recorded) {
    var changed = new TreeMap<>(destroys);
    changed.replaceAll((_, legs) ->
        legs.stream()
            .map(leg ->
                leg.step() instanceof Step.Destroy(_, var object)
                    ? new DestroyLeg(
                        leg.step(), leg.at(), leg.last(), Legs.dependencies(recorded, object))
                    : leg)
            .toList());
    return new Operations(this, changed);
  }

  SortedMap<ResourceAddress, List<ConvergeLeg>> converges() {
    return legs.converges();
  }

  SortedMap<ResourceAddress, List<DestroyLeg>> destroys() {
    return Collections.unmodifiableSortedMap(destroys);
  }

  /// The steps that wait for nothing: they drop the records of objects that are gone already.
  List<Step.Forget> unordered() {
    return legs.unordered();
  }

  /// The records that make room for a new object at their address. Their objects stay, so nothing
  /// else has to wait for this, and it waits for what the new object waits for.
  ///
  /// @rule R-GRAPH-22
  SortedMap<InstanceAddress, Step.Forget> forgottenFirst() {
    return legs.forgottenFirst();
  }

  /// The objects that go with another one.
  SortedMap<InstanceAddress, DepartureLeg> departures() {
    return legs.departures();
  }

  /// The steps with which the current objects of a container end.
  List<Step> endsOf(Target container) {
    return endsOf(container, (leg, _) -> isOfCurrent(leg));
  }

  /// Also those of the objects that were set aside where the current one stays: the rest of a run
  /// may still have to destroy what the run has replaced.
  List<Step> allEndsOf(Target container) {
    return endsOf(container, (leg, others) -> isOfCurrent(leg) || !endsNow(others, leg.at()));
  }

  private List<Step> endsOf(Target container, BiPredicate<DestroyLeg, List<DestroyLeg>> isMeant) {
    var ends = new ArrayList<Step>();
    for (var legs : container.resourcesIn(destroys).values())
      for (DestroyLeg leg : legs)
        if (container.means(leg.at()) && isMeant.test(leg, legs)) ends.add(leg.step());
    container.instancesIn(legs.departures()).values().stream()
        .filter(each -> container.means(each.at()))
        .map(DepartureLeg::step)
        .forEach(ends::add);
    return ends;
  }

  private boolean endsNow(List<DestroyLeg> legs, InstanceAddress at) {
    return legs.stream().anyMatch(leg -> leg.at().equals(at) && isOfCurrent(leg));
  }

  boolean isOfCurrent(DestroyLeg leg) {
    return leg.step() instanceof Step.Destroy(var at, var object)
        && object.deposed().filter(refreshed.instance(at).deposed()::containsKey).isEmpty();
  }

  /// The destroyed objects that were made with something of these resources.
  SortedMap<ResourceAddress, List<DestroyLeg>> destroyedUsersOf(SortedSet<ResourceAddress> needed) {
    var users = new TreeMap<ResourceAddress, List<DestroyLeg>>();
    destroys
        .values()
        .forEach(legs ->
            legs.forEach(leg ->
                leg.dependencies().stream()
                    .map(Dependency::resource)
                    .filter(needed::contains)
                    .forEach(
                        each -> users.computeIfAbsent(each, _ -> new ArrayList<>()).add(leg))));
    return users;
  }

  /// The ends that layered deletes put after everything else: nothing new waits for them.
  ///
  /// @rule R-PUL-50
  List<DestroyLeg> late() {
    return legs(true);
  }

  /// All other ends.
  List<Step> early() {
    return legs(false).stream().map(DestroyLeg::step).toList();
  }

  private List<DestroyLeg> legs(boolean wanted) {
    return destroys.values().stream()
        .flatMap(List::stream)
        .filter(leg -> late.contains(leg.step()) == wanted)
        .toList();
  }

  /// Those of the resources that have to stay until an object has ended: it was made with them, or
  /// with members of theirs that go with them.
  SortedSet<ResourceAddress> neededBy(DestroyLeg leg, Set<ResourceAddress> resources) {
    var needed = new TreeSet<>(among(leg.dependencies(), resources));
    for (DepartureLeg member : legs.departures().values()) {
      if (!leg.uses(member.at().resource())) continue;
      var container = member.container();
      container.block().filter(resources::contains).ifPresent(needed::add);
      if (container.resource().isEmpty())
        resources.stream().filter(container::mayCover).forEach(needed::add);
    }
    needed.remove(leg.at().resource());
    return needed;
  }

  /// What each declared resource refers to directly.
  SortedMap<ResourceAddress, Dependencies.Needs> references() {
    return dependencies.needs();
  }

  /// What a resource needs by now, directly or through others.
  DependencySet declaredFor(ResourceAddress resource) {
    return dependencies.stored(resource);
  }

  /// Those of the dependencies that have something to destroy.
  List<ResourceAddress> destroyedOf(SortedSet<Dependency> needed) {
    return among(needed, destroys.keySet());
  }

  /// Those of the dependencies that have something to create or update.
  List<ResourceAddress> convergingOf(SortedSet<Dependency> needed) {
    return among(needed, legs.converges().keySet());
  }

  /// Looks through the shorter side: lists of dependencies are long where stacks are deep.
  private static List<ResourceAddress> among(
      SortedSet<Dependency> needed, Set<ResourceAddress> resources) {
    if (resources.isEmpty() || needed.isEmpty()) return List.of();
    var found = new ArrayList<ResourceAddress>();
    if (resources.size() < needed.size()) {
      for (ResourceAddress resource : resources)
        if (DependencySet.on(resource, needed).isPresent()) found.add(resource);
    } else {
      for (Dependency dependency : needed)
        if (resources.contains(dependency.resource())) found.add(dependency.resource());
    }
    return found;
  }

  /// What has to be done to each declared resource before what refers to it: its instances are
  /// created, updated or read, or their conditions checked.
  SortedMap<ResourceAddress, List<Step>> visits() {
    return legs.visits();
  }

  List<Step> visitsOf(ResourceAddress resource) {
    return legs.visits().getOrDefault(resource, List.of());
  }

  /// The visits in instances of components that begin with these keys.
  List<Step> visitsOf(ResourceAddress resource, List<InstanceKey> around) {
    var visits = visitsOf(resource);
    if (around.isEmpty()) return visits;
    return visitsByComponent
        .computeIfAbsent(resource, _ -> new HashMap<>())
        .computeIfAbsent(around, keys -> visits.stream().filter(step -> isIn(step, keys)).toList());
  }

  private static boolean isIn(Step step, List<InstanceKey> around) {
    return at(step).filter(at -> at.key().components(around.size()).equals(around)).isPresent();
  }

  /// The instance that a step creates, updates, reads or checks.
  static Optional<InstanceAddress> at(Step step) {
    return switch (step) {
      case Step.Converge(var at) -> Optional.of(at);
      case Step.Check(var at) -> Optional.of(at);
      case Step.Read(var at) -> Optional.of(at);
      case Step.Destroy _, Step.Forget _, Step.Barrier _ -> Optional.empty();
    };
  }

  Optional<Step> visitOf(InstanceAddress at) {
    return visitsOf(at.resource()).stream()
        .filter(step ->
            step.equals(new Step.Converge(at))
                || step.equals(new Step.Check(at))
                || step.equals(new Step.Read(at)))
        .findFirst();
  }

  List<ConvergeLeg> convergesOf(ResourceAddress resource) {
    return legs.converges().getOrDefault(resource, List.of());
  }

  List<DestroyLeg> destroysOf(ResourceAddress resource) {
    return destroys.getOrDefault(resource, List.of());
  }

  /// The ends in instances of components that begin with these keys.
  List<DestroyLeg> destroysOf(ResourceAddress resource, List<InstanceKey> around) {
    var all = destroysOf(resource);
    if (around.isEmpty()) return all;
    return all.stream()
        .filter(leg -> leg.at().key().components(around.size()).equals(around))
        .toList();
  }

  /// The ends of what an object was made with that come before others are created or updated.
  List<DestroyLeg> destroyedFirstOf(DestroyLeg user) {
    return destroyedOf(user.dependencies()).stream()
        .flatMap(each -> destroysOf(each, user.shared(each)).stream())
        .filter(destroy -> !destroy.last())
        .toList();
  }

  /// Whether a resource can only be created or updated when one of these objects is gone: it takes
  /// its place, was used by it, used it, or refers to a resource of which that holds.
  boolean waitsForEndOf(List<DestroyLeg> destroyed, ResourceAddress resource) {
    if (destroyed.isEmpty()) return false;
    return waitsItselfForEndOf(destroyed, resource)
        || convergingOf(dependencies.stored(resource)).stream()
            .anyMatch(each -> waitsItselfForEndOf(destroyed, each));
  }

  private boolean waitsItselfForEndOf(List<DestroyLeg> destroyed, ResourceAddress resource) {
    return destroyed.stream()
        .anyMatch(destroy -> {
          var gone = destroy.at().resource();
          return gone.equals(resource)
              || destroy.uses(resource)
              || convergesOf(resource).stream().anyMatch(leg -> uses(leg, destroy));
        });
  }

  private static boolean uses(ConvergeLeg user, DestroyLeg gone) {
    var around = user.shared(gone.at().resource());
    return user.uses(gone.at().resource())
        && gone.at().key().components(around.size()).equals(around);
  }
}
