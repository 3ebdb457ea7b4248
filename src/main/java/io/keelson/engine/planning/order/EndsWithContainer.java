package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.snapshot.CreateBeforeDestroy;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Finds the objects that end with what contains them: their container is destroyed in the same
/// plan, so no provider is asked to destroy them.
///
/// An object that has to be gone before its own successor is made is destroyed like any other if
/// its container stays until then: until the container's own successor is made, or until whatever
/// used the container is made anew. It could not wait for that.
///
/// @rule R-PUL-30
/// @rule R-PUL-32
final class EndsWithContainer {
  /// What becomes of a container.
  private enum Fate {
    STAYS,
    ENDS,
    /// A part of it ends only when its successor is made.
    ENDS_LAST
  }

  private final SortedMap<ObjectRef, Change> changes;
  private final StackState refreshed;
  private final OpenRun openRun;
  private final SortedMap<ResourceAddress, List<InstanceAddress>> recorded = new TreeMap<>();
  private final Map<Target, Fate> fates = new HashMap<>();

  private EndsWithContainer(
      SortedMap<ObjectRef, Change> changes, StackState refreshed, OpenRun openRun) {
    this.changes = changes;
    this.refreshed = refreshed;
    this.openRun = openRun;
  }

  /// Changes the ends of objects that go with their container.
  ///
  /// @param refreshed the state that the changes start from
  /// @param openRun the run that the changes are the rest of: a container may have gone already
  static void apply(SortedMap<ObjectRef, Change> changes, StackState refreshed, OpenRun openRun) {
    new EndsWithContainer(changes, refreshed, openRun).run();
  }

  private void run() {
    var members = new TreeMap<ObjectRef, Target>();
    changes.forEach((object, change) -> {
      if (!ends(change)) return;
      container(object.instance()).ifPresent(container -> members.put(object, container));
    });
    if (members.isEmpty()) return;
    refreshed
        .instances()
        .forEach((at, instance) -> {
          if (instance.current().isPresent())
            recorded.computeIfAbsent(at.resource(), _ -> new ArrayList<>()).add(at);
        });
    for (Map.Entry<ObjectRef, Target> member : members.entrySet())
      changes.computeIfPresent(
          member.getKey(),
          (_, change) ->
              goes(change, member.getValue()) ? change.goingWith(member.getValue()) : change);
  }

  /// The container of an object, as the open run calls it, which may have moved it; empty if the
  /// object was moved into it and so goes by itself.
  private Optional<Target> container(InstanceAddress member) {
    return openRun
        .container(member)
        .or(() ->
            Optional.ofNullable(refreshed.instances().get(member))
                .flatMap(InstanceState::current)
                .map(ObjectState::flags)
                .flatMap(flags -> flags.deletedWith()))
        .filter(container -> !container.means(member));
  }

  /// Whether the current object is destroyed.
  private static boolean ends(Change change) {
    if (change.object().deposed().isPresent()) return false;
    return switch (change.action()) {
      case Action.Delete _ -> true;
      case Action.Replace(var order, _) -> order != ReplaceOrder.FORGET_FIRST;
      case Action.NoOp _,
          Action.Read _,
          Action.Create _,
          Action.Recreate _,
          Action.Update _,
          Action.Forget _ ->
          false;
    };
  }

  private boolean goes(Change member, Target container) {
    return switch (fates.computeIfAbsent(container, this::fate)) {
      case STAYS ->
          openRun.container(member.object().instance()).isPresent() && hasEnded(container);
      case ENDS -> !isReplaced(member, ReplaceOrder.DESTROY_FIRST) || !awaits(container, member);
      case ENDS_LAST -> !isReplaced(member, ReplaceOrder.DESTROY_FIRST);
    };
  }

  private Fate fate(Target container) {
    var instances = instances(container);
    var ending =
        instances.stream()
            .map(at -> changes.get(ObjectRef.current(at)))
            .filter(change -> change != null && ends(change))
            .toList();
    if (instances.isEmpty() || ending.size() < instances.size()) return Fate.STAYS;
    return ending.stream().anyMatch(change -> isReplaced(change, ReplaceOrder.CREATE_FIRST))
        ? Fate.ENDS_LAST
        : Fate.ENDS;
  }

  /// Whether a part of the container is destroyed only when the member is made anew, as it was made
  /// with that part.
  private boolean awaits(Target container, Change member) {
    var made = refreshed.instance(member.object().instance()).current();
    return instances(container).stream()
        .filter(at -> made.filter(object -> object.dependsOn(at.resource())).isPresent())
        .anyMatch(at -> CreateBeforeDestroy.goesLast(refreshed.instance(at)));
  }

  /// Whether all objects of a container are gone, or go in this plan.
  private boolean hasEnded(Target container) {
    return instances(container).stream()
        .allMatch(at -> {
          var change = changes.get(ObjectRef.current(at));
          return openRun.isMadeHere(refreshed.instance(at))
              || (change != null && (ends(change) || isMissing(change)));
        });
  }

  private static boolean isMissing(Change change) {
    return change.action() instanceof Action.Recreate || change.reason() == Reason.MISSING;
  }

  /// The instances of a container that have an object.
  private List<InstanceAddress> instances(Target container) {
    return container.resourcesIn(recorded).values().stream()
        .flatMap(List::stream)
        .filter(container::means)
        .toList();
  }

  private static boolean isReplaced(Change change, ReplaceOrder wanted) {
    return change.action() instanceof Action.Replace(var order, _) && order == wanted;
  }
}
