package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.Target;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Gives stored names of containers (`deletedWith`) as the containers are called after moves. A
/// name stays where no other one means the same objects. What leaves an address leaves it empty: no
/// plan moves something else there.
///
/// @rule R-PUL-32
/// @rule R-MOV-1
final class MovedContainers {
  private final SortedMap<InstanceAddress, InstanceState> recorded;
  private final Map<InstanceAddress, InstanceAddress> destinations = new HashMap<>();
  private final Map<Target, Target> known = new HashMap<>();

  /// @param recorded what exists, at its former addresses
  /// @param origins where each moved instance is recorded, by its new address
  MovedContainers(
      SortedMap<InstanceAddress, InstanceState> recorded,
      SortedMap<InstanceAddress, InstanceAddress> origins) {
    this.recorded = recorded;
    origins.forEach((to, from) -> destinations.put(from, to));
  }

  InstanceState in(InstanceState instance) {
    return destinations.isEmpty() ? instance : instance.withObjects(this::in);
  }

  private ObjectState in(ObjectState object) {
    var stored = object.flags().deletedWith();
    var now = stored.map(container -> known.computeIfAbsent(container, this::moved));
    return now.equals(stored) ? object : object.withFlags(object.flags().withDeletedWith(now));
  }

  private Target moved(Target container) {
    var names = new HashSet<Optional<Target>>();
    for (InstanceAddress at : container.instancesIn(recorded).keySet())
      if (container.means(at)) names.add(named(container, at, destinations.getOrDefault(at, at)));
    return names.size() == 1 ? names.iterator().next().orElse(container) : container;
  }

  /// The name of a container as one of the objects in it is called now; empty if that is not in the
  /// same place of a container any more.
  private static Optional<Target> named(
      Target container, InstanceAddress from, InstanceAddress to) {
    int inside = from.resource().in().depth() - container.path().depth();
    int depth = to.resource().in().depth() - inside;
    if (depth < 0) return Optional.empty();
    if (container.resource().isPresent())
      return Optional.of(
          new Target(
              to.component(),
              Optional.of(to.resource().local()),
              own(container.key(), from.key().own(), to.key().own())));
    if (depth == 0 || !isSamePlace(from, to, inside)) return Optional.empty();
    return Optional.of(component(container, from, to, depth));
  }

  private static Target component(
      Target container, InstanceAddress from, InstanceAddress to, int depth) {
    var around = to.component().around(depth);
    var key =
        own(
            container.component().keys().getLast(),
            from.component().keys().get(container.path().depth() - 1),
            around.keys().getLast());
    var named = around.parent().component(around.path().names().getLast(), key);
    return new Target(named, Optional.empty(), new InstanceKey.None());
  }

  /// Where the name left out a key, so that all instances were meant, it still does.
  private static InstanceKey own(InstanceKey named, InstanceKey from, InstanceKey to) {
    return named instanceof InstanceKey.None && !(from instanceof InstanceKey.None) ? named : to;
  }

  /// Whether what is within the container, down from so many components, is called the same.
  private static boolean isSamePlace(InstanceAddress from, InstanceAddress to, int inside) {
    return from.resource().local().equals(to.resource().local())
        && from.key().own().equals(to.key().own())
        && from.component().endsLike(to.component(), inside);
  }
}
