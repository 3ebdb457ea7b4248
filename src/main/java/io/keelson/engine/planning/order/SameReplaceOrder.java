package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.snapshot.ReplaceStrength;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.StackState;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds the replacements that have to destroy first because something they need does: destroy
/// needed < create needed < create user < destroy user < destroy needed would be a circle.
///
/// What is created first only by default goes along. What is declared to be created first does not:
/// then neither of the two is replaced.
///
/// @rule R-PUL-2
/// @rule R-PUL-6
final class SameReplaceOrder {
  /// The replacement that another one goes along with.
  ///
  /// @param required whether it has to destroy first, so that nothing can make it create first
  private record Origin(InstanceAddress at, boolean required) {}

  private final SortedMap<ObjectRef, Change> changes;
  private final Map<InstanceAddress, ReplaceStrength> strengths;
  private final StackState refreshed;
  private final SortedMap<ResourceAddress, Origin> origins = new TreeMap<>();
  private final SortedSet<PlanOrder.Conflict> conflicts = new TreeSet<>();

  private SameReplaceOrder(
      SortedMap<ObjectRef, Change> changes,
      Map<InstanceAddress, ReplaceStrength> strengths,
      StackState refreshed) {
    this.changes = changes;
    this.strengths = strengths;
    this.refreshed = refreshed;
  }

  /// Turns the order of the replacements that go along.
  ///
  /// @param strengths of the replacements among the changes
  /// @param refreshed the state that the changes start from, with stored and declared dependencies
  /// @return the replacements that contradict each other; their changes are as they were
  static SortedSet<PlanOrder.Conflict> apply(
      SortedMap<ObjectRef, Change> changes,
      Map<InstanceAddress, ReplaceStrength> strengths,
      StackState refreshed) {
    var found = new SameReplaceOrder(changes, strengths, refreshed);
    if (strengths.containsValue(ReplaceStrength.CREATE_FIRST_BY_DEFAULT)
        || strengths.containsValue(ReplaceStrength.DESTROY_FIRST_REQUIRED)) found.run();
    return found.conflicts;
  }

  private void run() {
    var users = new TreeMap<ObjectRef, Change>();
    changes.forEach((object, change) -> {
      if (isReplaced(change, ReplaceOrder.DESTROY_FIRST)) goesFirst(change, Optional.empty());
      if (isReplaced(change, ReplaceOrder.CREATE_FIRST)) users.put(object, change);
    });
    // Stored dependencies may be incomplete, so what goes along may take others along.
    while (users.values().removeIf(this::goesAlong)) {}
  }

  private static boolean isReplaced(Change change, ReplaceOrder wanted) {
    return change.action() instanceof Action.Replace(var order, _) && order == wanted;
  }

  private void goesFirst(Change change, Optional<Origin> origin) {
    var at = change.object().instance();
    boolean required = strengths.get(at) == ReplaceStrength.DESTROY_FIRST_REQUIRED;
    origins.merge(
        at.resource(),
        origin.orElseGet(() -> new Origin(at, required)),
        (one, other) -> !one.required() && other.required() ? other : one);
  }

  private boolean goesAlong(Change user) {
    var origin = origin(user.object().instance());
    if (origin.isEmpty()) return false;
    if (strengths.get(user.object().instance()) == ReplaceStrength.CREATE_FIRST_BY_DEFAULT) {
      changes.put(user.object(), user.goingAlongWith(origin.get().at()));
      goesFirst(user, origin);
      return true;
    }
    // Otherwise there is no conflict: the user made the other one create first, or its declaration
    // does not need that any more.
    if (origin.get().required())
      conflicts.add(new PlanOrder.Conflict(origin.get().at(), user.object().instance()));
    return false;
  }

  /// The first of what an instance needs that destroys first; one that has to destroy first comes
  /// before others.
  private Optional<Origin> origin(InstanceAddress user) {
    Optional<Origin> found = Optional.empty();
    var current = refreshed.instance(user).current();
    if (current.isEmpty()) return found;
    for (Dependency needed : current.get().dependencies()) {
      var origin = origins.get(needed.resource());
      if (origin == null || needed.resource().equals(user.resource())) continue;
      if (origin.required()) return Optional.of(origin);
      if (found.isEmpty()) found = Optional.of(origin);
    }
    return found;
  }
}
