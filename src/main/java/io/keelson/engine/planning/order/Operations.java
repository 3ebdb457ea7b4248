package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.plan.Step;
import io.keelson.engine.snapshot.CreateBeforeDestroy;
import io.keelson.engine.snapshot.Dependencies;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.DependencySet;
import io.keelson.engine.state.ObjectState;
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

/// The operations that a set of changes consists of, with what the order rules ask about them.
public final class Operations {
  /// The end of one object: it is destroyed, or forgotten. Both are ordered alike.
  ///
  /// @param step a destroy or forget step
  /// @param last whether it comes after whatever is created or updated around it: the object has a
  ///   successor, or was deposed earlier (R-GRAPH-16)
  /// @param dependencies what the object itself needed, as stored (DEV-15)
  record DestroyLeg(
      Step step, InstanceAddress at, boolean last, SortedSet<Dependency> dependencies) {
    DestroyLeg asLast() {
      return new DestroyLeg(step, at, true, dependencies);
    }

    boolean uses(ResourceAddress resource) {
      return names(dependencies, resource);
    }

    /// Where all meet that are in the same instances of components as this one, as far as it uses a
    /// resource within them only.
    Step.Barrier.Around meeting(Step.Meeting kind, ResourceAddress needed) {
      return new Step.Barrier.Around(kind, needed, shared(dependencies, needed, at));
    }

    private DestroyLeg without(ResourceAddress needed) {
      var others = new TreeSet<>(dependencies);
      others.removeIf(each -> each.resource().equals(needed));
      return new DestroyLeg(step, at, last, DependencySet.of(others));
    }
  }

  /// The creation or update at one address, or the reading of a data source.
  ///
  /// @param step a converge or read step
  /// @param dependencies what is stored with the object there, or declared if there is none
  record ConvergeLeg(Step step, InstanceAddress at, SortedSet<Dependency> dependencies) {
    boolean uses(ResourceAddress resource) {
      return names(dependencies, resource);
    }

    /// The keys of the components within which alone it uses a resource.
    List<InstanceKey> shared(ResourceAddress needed) {
      return Operations.shared(dependencies, needed, at);
    }
  }

  /// The end of an object that goes with another one: its record is dropped.
  ///
  /// @param container see [Change#goesWith]
  /// @param replaced whether it has a successor
  /// @param last whether that is made before
  record Departure(
      Step step, InstanceAddress at, Target container, boolean replaced, boolean last) {}

  private final SortedMap<InstanceAddress, Departure> departures = new TreeMap<>();
  private final SortedMap<ResourceAddress, List<ConvergeLeg>> converges = new TreeMap<>();
  private final SortedMap<ResourceAddress, List<Step>> visits = new TreeMap<>();
  private final SortedMap<ResourceAddress, List<DestroyLeg>> destroys = new TreeMap<>();
  private final Map<ResourceAddress, Map<List<InstanceKey>, List<Step>>> visitsByComponent =
      new HashMap<>();
  private final SortedSet<InstanceAddress> spread = new TreeSet<>();
  private final List<Step.Forget> unordered = new ArrayList<>();
  private final Set<Step> late = new LinkedHashSet<>();
  private final SortedMap<InstanceAddress, Step.Forget> forgottenFirst = new TreeMap<>();
  private final StackConfig config;
  private final StackState refreshed;
  private final Dependencies dependencies;

  /// @param deletes whether what nothing new waits for ends last, in layers
  public Operations(
      Collection<Change> changes,
      StackConfig config,
      StackState refreshed,
      Dependencies dependencies,
      PlanOptions.Deletes deletes) {
    this.config = config;
    this.refreshed = refreshed;
    this.dependencies = dependencies;
    changes.forEach(this::add);
    if (deletes == PlanOptions.Deletes.LAYERED) late.addAll(LateEnds.of(this));
    destroys.replaceAll((_, legs) ->
        legs.stream().map(leg -> late.contains(leg.step()) ? leg.asLast() : leg).toList());
    while (spreadLast()) {}
  }

  private Operations(Operations base, SortedMap<ResourceAddress, List<DestroyLeg>> destroys) {
    this.config = base.config;
    this.refreshed = base.refreshed;
    this.dependencies = base.dependencies;
    this.converges.putAll(base.converges);
    this.visits.putAll(base.visits);
    this.spread.addAll(base.spread);
    this.unordered.addAll(base.unordered);
    this.forgottenFirst.putAll(base.forgottenFirst);
    this.departures.putAll(base.departures);
    this.late.addAll(base.late);
    this.destroys.putAll(destroys);
  }

  /// The same operations, where the destruction of `user` is ordered as if it had not used
  /// `needed`.
  Operations without(ResourceAddress user, ResourceAddress needed) {
    var changed = new TreeMap<>(destroys);
    changed.computeIfPresent(
        user, (_, legs) -> legs.stream().map(leg -> leg.without(needed)).toList());
    return new Operations(this, changed);
  }

  /// What is destroyed last needs what it used until then. So that goes last too, unless something
  /// new is to take its place.
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

