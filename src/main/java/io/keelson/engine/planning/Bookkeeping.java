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

/// What a plan has to store of instances without approval: what changed about those that nothing is
/// done to, what was observed of the others, and what all of them need while moves are not made
/// yet.
final class Bookkeeping {
  private final StackState prior;
  private final SortedMap<InstanceAddress, InstanceAddress> moves;

  Bookkeeping(StackState prior, SortedMap<InstanceAddress, InstanceAddress> moves) {
    this.prior = prior;
    this.moves = moves;
  }

  /// Only where it differs from the prior state, and under the addresses that records have now.
  SortedMap<InstanceAddress, InstanceState> of(Collection<Change> changes, StackState refreshed) {
    var busy = new TreeSet<InstanceAddress>();
    changes.stream()
        .filter(Change::isEffective)
        .forEach(change -> busy.add(change.object().instance()));
    var oldNames = MovedNames.from(moves);
    var newNames = MovedNames.to(moves);
    var differing = new TreeMap<InstanceAddress, InstanceState>();
    refreshed
        .instances()
        .forEach((at, state) -> {
          var origin = moves.getOrDefault(at, at);
          var recorded = prior.instance(origin);
          var kept =
              busy.contains(at) ? newNames.in(at, seen(recorded, state)) : oldNames.in(at, state);
          if (!kept.equals(recorded)) differing.put(origin, kept);
        });
    return differing;
  }

  /// An instance that something is done to, as it was observed: without what the change brings.
  private static InstanceState seen(InstanceState recorded, InstanceState refreshed) {
    if (recorded.open().isPresent() || recorded.current().isEmpty()) return recorded;
    if (refreshed.current().isEmpty()) return recorded;
    var observed = refreshed.current().get();
    // What is taken over from another type keeps its old form until the move is made.
    if (!observed.type().equals(recorded.current().get().type())) return recorded;
    return recorded
        .withCurrent(
            recorded.current().get().withAttributes(observed.attributes(), observed.sensitive()))
        .withDrift(refreshed.drift());
  }
}
