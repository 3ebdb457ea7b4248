package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.ResourcePart;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.DeferralCause;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.snapshot.Dependencies;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.DependencySet;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
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

/// Finds what must stay as it is because something else is not planned: what depends on that,
/// whatever it may still be using, and the other end of a move.
///
/// A problem holds more than a deferral: it ends when somebody mends it, whereas a deferral may
/// only end by what the rest of the plan does.
///
/// What it guarantees: if an object is in the plan, then everything that the plan needs to know
/// about it was known; no object is destroyed that one outside of the plan was made with, except
/// where it comes back in the same plan under a deferral; and of a move both ends are in the plan
/// or none.
///
/// What it relies on: the dependencies that are declared now, those that each object was stored
/// with, and the depth of either, which says within which instances of components they hold. It
/// grows what is held until nothing is added any more. Each step only adds, and there are finitely
/// many instances, so that ends.
///
/// It writes nothing, so a crash leaves nothing of it: the next plan asks again.
///
/// @rule R-PLAN-52
/// @rule R-DEFER-2
public final class HeldClosure {
  private final StackConfig config;
  private final MovedState prior;
  private final Dependencies dependencies;
  private final Map<ResourceAddress, SortedSet<ResourceAddress>> otherNeeds;
  private final Collection<Change> changes;
  private final SortedSet<ResourceAddress> resources = new TreeSet<>();
  private final SortedSet<InstanceAddress> instances = new TreeSet<>();
  private final SortedSet<ResourcePart> parts = new TreeSet<>();
  private final SortedSet<ObjectRef> deposed = new TreeSet<>();

  /// The components in which others do not see what a resource will be.
  private final SortedMap<ResourceAddress, Set<List<InstanceKey>>> touched = new TreeMap<>();

  /// Where resources in components have instances.
  private final Map<ResourceAddress, SortedSet<ResourcePart>> all = new HashMap<>();

  private final SortedMap<Subject, DeferralCause> deferred = new TreeMap<>();

  /// Whether all that problems hold is held, and only what deferrals hold is added.
  private boolean deferring;

  /// @param otherNeeds what a resource waits for beside what its declaration names
  /// @param changes one for each object that could be planned
  public HeldClosure(
      StackConfig config,
      MovedState prior,
      Dependencies dependencies,
      Map<ResourceAddress, SortedSet<ResourceAddress>> otherNeeds,
      Collection<Change> changes) {
    this.config = config;
    this.prior = prior;
    this.dependencies = dependencies;
    this.otherNeeds = otherNeeds;
    this.changes = changes;
    for (Change change : changes) know(ResourcePart.of(change.object().instance()));
    prior.state().instances().keySet().forEach(at -> know(ResourcePart.of(at)));
  }

  private void know(ResourcePart part) {
    if (!part.around().isEmpty())
      all.computeIfAbsent(part.resource(), _ -> new TreeSet<>()).add(part);
  }

  /// @param unplanned resources for which no change could be chosen
  /// @param failed instances for which no change could be chosen
  /// @param waiting parts that were not planned because something else was not
  /// @param uncertain instances of which nobody knows what exists
  /// @param later instances that providers defer
  /// @param leftOut recorded instances that a limited plan is not about
  /// @return these and all that has to wait with them
  public Held of(
      SortedSet<ResourceAddress> unplanned,
      SortedSet<InstanceAddress> failed,
      SortedSet<ResourcePart> waiting,
      SortedSet<InstanceAddress> uncertain,
      SortedMap<InstanceAddress, Deferral.Reason> later,
      LeftOut leftOut) {
    waiting.forEach(this::know);
    for (var resource : unplanned) hold(resource, Optional.empty());
    for (var at : failed) hold(at, Optional.empty());
    for (var at : uncertain) hold(at, Optional.empty());
    close();
    deferring = true;
    later.forEach((at, reason) -> hold(at, Optional.of(new DeferralCause.ByProvider(reason))));
    keepFor(leftOut);
    close();
    return new Held(
        resources, parts, instances, deposed, new TreeSet<>(touched.keySet()), deferred);
  }

