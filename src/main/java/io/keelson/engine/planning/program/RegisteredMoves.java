package io.keelson.engine.planning.program;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.MovedName;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.program.Registration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where what programs register was before: under the former names that they tell, and under those
/// that follow from former names of the component around it, as who registers something mostly
/// makes its name of that.
///
/// @rule R-MOV-1
/// @rule R-PRG-25
final class RegisteredMoves {
  private final Set<Move> ofComponents;
  private final Set<Move> told = new LinkedHashSet<>();
  private final Map<ComponentPath, List<String>> components = new HashMap<>();

  /// @param declared moves of the Stack, aliases of components among them
  RegisteredMoves(Collection<Move> declared) {
    this.ofComponents = new LinkedHashSet<>(declared);
    ofComponents.removeIf(each -> !each.isOfComponent());
  }

  /// Adds a component in that of a program, before anything inside of it.
  ///
  /// @param aliases former names, or former types with a name, as `token::name`
  void component(ComponentPath path, List<String> aliases) {
    // It is named with everything that is registered in it.
    if (aliases.equals(components.put(path, aliases))) return;
    var name = path.names().getLast();
    for (String former : former(path.parent(), name, aliases)) {
      var move = new Move(path.parent(), component(former), component(name), true);
      told.add(move);
      ofComponents.add(move);
    }
  }

  private static MovedName component(String name) {
    return MovedName.component(name, new InstanceKey.None());
  }

  void resource(ResourceAddress to, Registration.Options options) {
    for (String former : former(to.in(), to.name(), options.aliases())) {
      var from = new ResourceAddress(to.mode(), to.type(), former);
      told.add(new Move(to.in(), resource(from), resource(to.local()), true));
    }
  }

  private static MovedName resource(ResourceAddress local) {
    return new MovedName(ComponentInstance.ROOT, Optional.of(local), new InstanceKey.None());
  }

  private List<String> former(ComponentPath in, String name, List<String> aliases) {
    var former = new ArrayList<String>();
    for (String alias : aliases) {
      int type = alias.lastIndexOf("::");
      former.add(ResourceAddress.identifier(type < 0 ? alias : alias.substring(type + 2)));
    }
    for (Move each : ofComponents)
      if (each.to().path(each.scope()).equals(in)) followed(each, in, name).ifPresent(former::add);
    former.removeIf(name::equals);
    return former;
  }

  /// What something in a component was called when that had another name.
  private static Optional<String> followed(Move move, ComponentPath in, String name) {
    var now = in.names().getLast();
    var before = move.from().component().path().names().getLast();
    return name.startsWith(now)
        ? Optional.of(before + name.substring(now.length()))
        : Optional.empty();
  }

  /// Drops what was said of a component whose program cannot be used.
  void fail(ComponentPath path) {
    told.removeIf(each -> each.scope().startsWith(path));
  }

  List<Move> all() {
    return List.copyOf(told);
  }
}
