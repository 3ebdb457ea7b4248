package io.keelson.engine.planning;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.value.Extent;
import io.keelson.engine.value.Value;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The outputs of components that people are shown: known values with nothing hidden in them, and
/// not too long. Outputs of components inside other components are not shown.
///
/// @rule R-CMP-4
final class ComponentOutputs {
  /// The most characters that all outputs of all instances of one component have together.
  private static final int LONGEST = 16 * 1024;

  private final Snapshot snapshot;
  private final StackScope scope;
  private final Predicate<ResourceAddress> missing;

  /// @param missing resources of which nothing is known
  ComponentOutputs(Snapshot snapshot, StackScope scope, Predicate<ResourceAddress> missing) {
    this.snapshot = snapshot;
    this.scope = scope;
    this.missing = missing;
  }

  /// By instance and name. An output that is left out is not reported.
  SortedMap<ComponentInstance, SortedMap<String, Value>> all() {
    var all = new TreeMap<ComponentInstance, SortedMap<String, Value>>();
    snapshot
        .config()
        .components()
        .forEach((path, config) -> {
          if (path.depth() == 1) add(path, config, all);
        });
    return all;
  }

  private void add(
      ComponentPath path,
      ComponentConfig config,
      SortedMap<ComponentInstance, SortedMap<String, Value>> all) {
    var dependencies = snapshot.dependencies();
    if (dependencies.behindRepetition(path).stream().anyMatch(missing)) return;
    var names =
        config.body().outputs().keySet().stream()
            .filter(name -> dependencies.behindOutput(path, name).stream().noneMatch(missing))
            .toList();
    long room = LONGEST;
    for (ComponentInstance each : scope.instances(path).all()) {
      var outputs = new TreeMap<String, Value>();
      for (var output : scope.outputs(each, names).entrySet()) {
        var value = output.getValue();
        if (!value.whollyKnown() || value.marked()) continue;
        long size = Extent.characters(value, LONGEST);
        if (size > room) continue;
        room -= size;
        outputs.put(output.getKey(), value);
      }
      if (!outputs.isEmpty()) all.put(each, outputs);
    }
  }
}
