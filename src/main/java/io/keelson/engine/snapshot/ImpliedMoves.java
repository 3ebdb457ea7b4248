package io.keelson.engine.snapshot;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.MovedName;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.StackConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The moves of resources and components that get `count`, or lose it: the only instance is the
/// first one.
///
/// @rule R-MOV-12
/// @rule DEV-21
final class ImpliedMoves {
  private ImpliedMoves() {}

  /// Components come before what is in them.
  static List<Move> of(StackConfig config) {
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
}