  /// Holds what has to wait with what is held, until nothing more has to.
  private void close() {
    for (int before = 0; size() > before; ) {
      before = size();
      holdDependents();
      holdPrograms();
      holdOtherEnds();
      holdWhatIsUsed();
    }
  }

  private int size() {
    return resources.size() + parts.size() + instances.size() + deposed.size();
  }

  private void hold(ResourceAddress resource, Optional<DeferralCause> cause) {
    if (!resources.add(resource)) return;
    touch(resource, List.of());
    if (deferring) cause.ifPresent(each -> deferred.putIfAbsent(Subject.of(resource), each));
  }

  private void hold(ResourcePart part, Optional<DeferralCause> cause) {
    if (part.around().isEmpty()) hold(part.resource(), cause);
    if (resources.contains(part.resource()) || !parts.add(part)) return;
    touch(part.resource(), part.around());
    if (deferring) cause.ifPresent(each -> deferred.putIfAbsent(Subject.of(part.resource()), each));
  }

  private void hold(InstanceAddress at, Optional<DeferralCause> cause) {
    if (isHeld(at)) return;
    instances.add(at);
    touch(at.resource(), at.key().components());
    if (deferring) cause.ifPresent(each -> deferred.putIfAbsent(Subject.of(at), each));
  }

  private void touch(ResourceAddress resource, List<InstanceKey> around) {
    touched.computeIfAbsent(resource, _ -> new HashSet<>()).add(around);
  }

  private boolean isHeld(InstanceAddress at) {
    return resources.contains(at.resource())
        || instances.contains(at)
        || (!parts.isEmpty() && parts.contains(ResourcePart.of(at)));
  }

  private void holdDependents() {
    for (ResourceAddress resource : config.resources().keySet()) {
      var needs = dependencies.needs().get(resource);
      if (needs != null)
        needs.depths().forEach((needed, depth) -> holdDependent(resource, needed, depth));
    }
    otherNeeds.forEach(
        (resource, needs) -> needs.forEach(needed -> holdDependent(resource, needed, 0)));
  }

  /// What is needed within the same instances of components holds up what is in these.
  ///
  /// @rule DEV-18
  private void holdDependent(ResourceAddress resource, ResourceAddress needed, int depth) {
    if (resources.contains(resource)) return;
    var cause = Optional.<DeferralCause>of(new DeferralCause.Needs(Subject.of(needed)));
    for (List<InstanceKey> around : List.copyOf(touched.getOrDefault(needed, Set.of())))
      if (depth == 0 || around.size() < depth) hold(resource, cause);
      else
        all.getOrDefault(resource, Collections.emptySortedSet()).stream()
            .filter(part -> part.isIn(around.subList(0, depth)))
            .forEach(part -> hold(part, cause));
  }

  /// A program that runs again registers all that it did, and cannot go on without what is held of
  /// that: it waits, and with it all else that it has registered.
  ///
  /// @rule R-PRG-23
  private void holdPrograms() {
    for (ResourceAddress registered : config.registered().resources().keySet())
      if (touched.containsKey(registered))
        config
            .registrant(registered)
            .ifPresent(run -> holdDependent(run, registered, run.in().depth()));
  }

  private void holdOtherEnds() {
    prior
        .origins()
        .forEach((to, from) -> {
          if (resources.contains(to.resource()) || resources.contains(from.resource())) {
            hold(to.resource(), movesWith(Subject.of(from.resource())));
            hold(from.resource(), movesWith(Subject.of(to.resource())));
          } else if (isHeld(to) || isHeld(from)) {
            keep(to, new DeferralCause.MovesWith(Subject.of(from)));
            keep(from, new DeferralCause.MovesWith(Subject.of(to)));
          }
        });
  }

  private static Optional<DeferralCause> movesWith(Subject other) {
    return Optional.of(new DeferralCause.MovesWith(other));
  }

  /// What held objects were made with: it must not be destroyed under them.
  ///
  /// @rule R-DEFER-3
  private void holdWhatIsUsed() {
    var leaving = leaving();
    if (leaving.isEmpty()) return;
    var looked = new HashSet<Use>();
    prior
        .state()
        .instances()
        .forEach((at, instance) -> {
          var users = isHeld(at) ? madeWith(instance) : keptMadeWith(at, instance);
          users
              .filter(need -> looked.add(new Use(ResourcePart.of(at), need.resource())))
              .flatMap(need ->
                  leaving.getOrDefault(need.resource(), List.of()).stream()
                      .filter(change -> need.relates(at, change.object().instance())))
              .filter(change -> !(deferring && comesBack(change, at)))
              .forEach(change -> keep(change, new DeferralCause.StillUsed(at)));
        });
  }

