package io.keelson.engine.snapshot;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.MovedName;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

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
    var moving = new Moving(config, recorded);
    moving.carryOut();
    var names = MovedNames.to(moving.origins);
    var containers = new MovedContainers(recorded.instances(), moving.origins);
    moving.instances.replaceAll((at, instance) ->
        names.in(moving.origins.getOrDefault(at, at), at, containers.in(instance)));
    moving.origins.forEach((to, from) ->
        moving.instances.computeIfPresent(to, (_, instance) -> instance.movedFrom(from)));
    return new MovedState(
        new StackState(moving.instances, recorded.outputs(), recorded.configurations()),
        moving.origins,
        moving.ways,
        moving.awaited,
        moving.blocked,
        moving.ambiguous);
  }

  /// Where the instance is recorded.
  public InstanceAddress origin(InstanceAddress at) {
    return origins.getOrDefault(at, at);
  }

  /// Whether an instance came to a new address by way of another one.
  public boolean passes(InstanceAddress from, InstanceAddress to) {
    return ways.getOrDefault(to, Collections.emptySortedSet()).contains(from);
  }

  /// The moves of resources and components that get `count`, or lose it: the only instance is the
  /// first one. Components come before what is in them.
  ///
  /// @rule R-MOV-12
  /// @rule DEV-21
  private static List<Move> implied(StackConfig config) {
    var resources = new TreeSet<ResourceAddress>();
    var components = new TreeSet<ComponentPath>();
    for (Move move : config.moves())
      for (MovedName end : List.of(move.from(), move.to()))
        move.resource(end)
            .ifPresentOrElse(resources::add, () -> components.add(end.path(move.scope())));
    var moves = new ArrayList<Move>();
    config
        .components()
        .forEach((path, component) -> {
          if (components.contains(path)) return;
          var name = path.names().getLast();
          var only = MovedName.component(name, new InstanceKey.None());
          var first = MovedName.component(name, new InstanceKey.Index(0));
          implied(path.parent(), component.repetition(), only, first).ifPresent(moves::add);
        });
    config
        .resources()
        .forEach((address, resource) -> {
          if (resources.contains(address)) return;
          var only = MovedName.of(address.local().instance(new InstanceKey.None()));
          var first = MovedName.of(address.local().instance(new InstanceKey.Index(0)));
          implied(address.in(), resource.repetition(), only, first).ifPresent(moves::add);
        });
    return moves;
  }

  private static Optional<Move> implied(
      ComponentPath scope, Repetition repetition, MovedName only, MovedName first) {
    return switch (repetition) {
      case Repetition.Single _, Repetition.Enabled _ ->
          Optional.of(new Move(scope, first, only, false));
      case Repetition.Count _ -> Optional.of(new Move(scope, only, first, false));
      case Repetition.ForEach _ -> Optional.empty();
    };
  }

  /// The state while statement after statement is carried out.
  private static final class Moving {
    private final StackConfig config;
    private final List<Move> moves;
    private final StackState recorded;
    private final TreeMap<InstanceAddress, InstanceState> instances;
    private final TreeMap<InstanceAddress, InstanceAddress> origins = new TreeMap<>();
    private final TreeMap<InstanceAddress, SortedSet<InstanceAddress>> ways = new TreeMap<>();
    private final Map<InstanceAddress, Move> arrivals = new HashMap<>();
    private final SortedMap<InstanceAddress, Move> awaited = new TreeMap<>();
    private final List<BlockedMove> blocked = new ArrayList<>();
    private final SortedMap<ResourceAddress, List<Diagnostic>> ambiguous = new TreeMap<>();

    Moving(StackConfig config, StackState recorded) {
      this.config = config;
      this.moves = new ArrayList<>(config.moves());
      moves.addAll(implied(config));
      this.recorded = recorded;
      this.instances = new TreeMap<>(recorded.instances());
    }

    /// Whether an alias waits is told when all objects are where they belong.
    void carryOut() {
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
          if (config.isFrozen(at.resource())) hold(at, move.target(at).orElseThrow());
      // Each instance of a component is decided by itself.
      var groups = new TreeMap<ComponentInstance, List<InstanceAddress>>();
      for (InstanceAddress at : sources)
        groups.computeIfAbsent(group(move, move.from(), at), _ -> new ArrayList<>()).add(at);
      groups.values().forEach(each -> carryOut(move, each));
    }

    /// Holds where an object is to move that is at an address which cannot be used: whether it is
    /// still declared there cannot be told.
    private void hold(InstanceAddress from, InstanceAddress to) {
      if (!config.resources().containsKey(to.resource())) return;
      hold(
          to.resource(),
          "Object cannot leave its address",
          "The object at "
              + from
              + " is to move to "
              + to
              + ", but what is said of "
              + from.resource()
              + " cannot be used, as another message says. Nothing is done with either"
              + " until that is mended.");
    }

    private void hold(ResourceAddress resource, String summary, String detail) {
      held(resource).add(Diagnostic.error(Code.MOVED, Subject.of(resource), summary, detail));
    }

    /// Holds a resource, and gives the reasons that are told for it.
    private List<Diagnostic> held(ResourceAddress resource) {
      return ambiguous.computeIfAbsent(resource, _ -> new ArrayList<>());
    }

    private static ComponentInstance group(Move move, MovedName end, InstanceAddress at) {
      return move.isOfComponent() ? move.component(end, at) : at.component();
    }

    private void carryOut(Move move, List<InstanceAddress> sources) {
      var occupied = occupied(move, sources.getFirst());
      if (!occupied.isEmpty()) {
        block(wholeSubject(move), move, sources, occupied);
        return;
      }
      for (InstanceAddress from : sources) {
        var to = move.target(from).orElseThrow();
        if (to.toString().length() > InstanceAddress.LONGEST) refuseTooLong(from, to);
        else if (isClaimed(move, to)) refuse(move, from, to);
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

    private static Subject wholeSubject(Move move) {
      return move.resource(move.from())
          .map(Subject::of)
          .orElseGet(() -> Subject.of(move.from().path(move.scope())));
    }

    /// Whether another object has come to an address in this run, though nothing told that the two
    /// statements contradict each other: there may be several aliases, and a definition does not
    /// know what others move into its component.
    private boolean isClaimed(Move move, InstanceAddress to) {
      if (!exists(to)) return false;
      if (move.alias()) return origins.containsKey(to);
      var other = arrivals.get(to);
      return other != null && !move.isOfComponent() && !other.scope().equals(move.scope());
    }

    /// Refuses an address that two objects may move to: it cannot be told which one is meant, so
    /// neither is touched.
    ///
    /// @rule R-CMP-40
    private void refuse(Move move, InstanceAddress from, InstanceAddress to) {
      var first = Objects.requireNonNull(origins.get(to));
      var refused =
          Diagnostic.error(
              Code.MOVED,
              Subject.of(to.resource()),
              move.alias()
                  ? "Several objects answer to former addresses"
                  : "Two objects move to one address",
              first + " and " + from + " both exist, and " + claim(move, to));
      held(to.resource()).add(move.alias() ? refused.at(AttributePath.of("aliases")) : refused);
      held(from.resource());
      held(first.resource());
    }

    /// Leaves an object where it is that no record could hold at its new address.
    ///
    /// @rule R-LIM-9
    private void refuseTooLong(InstanceAddress from, InstanceAddress to) {
      hold(
          from.resource(),
          "New address is too long",
          "The object at "
              + from
              + " is to move to an address of "
              + to.toString().length()
              + " characters, and an address may have at most "
              + InstanceAddress.LONGEST
              + ". Nothing is done with it. Use shorter keys where it moves to.");
    }

    private static String claim(Move move, InstanceAddress to) {
      return (move.alias()
              ? "both may be what "
                  + to
                  + " was called before. Nothing is done with either. Keep the alias of"
              : "one statement moves each of them to "
                  + to
                  + ". Nothing is done with either. Keep the statement about")
          + " the one that is meant; the other one is destroyed then, unless something declares"
          + " it.";
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
        block(wholeSubject(move), move, sources, there);
        return;
      }
      sources.forEach(from -> awaited.put(recorded(from), move));
      // Another statement may have taken out a part of what is waited for.
      for (InstanceAddress at : at(recorded.instances(), move, move.from()))
        if (move.target(at).isPresent()) awaited.putIfAbsent(at, move);
      var held =
          sources.stream()
              .map(from -> move.target(from).orElseThrow().resource())
              .collect(Collectors.toCollection(TreeSet::new));
      held.addAll(move.resources(move.to(), config.resources()));
      held.forEach(this::held);
      held(held.first())
          .add(
              Diagnostic.error(
                      Code.MOVED,
                      wholeSubject(new Move(move.scope(), move.to(), move.to(), true)),
                      "Former address is still declared",
                      "The stack still declares "
                          + move.text(move.from())
                          + ", which has an object. Nothing is made for "
                          + move.text(move.to())
                          + " before that is taken out, so that its object is taken over. If the"
                          + " two are to exist beside each other, remove the alias.")
                  .at(AttributePath.of("aliases")));
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

    /// The instances that stand in the way of a whole resource or component: those with an object
    /// at its target, unless the moves brought it there, in this run or in one before, which a
    /// crash cut short or which left the rest to a later plan.
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
}
