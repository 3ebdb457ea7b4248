package io.keelson.engine.snapshot;

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
/// @rule R-MOV-1
/// @rule R-MOV-7
/// @rule DEV-16
public record MovedState(
    StackState state,
    SortedMap<InstanceAddress, InstanceAddress> origins,
    List<Diagnostic> blocked) {
  public MovedState {
    origins = Collections.unmodifiableSortedMap(new TreeMap<>(origins));
    blocked = Collections.unmodifiableList(new ArrayList<>(blocked));
  }

  /// Carries out the declared moves and the implied ones. Changes nothing but addresses.
  public static MovedState of(StackConfig config, StackState recorded) {
    var moving = new Moving(config.moves(), recorded);
    config.moves().forEach(moving::carryOut);
    implied(config).forEach(moving::carryOut);
    var names = MovedNames.to(moving.origins);
    moving.instances.replaceAll(names::in);
    moving.origins.forEach((to, from) ->
        moving.instances.computeIfPresent(to, (_, instance) -> instance.movedFrom(from)));
    return new MovedState(
        new StackState(moving.instances, recorded.outputs(), recorded.configurations()),
        moving.origins,
        moving.blocked);
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
    private final List<Move> all;
    private final TreeMap<InstanceAddress, InstanceState> instances;
    private final TreeMap<InstanceAddress, InstanceAddress> origins = new TreeMap<>();
    private final List<Diagnostic> blocked = new ArrayList<>();

    Moving(List<Move> all, StackState recorded) {
      this.all = all;
      this.instances = new TreeMap<>(recorded.instances());
    }

    void carryOut(Move move) {
      var sources = sources(move);
      if (sources.isEmpty()) return;
      var occupied = occupied(move);
      if (!occupied.isEmpty()) {
        blocked.add(blocked(Subject.of(move.from().resource()), move, occupied));
        return;
      }
      for (InstanceAddress from : sources) {
        var to = move.target(from).orElseThrow();
        if (exists(to))
          blocked.add(blocked(Subject.of(from), move, new TreeSet<>(Collections.singleton(to))));
        else move(from, to);
      }
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
      for (Move move : all) at = move.target(at).orElse(at);
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
