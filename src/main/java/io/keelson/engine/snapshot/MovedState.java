package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// What exists, under the addresses that the stack has for it now. Everything else is planned from
/// this.
///
/// @param state every instance at its new address; whatever needs a moved one names its new address
///   too
/// @param origins where each moved instance is recorded, by its new address
/// @param ways all addresses that each moved instance had before, by its new address
/// @param awaited what aliases wait for, by where it is recorded
/// @param blocked the moves that could not be made
/// @param ambiguous why resources cannot be planned: it cannot be told which objects of their
///   former addresses are theirs; resources without a reason are left alone with them
/// @rule R-MOV-1
/// @rule R-MOV-7
/// @rule DEV-16
public record MovedState(
    StackState state,
    SortedMap<InstanceAddress, InstanceAddress> origins,
    SortedMap<InstanceAddress, SortedSet<InstanceAddress>> ways,
    SortedMap<InstanceAddress, Move> awaited,
    List<BlockedMove> blocked,
    SortedMap<ResourceAddress, List<Diagnostic>> ambiguous) {
  public MovedState {
    ambiguous = Collections.unmodifiableSortedMap(new TreeMap<>(ambiguous));
    origins = Collections.unmodifiableSortedMap(new TreeMap<>(origins));
    ways = Collections.unmodifiableSortedMap(new TreeMap<>(ways));
    awaited = Collections.unmodifiableSortedMap(new TreeMap<>(awaited));
    blocked = Collections.unmodifiableList(new ArrayList<>(blocked));
  }

  /// Carries out the declared moves and the implied ones. Changes nothing but addresses.
  public static MovedState of(StackConfig config, StackState recorded) {
    return Moving.allOf(config, recorded);
  }

  /// Where the instance is recorded.
  public InstanceAddress origin(InstanceAddress at) {
    return origins.getOrDefault(at, at);
  }

  /// Whether an instance came to a new address by way of another one.
  public boolean passes(InstanceAddress from, InstanceAddress to) {
    return ways.getOrDefault(to, Collections.emptySortedSet()).contains(from);
  }
}
