package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The objects that aliases and moves name which are not finished. Each stays until its statement
/// is carried out or taken back: it is changed in place at most.
///
/// These are the objects that an alias waits for, and those that other statements would bring to
/// where such an object, or one that cannot be planned, still is. Nothing is made in their place.
///
/// @rule R-CMP-40
public final class KeptObjects {
  private final StackConfig config;
  private final MovedState moved;
  private final SortedSet<InstanceAddress> refused;
  private final SortedSet<ResourceAddress> held;

  /// Where moved objects are, by where they are recorded.
  private final SortedMap<InstanceAddress, InstanceAddress> present = new TreeMap<>();

  private final SortedMap<InstanceAddress, Kept> kept = new TreeMap<>();
  private final SortedMap<InstanceAddress, InstanceAddress> reserved = new TreeMap<>();
  private final List<BlockedMove> blocked = new ArrayList<>();

  /// Why one of them stays.
  private sealed interface Kept {
    /// It is to be taken over when its own name is declared no more.
    record Awaited(Move move) implements Kept {}

    /// It is to take the place of an object that has not gone its own way yet.
    record Behind(Move move, InstanceAddress other) implements Kept {}
  }

  private KeptObjects(
      StackConfig config,
      MovedState moved,
      SortedSet<InstanceAddress> refused,
      SortedSet<ResourceAddress> held) {
    this.config = config;
    this.moved = moved;
    this.refused = Collections.unmodifiableSortedSet(new TreeSet<>(refused));
    this.held = Collections.unmodifiableSortedSet(new TreeSet<>(held));
    moved.origins().forEach((to, from) -> present.put(from, to));
  }

  /// @param refused the old addresses of moves that turned out to be declared still
  /// @param held resources of which nothing can be planned
  public static KeptObjects of(
      StackConfig config,
      MovedState moved,
      SortedSet<InstanceAddress> refused,
      SortedSet<ResourceAddress> held) {
    var objects = new KeptObjects(config, moved, refused, held);
    moved.awaited().forEach((at, move) -> objects.kept.put(at, new Kept.Awaited(move)));
    var waiting = new ArrayList<>(moved.blocked());
    while (waiting.removeIf(objects::keep)) {}
    objects.blocked.addAll(waiting);
    return objects;
  }

  private boolean keep(BlockedMove blocked) {
    var other = blocked.occupied().stream().filter(this::isUnfinished).findFirst();
    if (other.isEmpty()) return false;
    blocked
        .sources()
        .forEach((from, to) -> {
          kept.putIfAbsent(from, new Kept.Behind(blocked.move(), other.get()));
          reserved.putIfAbsent(to, from);
        });
    return true;
  }

  /// Whether the object that is recorded here cannot go where it belongs.
  private boolean isUnfinished(InstanceAddress at) {
    return kept.containsKey(at)
        || refused.contains(at)
        || isHeld(at)
        || isHeld(present.getOrDefault(at, at));
  }

  private boolean isHeld(InstanceAddress at) {
    return held.contains(at.resource()) || config.isFrozen(at.resource());
  }

  /// The moves that are not made for another reason, so that their objects may go.
  public List<BlockedMove> blocked() {
    return List.copyOf(blocked);
  }

  /// Why a change is not to be made; empty if nothing stands against it.
  public Optional<Diagnostic> objection(Change change) {
    if (change.object().deposed().isPresent()) return Optional.empty();
    var at = change.object().instance();
    var former = reserved.get(at);
    if (former != null && change.action() instanceof Action.Create)
      return Optional.of(
          error(
              at,
              "Object is at another name",
              "Nothing is made here, because "
                  + former
                  + " is to become this. It has an object, and "
                  + detail(Objects.requireNonNull(kept.get(former)))));
    var why = kept.get(moved.origin(at));
    if (why == null || !loses(change)) return Optional.empty();
    var reason = change.reason().sentence();
    return Optional.of(
        error(
            at,
            "Object belongs to another name",
            "The plan would "
                + verb(change.action())
                + " this object"
                + (reason.isEmpty() ? "" : " (" + reason + ")")
                + ", but "
                + detail(why)));
  }

  private static Diagnostic error(InstanceAddress at, String summary, String detail) {
    return Diagnostic.error(Code.MOVED, Subject.of(at), summary, detail);
  }

  /// Whether there is an object that the stack does not have afterwards.
  private static boolean loses(Change change) {
    return change.action().destructive()
        && !(change.action() instanceof Action.Recreate)
        && change.reason() != Reason.MISSING;
  }

  private static String verb(Action action) {
    return switch (action) {
      case Action.Replace _ -> "replace";
      case Action.Forget _ -> "forget";
      default -> "destroy";
    };
  }

  private static String detail(Kept why) {
    return switch (why) {
      case Kept.Awaited(var move) ->
          to(move)
              + " takes it over as soon as "
              + from(move)
              + " is declared no more. Until then it is changed in place at most. Take "
              + from(move)
              + " out of the declaration, and declare it anew when "
              + to(move)
              + " has the object; or remove the alias, if "
              + to(move)
              + " is to have an object of its own.";
      case Kept.Behind(var move, var other) ->
          "it is to become "
              + to(move)
              + ", where "
              + other
              + " still is, which is to have another name itself, or cannot be planned. Declare "
              + from(move)
              + " again, and take "
              + to(move)
              + " out of the declaration until that is done; or remove the statement that names "
              + from(move)
              + " as what "
              + to(move)
              + " was called before, if this object is to go.";
    };
  }

  private static String from(Move move) {
    return move.text(move.from());
  }

  private static String to(Move move) {
    return move.text(move.to());
  }
}
