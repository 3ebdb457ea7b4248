package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A move that is not made because there is an object already where it leads.
///
/// @param subject what does not move
/// @param sources the instances that do not move, as they are recorded, each with where it is to go
/// @param occupied those in the way, as they are recorded
/// @rule R-MOV-6
public record BlockedMove(
    Subject subject,
    Move move,
    SortedMap<InstanceAddress, InstanceAddress> sources,
    SortedSet<InstanceAddress> occupied) {
  public BlockedMove {
    sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    occupied = Collections.unmodifiableSortedSet(new TreeSet<>(occupied));
  }

  /// What the user is told; empty for an alias that means nothing, because both names are declared
  /// and have objects.
  public Optional<Diagnostic> warning(StackConfig config) {
    if (move.alias() && move.isStillDeclared(config)) return Optional.empty();
    return Optional.of(
        Diagnostic.warning(
            Code.MOVED,
            subject,
            "Move is blocked",
            "The move from "
                + move
                + " is not made, because there is an object already: "
                + occupied.first()
                + ". So the object stays where it is, and is destroyed if nothing declares it"
                + " there. To keep it, declare it there without the move until the other object is"
                + " destroyed or moved itself. If it is to be destroyed, remove the move."));
  }
}