  /// Where an object goes last for what used it and goes last itself, although something that is
  /// created or updated uses it, or is used by it. In Terraform that has to wait for it: a circle.
  ///
  /// @rule R-CBD-3
  public SortedSet<InstanceAddress> lastForOthers() {
    var found = new TreeSet<>(spread);
    found.removeIf(at -> !isUsedByNew(at.resource()) && !usesNew(at));
    return found;
  }

  private boolean isUsedByNew(ResourceAddress resource) {
    return converges.values().stream().flatMap(List::stream).anyMatch(leg -> leg.uses(resource));
  }

  private boolean usesNew(InstanceAddress at) {
    return destroysOf(at.resource()).stream()
        .anyMatch(leg -> leg.at().equals(at) && !convergingOf(leg.dependencies()).isEmpty());
  }

  boolean isReplaced(DestroyLeg leg) {
    return convergesOf(leg.at().resource()).stream()
        .anyMatch(converge -> converge.at().equals(leg.at()));
  }

  private void add(Change change) {
    InstanceAddress at = change.object().instance();
    switch (change.action()) {
      case Action.NoOp _ -> addCheck(change.object());
      case Action.Read _ -> addConverge(new Step.Read(at), at);
      case Action.Create _, Action.Recreate _, Action.Update _ ->
          addConverge(new Step.Converge(at), at);
      case Action.Replace(var order, _) when order == ReplaceOrder.FORGET_FIRST -> {
        addConverge(new Step.Converge(at), at);
        forgottenFirst.put(at, new Step.Forget(change.object()));
      }
      case Action.Replace(var order, _) -> {
        addConverge(new Step.Converge(at), at);
        boolean last = order == ReplaceOrder.CREATE_FIRST;
        if (!departs(change, last))
          addDestroy(new Step.Destroy(at, change.leaving()), last, change);
      }
      case Action.Delete _ -> {
        boolean last =
            change.object().deposed().isPresent()
                || CreateBeforeDestroy.goesLast(refreshed.instance(at));
        if (!departs(change, last)) addDestroy(new Step.Destroy(at, change.object()), last, change);
      }
      case Action.Forget _ -> {
        var step = new Step.Forget(change.object());
        if (change.reason() == Reason.MISSING) unordered.add(step);
        else addDestroy(step, false, change);
      }
    }
  }

  /// @rule R-PUL-30
  private boolean departs(Change change, boolean last) {
    var at = change.object().instance();
    change
        .goesWith()
        .ifPresent(container ->
            departures.put(
                at,
                new Departure(
                    new Step.Forget(change.leaving()),
                    at,
                    container,
                    change.action() instanceof Action.Replace,
                    last)));
    return change.goesWith().isPresent();
  }

  /// @rule R-COND-5
  private void addCheck(ObjectRef object) {
    var at = object.instance();
    var declared = config.resources().get(at.resource());
    if (object.deposed().isEmpty()
        && declared != null
        && (declared.hasConditions() || awaitsTrigger(at, declared)))
      addVisit(at, new Step.Check(at));
  }

  /// Whether a first trigger is declared that is not known yet.
  ///
  /// @rule R-PUL-14
  private boolean awaitsTrigger(InstanceAddress at, ResourceConfig declared) {
    return declared.lifecycle().replaceTrigger().isPresent()
        && refreshed
            .instance(at)
            .current()
            .filter(object -> object.flags().replaceTrigger().isEmpty())
            .isPresent();
  }

  private void addVisit(InstanceAddress at, Step step) {
    visits.computeIfAbsent(at.resource(), _ -> new ArrayList<>()).add(step);
  }

  private void addConverge(Step step, InstanceAddress at) {
    addVisit(at, step);
    var stored = refreshed.instance(at).current().map(ObjectState::dependencies);
    converges
        .computeIfAbsent(at.resource(), _ -> new ArrayList<>())
        .add(new ConvergeLeg(step, at, stored.orElseGet(() -> dependencies.stored(at.resource()))));
  }

  private void addDestroy(Step step, boolean last, Change change) {
    var at = change.object().instance();
    destroys
        .computeIfAbsent(at.resource(), _ -> new ArrayList<>())
        .add(new DestroyLeg(step, at, last, dependencies(refreshed, change.object())));
  }

  private static DependencySet dependencies(StackState state, ObjectRef ref) {
    return object(state, ref)
        .map(object -> DependencySet.of(object.dependencies()))
        .orElse(DependencySet.NONE);
  }

  /// The same operations, where what is declared by now, but was not applied, orders nothing: it
  /// may contradict what objects were made from.
  public Operations asRecorded(StackState recorded) {
    var changed = new TreeMap<>(destroys);
    changed.replaceAll((_, legs) ->
        legs.stream()
            .map(leg ->
                leg.step() instanceof Step.Destroy(_, var object)
                    ? new DestroyLeg(
                        leg.step(), leg.at(), leg.last(), dependencies(recorded, object))
                    : leg)
            .toList());
    return new Operations(this, changed);
  }

