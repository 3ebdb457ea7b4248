package io.keelson.engine.snapshot;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.MovedName;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The recorded state while move after move is carried out.
///
/// @rule R-MOV-1
final class Moving {
  private final StackConfig config;
  private final List<Move> moves;
  private final StackState recorded;
  private final TreeMap<InstanceAddress, InstanceState> instances;
  private final TreeMap<InstanceAddress, InstanceAddress> origins = new TreeMap<>();
  private final TreeMap<InstanceAddress, SortedSet<InstanceAddress>> ways = new TreeMap<>();
  private final Map<InstanceAddress, Move> arrivals = new HashMap<>();
  private final SortedMap<InstanceAddress, Move> awaited = new TreeMap<>();
  private final List<BlockedMove> blocked = new ArrayList<>();
  private final HeldMoves held = new HeldMoves();

  private Moving(StackConfig config, StackState recorded) {
    this.config = config;
    this.moves = new ArrayList<>(config.moves());
    moves.addAll(ImpliedMoves.of(config));
    this.recorded = recorded;
    this.instances = new TreeMap<>(recorded.instances());
  }

  /// Carries out the declared moves and the implied ones. Changes nothing but addresses.
  static MovedState allOf(StackConfig config, StackState recorded) {
    var moving = new Moving(config, recorded);
    moving.carryOut();
    return moving.result();
  }

  private MovedState result() {
    var names = MovedNames.to(origins);
    var containers = new MovedContainers(recorded.instances(), origins);
    instances.replaceAll((at, instance) -> names.in(recorded(at), at, containers.in(instance)));
    origins.forEach(
        (to, from) -> instances.computeIfPresent(to, (_, instance) -> instance.movedFrom(from)));
    return new MovedState(
        new StackState(instances, recorded.outputs(), recorded.configurations()),
        origins,
        ways,
        awaited,
        blocked,
        held.problems());
  }

  /// Whether an alias waits is told when all objects are where they belong.
  private void carryOut() {
    var waiting = new ArrayList<Move>();
    for (Move move : moves)
      if (move.alias() && move.isStillDeclared(config)) waiting.add(move);
      else carryOut(move);
    waiting.forEach(this::waitForEndOf);
  }

  private void carryOut(Move move) {
    var all = sources(move);
    if (all.isEmpty()) return;
    var sources = all.stream().filter(at -> !config.isFrozen(at.resource())).toList();
    if (sources.size() < all.size())
      for (InstanceAddress at : all)
        if (config.isFrozen(at.resource())) holdFrozen(at, move.target(at).orElseThrow());
    // Each instance of a component is decided by itself.
    var groups = new TreeMap<ComponentInstance, List<InstanceAddress>>();
    for (InstanceAddress at : sources)
      groups.computeIfAbsent(group(move, move.from(), at), _ -> new ArrayList<>()).add(at);
    groups.values().forEach(each -> carryOut(move, each));
  }

  private void holdFrozen(InstanceAddress from, InstanceAddress to) {
    if (config.resources().containsKey(to.resource())) held.cannotLeave(from, to);
  }

  private static ComponentInstance group(Move move, MovedName end, InstanceAddress at) {
    return move.isOfComponent() ? move.component(end, at) : at.component();
  }

  private void carryOut(Move move, List<InstanceAddress> sources) {
    var occupied = occupied(move, sources.getFirst());
    if (!occupied.isEmpty()) {
      block(HeldMoves.subject(move), move, sources, occupied);
      return;
    }
    for (InstanceAddress from : sources) {
      var to = move.target(from).orElseThrow();
      if (to.toString().length() > InstanceAddress.LONGEST) held.cannotBeRecorded(from, to);
      else if (isClaimed(move, to)) held.contended(move, recorded(to), from, to);
      else if (exists(to)) block(Subject.of(from), move, List.of(from), List.of(to));
      else move(move, from, to);
    }
  }

  private void block(
      Subject subject,
      Move move,
      Collection<InstanceAddress> sources,
      Collection<InstanceAddress> occupied) {
    var leading = new TreeMap<InstanceAddress, InstanceAddress>();
    for (InstanceAddress from : sources)
      leading.put(recorded(from), move.target(from).orElseThrow());
    var there = new TreeSet<InstanceAddress>();
    for (InstanceAddress at : occupied) there.add(recorded(at));
    blocked.add(new BlockedMove(subject, move, leading, there));
  }