  private Map<ResourceAddress, List<Change>> leaving() {
    var leaving = new TreeMap<ResourceAddress, List<Change>>();
    for (Change change : changes) {
      var at = change.object().instance();
      if (change.action().destructive() && !isHeld(at) && !deposed.contains(change.object()))
        leaving.computeIfAbsent(at.resource(), _ -> new ArrayList<>()).add(change);
    }
    return leaving;
  }

  /// What the former objects of an instance were made with that stay.
  private Stream<Dependency> keptMadeWith(InstanceAddress at, InstanceState instance) {
    if (deposed.isEmpty()) return Stream.empty();
    return instance.deposed().entrySet().stream()
        .filter(each -> deposed.contains(ObjectRef.deposed(at, each.getKey())))
        .flatMap(each -> each.getValue().dependencies().stream());
  }

  /// What left-out objects were made with stays under them, whatever else a limited plan does.
  ///
  /// @rule R-TGT-2
  private void keepFor(LeftOut leftOut) {
    if (leftOut.isEmpty()) return;
    for (Change change : changes) {
      var at = change.object().instance();
      boolean leaves = change.action() instanceof Action.Delete || isForgotten(change);
      if (!leaves || isHeld(at)) continue;
      leftOut
          .users(at, prior.state())
          .findFirst()
          .ifPresent(user -> keep(change, new DeferralCause.UsedByLeftOut(user)));
    }
  }

  private static boolean isForgotten(Change change) {
    return change.action() instanceof Action.Forget && change.reason() != Reason.MISSING;
  }

  /// What users of one resource keep is the same for all of them in one component instance.
  private record Use(ResourcePart user, ResourceAddress needed) {}

  /// What has an unknown end may have made an object, too.
  static Stream<Dependency> madeWith(InstanceState instance) {
    var objects = instance.objects().map(ObjectState::dependencies);
    var begun = instance.open().map(operation -> operation.declared().dependencies());
    return Stream.concat(objects, begun.stream()).flatMap(Collection::stream);
  }

  /// Whether something that the user still refers to is back when the plan is carried out, so that
  /// the user's turn can come in the next one. Keeping it would keep both for ever.
  ///
  /// @rule R-DEFER-4
  private boolean comesBack(Change change, InstanceAddress user) {
    boolean first =
        switch (change.action()) {
          case Action.Recreate _ -> true;
          case Action.Replace(var order, _) -> order != ReplaceOrder.CREATE_FIRST;
          default -> false;
        };
    var needed = change.object().instance().resource();
    var declared = dependencies.stored(user.resource());
    return first && DependencySet.on(needed, declared).isPresent();
  }

  /// Keeps what a change would end. A former object stays without the one that came after it, which
  /// is planned as ever.
  private void keep(Change change, DeferralCause cause) {
    var at = change.object().instance();
    boolean former =
        change.object().deposed().isPresent()
            && changes.stream().anyMatch(each -> each.object().equals(ObjectRef.current(at)));
    if (former) deposed.add(change.object());
    else keep(at, cause);
  }

  private void keep(InstanceAddress at, DeferralCause cause) {
    var around = at.key().components();
    boolean wasTouched = touched.getOrDefault(at.resource(), Set.of()).contains(around);
    hold(at, Optional.of(cause));
    // Nothing that is declared sees what is to go, so nothing else has to wait for it.
    if (!wasTouched && !isSeen(at)) untouch(at.resource(), around);
  }

  private void untouch(ResourceAddress resource, List<InstanceKey> around) {
    touched.computeIfPresent(
        resource,
        (_, each) -> {
          each.remove(around);
          return each.isEmpty() ? null : each;
        });
  }

  private boolean isSeen(InstanceAddress at) {
    return changes.stream()
        .anyMatch(change -> change.object().instance().equals(at) && change.action().converges());
  }
}