  private static Optional<ObjectState> object(StackState state, ObjectRef ref) {
    var instance = state.instance(ref.instance());
    return ref.deposed().isPresent()
        ? Optional.ofNullable(instance.deposed().get(ref.deposed().get()))
        : instance.current();
  }

  SortedMap<ResourceAddress, List<ConvergeLeg>> converges() {
    return Collections.unmodifiableSortedMap(converges);
  }

  SortedMap<ResourceAddress, List<DestroyLeg>> destroys() {
    return Collections.unmodifiableSortedMap(destroys);
  }

  /// Those that wait for nothing: the records of objects that are gone already.
  List<Step.Forget> unordered() {
    return Collections.unmodifiableList(unordered);
  }

  /// The records that make room for a new object at their address. Their objects stay, so nothing
  /// else has to wait for this, and it waits for nothing.
  ///
  /// @rule R-GRAPH-22
  SortedMap<InstanceAddress, Step.Forget> forgottenFirst() {
    return Collections.unmodifiableSortedMap(forgottenFirst);
  }

  /// The objects that go with another one.
  SortedMap<InstanceAddress, Departure> departures() {
    return Collections.unmodifiableSortedMap(departures);
  }

  /// The steps with which the objects end that were current, and are meant.
  List<Step> endsOf(Target container) {
    var ends = new ArrayList<Step>();
    for (var legs : container.resourcesIn(destroys).values())
      for (DestroyLeg leg : legs)
        if (container.means(leg.at()) && isOfCurrent(leg)) ends.add(leg.step());
    container.instancesIn(departures).values().stream()
        .filter(each -> container.means(each.at()))
        .map(Departure::step)
        .forEach(ends::add);
    return ends;
  }

  private boolean isOfCurrent(DestroyLeg leg) {
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

  /// The ends that nothing new waits for, where these are to come last.
  ///
  /// @rule R-PUL-50
  List<DestroyLeg> late() {
    return legs(true);
  }

  /// The other ends of objects, where some come last.
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
  /// with what goes with them.
  SortedSet<ResourceAddress> neededBy(DestroyLeg leg, Set<ResourceAddress> resources) {
    var needed = new TreeSet<>(among(leg.dependencies(), resources));
    for (Departure member : departures.values()) {
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

  /// Those of the dependencies that have something to destroy.
  List<ResourceAddress> destroyedOf(SortedSet<Dependency> needed) {
    return among(needed, destroys.keySet());
  }

  /// Those of the dependencies that have something to create or update.
  List<ResourceAddress> convergingOf(SortedSet<Dependency> needed) {
    return among(needed, converges.keySet());
  }

  /// Looks through the shorter side: lists of dependencies are long where stacks are deep.
  private static List<ResourceAddress> among(
      SortedSet<Dependency> needed, Set<ResourceAddress> resources) {
    if (resources.isEmpty() || needed.isEmpty()) return List.of();
    var found = new ArrayList<ResourceAddress>();
    if (resources.size() < needed.size()) {
      for (ResourceAddress resource : resources) if (names(needed, resource)) found.add(resource);
    } else {
      for (Dependency dependency : needed)
        if (resources.contains(dependency.resource())) found.add(dependency.resource());
    }
    return found;
  }

  /// What has to be done to each declared resource before what refers to it: its instances are
  /// created, updated or read, or their conditions checked.
  SortedMap<ResourceAddress, List<Step>> visits() {
    return Collections.unmodifiableSortedMap(visits);
  }

  List<Step> visitsOf(ResourceAddress resource) {
    return visits.getOrDefault(resource, List.of());
  }

  /// Those in instances of components that begin with these keys.
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

  /// The keys of the components within which alone a user needs a resource.
  private static List<InstanceKey> shared(
      SortedSet<Dependency> dependencies, ResourceAddress needed, InstanceAddress user) {
    if (user.resource().in().isRoot()) return List.of();
    return DependencySet.on(needed, dependencies)
        .map(each -> user.key().components(each.depth()))
        .orElse(List.of());
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
    return converges.getOrDefault(resource, List.of());
  }

  List<DestroyLeg> destroysOf(ResourceAddress resource) {
    return destroys.getOrDefault(resource, List.of());
  }

  /// Those in instances of components that begin with these keys.
  List<DestroyLeg> destroysOf(ResourceAddress resource, List<InstanceKey> around) {
    var all = destroysOf(resource);
    if (around.isEmpty()) return all;
    return all.stream()
        .filter(leg -> leg.at().key().components(around.size()).equals(around))
        .toList();
  }

  /// The destructions among these dependencies that come before others are created or updated.
  List<DestroyLeg> destroyedFirstOf(SortedSet<Dependency> list) {
    return destroyedOf(list).stream()
        .flatMap(each -> destroysOf(each).stream())
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
              || convergesOf(resource).stream().anyMatch(leg -> leg.uses(gone));
        });
  }

  private static boolean names(SortedSet<Dependency> list, ResourceAddress resource) {
    return DependencySet.on(resource, list).isPresent();
  }
}