  private InstanceAddress recorded(InstanceAddress present) {
    return origins.getOrDefault(present, present);
  }

  /// Whether another object has come to an address in this run, though nothing told that the two
  /// statements contradict each other: there may be several aliases, and a definition does not know
  /// what others move into its component.
  private boolean isClaimed(Move move, InstanceAddress to) {
    if (!exists(to)) return false;
    if (move.alias()) return origins.containsKey(to);
    var other = arrivals.get(to);
    return other != null && !move.isOfComponent() && !other.scope().equals(move.scope());
  }

  /// Holds the target of a move while its object is still declared under the former address: that
  /// declaration may be about to go. Where both addresses have objects, nothing is held.
  ///
  /// @rule R-CMP-40
  private void waitForEndOf(Move move) {
    var sources = sources(move);
    if (sources.isEmpty()) return;
    var there = at(move, move.to()).stream().filter(this::exists).toList();
    if (!there.isEmpty()) {
      block(HeldMoves.subject(move), move, sources, there);
      return;
    }
    sources.forEach(from -> awaited.put(recorded(from), move));
    // Another statement may have taken out a part of what is waited for.
    for (InstanceAddress at : at(recorded.instances(), move, move.from()))
      if (move.target(at).isPresent()) awaited.putIfAbsent(at, move);
    var targets =
        sources.stream()
            .map(from -> move.target(from).orElseThrow().resource())
            .collect(Collectors.toCollection(TreeSet::new));
    targets.addAll(move.resources(move.to(), config.resources()));
    held.awaitsEnd(move, targets);
  }

  private List<InstanceAddress> sources(Move move) {
    // Nearly every resource has an implied move, and nearly none of these has anything to move.
    var only = move.source();
    if (only.isPresent()) return exists(only.get()) ? List.of(only.get()) : List.of();
    return at(move, move.from()).stream()
        .filter(at -> move.target(at).isPresent() && exists(at))
        .toList();
  }

  /// The instances that are recorded under an end of a move.
  private Collection<InstanceAddress> at(Move move, MovedName end) {
    return at(instances, move, end);
  }

  private static Collection<InstanceAddress> at(
      SortedMap<InstanceAddress, InstanceState> instances, Move move, MovedName end) {
    return move.resource(end)
        .<Collection<InstanceAddress>>map(resource -> resource.instancesIn(instances).keySet())
        .orElseGet(() -> end.path(move.scope()).instancesIn(instances).keySet());
  }

  /// The instances that stand in the way of a whole resource or component: those with an object at
  /// its target, unless the moves brought it there, in this run or in one before, which a crash cut
  /// short or which left the rest to a later plan.
  ///
  /// @param from one of the instances that move together
  /// @rule R-MOV-6
  private SortedSet<InstanceAddress> occupied(Move move, InstanceAddress from) {
    var there = new TreeSet<InstanceAddress>();
    if (!move.isWhole() && !move.isOfComponent()) return there;
    var group = group(move, move.to(), move.target(from).orElseThrow());
    for (InstanceAddress at : at(move, move.to()))
      if (at.isIn(group) && exists(at) && !hasArrived(at)) there.add(at);
    return there;
  }

  /// Whether the moves brought an object there, which may lead it further since.
  private boolean hasArrived(InstanceAddress at) {
    return origins.containsKey(at)
        || Objects.requireNonNull(instances.get(at)).previousAddresses().stream()
            .anyMatch(from -> destination(from).equals(destination(at)));
  }

  /// Where all moves together lead from an address, the implied ones last.
  private InstanceAddress destination(InstanceAddress from) {
    var at = from;
    for (Move move : moves) at = move.target(at).orElse(at);
    return at;
  }

  /// Whether there is anything to move, or in the way of a move.
  private boolean exists(InstanceAddress at) {
    var instance = instances.get(at);
    return instance != null && !instance.isEmpty();
  }

  private void move(Move move, InstanceAddress from, InstanceAddress to) {
    // What is carried along with a component was brought by what moved it there, if anything did.
    var former = arrivals.remove(from);
    var arrival = move.isOfComponent() ? former : move;
    if (arrival != null) arrivals.put(to, arrival);
    instances.put(to, Objects.requireNonNull(instances.remove(from)));
    var origin = origins.remove(from);
    origins.put(to, origin == null ? from : origin);
    var way = ways.remove(from);
    if (way == null) way = new TreeSet<>();
    way.add(from);
    ways.put(to, way);
  }
}
