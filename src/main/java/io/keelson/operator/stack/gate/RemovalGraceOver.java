package io.keelson.operator.stack.gate;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.state.StackState;
import io.keelson.operator.stack.declaration.Configured;
import io.keelson.operator.stack.declaration.DeclaredAddresses;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Durations;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Leaves instances alone whose Resource has vanished, until that has lasted for long enough and a
/// list that a quorum answered confirms it. Stops where that has to be confirmed and the kinds of
/// members are not served, or others are there than those that were taken down.
public record RemovalGraceOver(
    StackMemory memory, InstanceMemory instances, Takeover takeover, RemovalGrace grace)
    implements Gate.ToPlan {
  @Override
  public Passage pass(Turn turn) {
    var now = turn.now();
    var configured = turn.complete().configured();
    var patience = Durations.parse(turn.stack().getSpec().removalGrace);
    grace.note(recorded(configured), configured::accountsFor, now);
    var unconfirmed = grace.unconfirmed(patience, now);
    var changed =
        unconfirmed.isEmpty() ? Optional.<Passage>empty() : confirm(turn, configured, unconfirmed);
    if (changed.isPresent()) return changed.get();
    var vanished = grace.waiting(patience, now);
    return new Passage.On(
        turn.with(
            new Turn.Plannable(configured.frozen(vanished), vanished, grace.next(patience, now))));
  }

  private Optional<Passage> confirm(
      Turn turn, Configured configured, SortedSet<ResourceAddress> unconfirmed) {
    if (!takeover.membersAreServed())
      return Optional.of(
          Passage.going(
              ConditionReason.RemovalGrace,
              "The kinds Resource and Component are not both served completely, so an absent member"
                  + " means nothing. Install the CustomResourceDefinitions of this version.",
              turn.now().plusSeconds(10)));
    takeover.take();
    var present = DeclaredAddresses.of(memory.resources(), memory.components());
    unconfirmed.removeIf(present::cover);
    grace.confirm(unconfirmed);
    return present.equals(configured.declared())
        ? Optional.empty()
        : Optional.of(
            Passage.going(
                ConditionReason.MembersChanged, "The declared set has changed.", turn.now()));
  }

  /// The addresses of the recorded resources, after the moves that are declared. The plan moves
  /// anew: what turns out to be missing here is frozen for it, and what is frozen does not move.
  private SortedSet<ResourceAddress> recorded(Configured configured) {
    var moved =
        MovedState.of(configured.config(), new StackState(instances.usable(), new TreeMap<>()));
    var recorded = new TreeSet<ResourceAddress>();
    moved.state().instances().keySet().forEach(at -> recorded.add(at.resource()));
    return recorded;
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.RemovalGrace, ConditionReason.MembersChanged);
  }
}
