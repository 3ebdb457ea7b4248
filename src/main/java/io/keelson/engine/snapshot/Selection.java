package io.keelson.engine.snapshot;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which instances a plan is about. What it leaves out is neither read nor written.
///
/// Objects that are created or changed take along what they need, as declared; objects that are
/// destroyed take along what needs them, as stored. Both are about whole resources, because
/// dependencies are.
///
/// @rule R-TGT-1
/// @rule R-TGT-2
/// @rule R-TGT-3
/// @rule R-PUL-55
public final class Selection {
  private final boolean limited;
  private final boolean excluding;
  private final SortedSet<Target> named;

  /// The named targets that mean only some instances.
  private final List<Target> partly = new ArrayList<>();

  private final SortedSet<ResourceAddress> whole = new TreeSet<>();
  private final SortedSet<InstanceAddress> single = new TreeSet<>();

  /// Resources that nothing is planned for, of which others see what is recorded.
  private final SortedSet<ResourceAddress> seen = new TreeSet<>();

  private final SortedMap<InstanceAddress, InstanceAddress> destinations = new TreeMap<>();

  private Selection(PlanOptions options) {
    var targeting = options.targeting();
    this.limited = targeting.isLimited();
    this.excluding = targeting.targets().isEmpty();
    this.named = excluding ? targeting.excluded() : targeting.targets();
  }

  /// Adds the declared and recorded resources that targets name.
  private void add(SortedSet<Target> targets, StackConfig config, StackState recorded) {
    for (Target each : targets) {
      if (!each.isWhole()) partly.add(each);
      else
        each.block()
            .ifPresentOrElse(whole::add, () -> whole.addAll(inside(each.path(), config, recorded)));
    }
  }

  private static SortedSet<ResourceAddress> inside(
      ComponentPath path, StackConfig config, StackState recorded) {
    var resources = new TreeSet<>(path.resourcesIn(config.resources()).keySet());
    path.instancesIn(recorded.instances()).keySet().forEach(at -> resources.add(at.resource()));
    return resources;
  }

  public static Selection of(PlanOptions options, Snapshot snapshot) {
    var selection = new Selection(options);
    if (!selection.limited) return selection;
    // Only what is selected is settled, and the plan moves what is settled: this is moved before.
    var moved = MovedState.of(snapshot.config(), snapshot.prior());
    moved.origins().forEach((to, from) -> selection.destinations.put(from, to));
    var config = snapshot.config();
    var dependencies = snapshot.dependencies();
    var recorded = moved.state();
    selection.add(selection.named, config, recorded);
    boolean destroy = options.mode() == PlanOptions.Mode.DESTROY;
    if (selection.excluding && destroy) selection.addNeeded(recorded, Set.of());
    else if (selection.excluding) selection.excludeDependents(config, dependencies, recorded);
    else selection.addTargets(options, config, dependencies, recorded);
    return selection;
  }

  private void addTargets(
      PlanOptions options, StackConfig config, Dependencies dependencies, StackState recorded) {
    boolean destroy = options.mode() == PlanOptions.Mode.DESTROY;
    var targeting = options.targeting();
    boolean users = targeting.scope() == PlanOptions.Scope.DEPENDENTS;
    if (users || destroy && targeting.scope() == PlanOptions.Scope.NEEDED) addUsers(recorded);
    if (destroy) return;
    if (users) addUsersOf(namedResources(dependencies), config, dependencies);
    add(targeting.programs(), config, recorded);
    if (targeting.scope() == PlanOptions.Scope.NEEDED) addNeeded(dependencies);
    else addSeen(dependencies);
  }

  /// Whether anything may be left out.
  public boolean isLimited() {
    return limited;
  }

  public boolean includes(InstanceAddress at) {
    return !limited || isIn(at) != excluding;
  }

  private boolean isIn(InstanceAddress at) {
    return whole.contains(at.resource())
        || single.contains(at)
        || partly.stream().anyMatch(each -> each.covers(at));
  }

  /// Whether the plan is about an instance, by the address that it is recorded under.
  public boolean includesRecorded(InstanceAddress at) {
    return !limited || includes(destinations.getOrDefault(at, at));
  }

  /// Whether any instance of the resource may be part of the plan.
  public boolean includes(ResourceAddress resource) {
    if (!limited) return true;
    if (excluding) return !whole.contains(resource);
    return whole.contains(resource)
        || partly.stream().anyMatch(each -> each.mayCover(resource))
        || single.stream().anyMatch(each -> each.resource().equals(resource));
  }

