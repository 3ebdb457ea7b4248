package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.Change;
import io.keelson.engine.snapshot.MovedNames;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The states that a plan stores without approval: the new ones of instances that nothing is done
/// to, the observed ones of the others, and of all of them the dependencies as long as moves are
/// not made.
final class Bookkeeping {
  private final StackState prior;
  private final SortedMap<InstanceAddress, InstanceAddress> moves;

  Bookkeeping(StackState prior, SortedMap<InstanceAddress, InstanceAddress> moves) {
    this.prior = prior;
    this.moves = moves;
  }

  /// Only states that differ from the prior ones, under the addresses that records have now.
  SortedMap<InstanceAddress, InstanceState> of(Collection<Change> changes, StackState refreshed) {
    var busy = new TreeSet<InstanceAddress>();
    changes.stream()
        .filter(Change::isEffective)
        .forEach(change -> busy.add(change.object().instance()));
    var taking = new TreeSet<InstanceAddress>();
    changes.stream()
        .filter(change -> change.imported().isPresent())
        .forEach(change -> taking.add(change.object().instance()));
    var oldNames = MovedNames.from(moves);
    var newNames = MovedNames.to(moves);
    var differing = new TreeMap<InstanceAddress, InstanceState>();
    refreshed
        .instances()
        .forEach((at, state) -> {
          var origin = moves.getOrDefault(at, at);
          var recorded = prior.instance(origin);
          var kept =
              busy.contains(at)
                  ? newNames.in(
                      origin, at, taking.contains(at) ? gone(recorded) : seen(recorded, state))
                  : oldNames.in(at, origin, state);
          if (!kept.equals(recorded)) differing.put(origin, kept);
        });
    return differing;
  }

  /// What is recorded where another object is taken over, as long as that is not done.
  ///
  /// @rule R-IMP-7
  private static InstanceState gone(InstanceState recorded) {
    return recorded.current().isPresent()
        ? recorded.withDrift(recorded.drift().missing())
        : recorded;
  }

  /// The observed state of an instance that something is done to, without the planned change.
  private static InstanceState seen(InstanceState recorded, InstanceState refreshed) {
    if (recorded.open().isPresent() || recorded.current().isEmpty()) return recorded;
    if (refreshed.current().isEmpty()) return recorded;
    var observed = refreshed.current().get();
    // An object that moves here from another type keeps its old form until the move is made.
    if (!observed.type().equals(recorded.current().get().type())) return recorded;
    return recorded
        .withCurrent(
            recorded.current().get().withAttributes(observed.attributes(), observed.sensitive()))
        .withDrift(refreshed.drift());
  }
}
