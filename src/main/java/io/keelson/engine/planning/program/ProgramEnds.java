package io.keelson.engine.planning.program;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.Import;
import io.keelson.engine.config.ProviderConfiguration;
import io.keelson.engine.config.Registered;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is new since a round of a plan if programs have done nothing since but come to their ends,
/// and nothing that is planned depends on that. What the plan found out about objects holds then.
///
/// @rule R-PRG-20
public final class ProgramEnds {
  private final Snapshot now;
  private final SortedSet<ComponentPath> ended;

  private ProgramEnds(Snapshot now, SortedSet<ComponentPath> ended) {
    this.now = now;
    this.ended = ended;
  }

  /// @param before what the plan was made of
  /// @param settled what is recorded, at its new addresses
  /// @return what the programs gave; empty if there is more to plan
  public static Optional<SortedMap<InstanceAddress, Registered.Run>> alone(
      Snapshot before, Snapshot now, StackState settled) {
    var was = before.config().registered();
    var is = now.config().registered();
    var runs = new TreeMap<>(is.runs());
    runs.keySet().removeAll(was.runs().keySet());
    if (!isRegisteredAlike(was, is)) return Optional.empty();
    var ended = new TreeSet<ComponentPath>();
    runs.keySet().forEach(run -> ended.add(run.resource().in()));
    is.components()
        .forEach((path, config) -> {
          if (hasRun(config) && !hasRun(was.components().get(path))) ended.add(path);
        });
    boolean alone = new ProgramEnds(now, ended).isNeededByNothing(settled);
    return alone ? Optional.of(runs) : Optional.empty();
  }

  /// Whether nothing was registered since, or taken back.
  private static boolean isRegisteredAlike(Registered was, Registered is) {
    return is.runs().keySet().containsAll(was.runs().keySet())
        && is.properties().keySet().equals(was.properties().keySet())
        && is.resources().keySet().equals(was.resources().keySet())
        && is.kept().equals(was.kept())
        && is.failed().equals(was.failed())
        && is.components().keySet().containsAll(was.components().keySet());
  }

  private static boolean hasRun(@Nullable ComponentConfig config) {
    return config != null && config.program().filter(ComponentConfig.Program::hasRun).isPresent();
  }

  private boolean isNeededByNothing(StackState settled) {
    var config = now.config();
    for (ResourceAddress each : config.resources().keySet())
      if (each.mode() == ResourceAddress.Mode.EPHEMERAL
          || !isInside(each) && areInside(now.dependencies().direct(each))) return false;
    for (var each : config.imports().values())
      for (Import statement : each)
        if (areInside(now.dependencies().behind(statement.references()))) return false;
    for (ProviderConfiguration each : config.providerConfigurations().values())
      if (areInside(now.dependencies().behind(each.references()))) return false;
    // What a program has not registered goes when it has ended.
    for (InstanceAddress each : settled.instances().keySet())
      if (isInside(each.resource()) && !config.registered().properties().containsKey(each))
        return false;
    return true;
  }

  private boolean areInside(Collection<ResourceAddress> resources) {
    return resources.stream().anyMatch(this::isInside);
  }

  private boolean isInside(ResourceAddress resource) {
    return ended.stream().anyMatch(resource.in()::startsWith);
  }
}