  /// Whether the declaration of the resource is looked at: the plan is about it, or about something
  /// that refers to it.
  public boolean looksAt(ResourceAddress resource) {
    return includes(resource) || seen.contains(resource);
  }

  /// Whether the options themselves say that the instance is part of the plan, not only what it is
  /// connected with.
  public boolean names(InstanceAddress at) {
    return !limited || named.stream().anyMatch(each -> each.covers(at)) != excluding;
  }

  private void addNeeded(Dependencies dependencies) {
    for (ResourceAddress each : List.copyOf(whole))
      dependencies.stored(each).forEach(need -> whole.add(need.resource()));
    for (Target each : List.copyOf(partly))
      for (ResourceAddress resource : resources(each, dependencies))
        dependencies.stored(resource).forEach(need -> addNeeded(each, need));
  }

  /// Adds a resource that a target needs: within a component, only in the same instances.
  ///
  /// @rule DEV-18
  private void addNeeded(Target user, Dependency need) {
    var in = need.resource().in();
    var known = user.component().keys();
    var keys = new ArrayList<InstanceKey>();
    for (int i = 0; i < in.depth(); i++)
      keys.add(i < need.depth() && i < known.size() ? known.get(i) : new InstanceKey.None());
    var target =
        new Target(
            new ComponentInstance(in, keys),
            Optional.of(need.resource().local()),
            new InstanceKey.None());
    if (target.isWhole()) whole.add(need.resource());
    else partly.add(target);
  }

  private static Collection<ResourceAddress> resources(Target target, Dependencies dependencies) {
    return target
        .block()
        .<Collection<ResourceAddress>>map(List::of)
        .orElseGet(() -> target.path().resourcesIn(dependencies.needs()).keySet());
  }

  /// The resources that the options name, among those declared and those recorded.
  private SortedSet<ResourceAddress> namedResources(Dependencies dependencies) {
    var resources = new TreeSet<>(whole);
    for (Target each : partly) resources.addAll(resources(each, dependencies));
    return resources;
  }

  private void addUsersOf(
      SortedSet<ResourceAddress> needed, StackConfig config, Dependencies dependencies) {
    for (ResourceAddress resource : config.resources().keySet())
      if (dependencies.stored(resource).stream()
          .map(Dependency::resource)
          .anyMatch(needed::contains)) whole.add(resource);
  }

  /// Adds what selected resources need: of managed ones others see what is recorded, all others are
  /// planned, because they have no record.
  private void addSeen(Dependencies dependencies) {
    var selected = namedResources(dependencies);
    single.forEach(each -> selected.add(each.resource()));
    for (ResourceAddress each : selected)
      for (Dependency need : dependencies.stored(each))
        if (need.resource().mode() == ResourceAddress.Mode.MANAGED) seen.add(need.resource());
        else whole.add(need.resource());
  }

  private void addUsers(StackState recorded) {
    var used = new TreeMap<ResourceAddress, Set<InstanceAddress>>();
    boolean grown = true;
    while (grown) {
      grown = false;
      for (var entry : recorded.instances().entrySet()) {
        var at = entry.getKey();
        boolean user = dependencies(entry.getValue()).anyMatch(each -> isUsed(each, at, used));
        if (user) single.add(at);
        if (user || names(at))
          grown |= used.computeIfAbsent(at.resource(), _ -> new HashSet<>()).add(at);
      }
    }
  }

  private static boolean isUsed(
      Dependency need, InstanceAddress user, Map<ResourceAddress, Set<InstanceAddress>> used) {
    return used.getOrDefault(need.resource(), Set.of()).stream()
        .anyMatch(at -> need.relates(user, at));
  }

  private void excludeDependents(
      StackConfig config, Dependencies dependencies, StackState recorded) {
    addUsersOf(namedResources(dependencies), config, dependencies);
    // An object that is no longer declared is only destroyed: not while left-out objects still use
    // it.
    addNeeded(recorded, config.resources().keySet());
  }

  /// Leaves out what left-out recorded objects need.
  ///
  /// @param declared resources that are not left out here
  private void addNeeded(StackState recorded, Set<ResourceAddress> declared) {
    int before = -1;
    while (whole.size() > before) {
      before = whole.size();
      recorded
          .instances()
          .forEach((at, instance) -> {
            if (!includes(at))
              needs(instance).filter(each -> !declared.contains(each)).forEach(whole::add);
          });
    }
  }

  private static Stream<ResourceAddress> needs(InstanceState instance) {
    return dependencies(instance).map(Dependency::resource);
  }

  private static Stream<Dependency> dependencies(InstanceState instance) {
    return instance.objects().map(ObjectState::dependencies).flatMap(Set::stream);
  }
}
