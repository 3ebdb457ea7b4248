package io.keelson.engine.snapshot;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
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
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What exists, under the addresses that the stack has for it now. Everything else is planned from
/// this.
///
/// @param state every instance at its new address; whatever needs a moved one names its new address
///   too
/// @param origins where each moved instance is recorded, by its new address
/// @param blocked warnings about moves that could not be made
/// @param ambiguous why resources cannot be planned, because it cannot be told which objects are
///   theirs by their former addresses; addresses without a reason are left alone with them
/// @rule R-MOV-1
/// @rule R-MOV-7
/// @rule DEV-16
public record MovedState(
    StackState state,
    SortedMap<InstanceAddress, InstanceAddress> origins,
    List<Diagnostic> blocked,
    SortedMap<ResourceAddress, List<Diagnostic>> ambiguous) {
  public MovedState {
    ambiguous = Collections.unmodifiableSortedMap(new TreeMap<>(ambiguous));
    origins = Collections.unmodifiableSortedMap(new TreeMap<>(origins));
    blocked = Collections.unmodifiableList(new ArrayList<>(blocked));
  }

  /// Carries out the declared moves and the implied ones. Changes nothing but addresses.
  public static MovedState of(StackConfig config, StackState recorded) {
    var moving = new Moving(config, recorded);
    config.moves().forEach(moving::carryOut);
    implied(config).forEach(moving::carryOut);
    var names = MovedNames.to(moving.origins);
    moving.instances.replaceAll(names::in);
    moving.origins.forEach((to, from) ->
        moving.instances.computeIfPresent(to, (_, instance) -> instance.movedFrom(from)));
    return new MovedState(
        new StackState(moving.instances, recorded.outputs(), recorded.configurations()),
        moving.origins,
        moving.blocked,
        moving.ambiguous);
  }

  /// Where the instance is recorded.
  public InstanceAddress origin(InstanceAddress at) {
    return origins.getOrDefault(at, at);
  }

  /// A resource gets `count`, or loses it: its only instance is the first one.
  ///
  /// @rule R-MOV-12
  private static List<Move> implied(StackConfig config) {
    var mentioned = new TreeSet<ResourceAddress>();
    for (Move move : config.moves()) {
      mentioned.add(move.from().resource());
      mentioned.add(move.to().resource());
    }
    var moves = new ArrayList<Move>();
    config
        .resources()
        .forEach((address, resource) -> {
          if (mentioned.contains(address)) return;
          var only = address.instance(new InstanceKey.None());
          var first = address.instance(new InstanceKey.Index(0));
          switch (resource.repetition()) {
            case Repetition.Single _, Repetition.Enabled _ -> moves.add(new Move(first, only));
            case Repetition.Count _ -> moves.add(new Move(only, first));
            case Repetition.ForEach _ -> {}
          }
        });
    return moves;
  }

  /// The state while statement after statement is carried out.
  private static final class Moving {
    private final StackConfig config;
    private final TreeMap<InstanceAddress, InstanceState> instances;
    private final TreeMap<InstanceAddress, InstanceAddress> origins = new TreeMap<>();
    private final List<Diagnostic> blocked = new ArrayList<>();
    private final SortedMap<ResourceAddress, List<Diagnostic>> ambiguous = new TreeMap<>();

    Moving(StackConfig config, StackState recorded) {
      this.config = config;
      this.instances = new TreeMap<>(recorded.instances());
    }

    void carryOut(Move move) {
      var sources = sources(move);
      if (sources.isEmpty()) return;
      if (move.alias() && move.isWhole() && config.declares(move.from().resource())) {
        waitForEndOf(move, sources);
        return;
      }
      var occupied = occupied(move);
      if (!occupied.isEmpty()) {
        blocked.add(blocked(Subject.of(move.from().resource()), move, occupied));
        return;
      }
      for (InstanceAddress from : sources) {
        var to = move.target(from).orElseThrow();
        if (move.alias() && origins.containsKey(to)) refuse(from, to);
        else if (exists(to))
          blocked.add(blocked(Subject.of(from), move, new TreeSet<>(Collections.singleton(to))));
        else move(from, to);
      }
    }

    /// Nobody can say which of two objects is meant, so neither is touched.
    ///
    /// @rule R-CMP-40
    private void refuse(InstanceAddress from, InstanceAddress to) {
      var first = Objects.requireNonNull(origins.get(to));
      ambiguous
          .computeIfAbsent(to.resource(), _ -> new ArrayList<>())
          .add(
              Diagnostic.error(
                      Code.MOVED,
                      Subject.of(to.resource()),
                      "Several objects answer to former addresses",
                      first
                          + " and "
                          + from
                          + " both exist, and both may be what "
                          + to
                          + " was called before. Nothing is done with either. Keep the alias of"
                          + " the one that is meant; the other one is destroyed then, unless"
                          + " something declares it.")
                  .at(AttributePath.of("aliases")));
      ambiguous.computeIfAbsent(from.resource(), _ -> new ArrayList<>());
      ambiguous.computeIfAbsent(first.resource(), _ -> new ArrayList<>());
    }

    /// An object is not made anew while the one that may be meant is still declared under the
    /// former address: it may be about to go. Where both have objects, nothing is meant.
    ///
    /// @rule R-CMP-40
    private void waitForEndOf(Move move, List<InstanceAddress> sources) {
      if (sources.stream().anyMatch(from -> exists(move.target(from).orElseThrow()))) return;
      ambiguous
          .computeIfAbsent(move.to().resource(), _ -> new ArrayList<>())
          .add(
              Diagnostic.error(
                      Code.MOVED,
                      Subject.of(move.to().resource()),
                      "Former address is still declared",
                      "The stack still declares "
                          + move.from()
                          + ", which has an object. Nothing is made for "
                          + move.to()
                          + " before that is taken out, so that its object is taken over. If the"
                          + " two are to exist beside each other, remove the alias.")
                  .at(AttributePath.of("aliases")));
    }

    private List<InstanceAddress> sources(Move move) {
      if (!move.isWhole()) return exists(move.from()) ? List.of(move.from()) : List.of();
      return move.from().resource().instancesIn(instances).keySet().stream()
          .filter(this::exists)
          .toList();
    }

    /// What stands in the way of a whole resource: any object of the other one, unless the moves
    /// brought it there, in this run or in one that a crash cut short.
    ///
    /// @rule R-MOV-6
    private SortedSet<InstanceAddress> occupied(Move move) {
      var there = new TreeSet<InstanceAddress>();
      if (move.isWhole())
        move.to().resource().instancesIn(instances).keySet().stream()
            .filter(at -> exists(at) && !hasArrived(at))
            .forEach(there::add);
      return there;
    }

    private boolean hasArrived(InstanceAddress at) {
      return origins.containsKey(at)
          || Objects.requireNonNull(instances.get(at)).previousAddresses().stream()
              .anyMatch(from -> destination(from).equals(at));
    }

    /// Where all moves together lead from an address.
    private InstanceAddress destination(InstanceAddress from) {
      var at = from;
      for (Move move : config.moves()) at = move.target(at).orElse(at);
      return at;
    }

    /// Whether there is anything to move, or in the way of a move.
    private boolean exists(InstanceAddress at) {
      var instance = instances.get(at);
      return instance != null && !instance.isEmpty();
    }

    private void move(InstanceAddress from, InstanceAddress to) {
      instances.put(to, Objects.requireNonNull(instances.remove(from)));
      var origin = origins.remove(from);
      origins.put(to, origin == null ? from : origin);
    }

    private static Diagnostic blocked(
        Subject subject, Move move, SortedSet<InstanceAddress> occupied) {
      return Diagnostic.warning(
          Code.MOVED,
          subject,
          "Move is blocked",
          "The move from "
              + move
              + " is not made, because there is an object already: "
              + occupied.first()
              + ". So the object stays where it is, and is destroyed if nothing declares it there."
              + " Destroy or move the other object first, or remove the move.");
    }
  }
}
