package io.keelson.engine.plan;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.ObjectState;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Finds what must stay as it is because something else could not be planned: what depends on that,
/// whatever it may still be using, and the other end of a move.
final class Held {
  private final StackConfig config;
  private final MovedState prior;
  private final Dependencies dependencies;
  private final Collection<Change> changes;
  private final SortedSet<ResourceAddress> held = new TreeSet<>();

  private Held(
      StackConfig config, MovedState prior, Dependencies dependencies, Collection<Change> changes) {
    this.config = config;
    this.prior = prior;
    this.dependencies = dependencies;
    this.changes = changes;
  }

  /// @param unplanned the resources for which no change could be chosen
  /// @return these and all that has to wait with them
  static SortedSet<ResourceAddress> of(
      SortedSet<ResourceAddress> unplanned,
      StackConfig config,
      MovedState prior,
      Dependencies dependencies,
      Collection<Change> changes) {
    var all = new Held(config, prior, dependencies, changes);
    all.held.addAll(unplanned);
    while (all.grow()) {}
    return all.held;
  }

  private boolean grow() {
    int size = held.size();
    if (size == 0) return false;
    for (ResourceAddress resource : config.resources().keySet())
      if (dependencies.direct(resource).stream().anyMatch(held::contains)) held.add(resource);
    prior
        .origins()
        .forEach((to, from) -> {
          if (held.contains(to.resource()) || held.contains(from.resource())) {
            held.add(to.resource());
            held.add(from.resource());
          }
        });
    var needed = neededByHeld();
    changes.stream()
        .filter(change -> change.action().destructive())
        .map(change -> change.object().instance().resource())
        .filter(needed::contains)
        .forEach(held::add);
    return held.size() > size;
  }

  /// What the objects of held resources were made with: it must not be destroyed under them.
  private SortedSet<ResourceAddress> neededByHeld() {
    var needed = new TreeSet<ResourceAddress>();
    prior
        .state()
        .instances()
        .forEach((at, instance) -> {
          if (!held.contains(at.resource())) return;
          Stream.concat(instance.current().stream(), instance.deposed().values().stream())
              .map(ObjectState::dependencies)
              .forEach(list -> list.stream().map(Dependency::resource).forEach(needed::add));
        });
    return needed;
  }
}
