package io.keelson.engine.evaluation;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/// The values of whole resources, as others refer to them: an object; with `count` a tuple of
/// objects; with `forEach` an object of objects; null if it is not `enabled`. Each is built once,
/// after the resource's last instance.
///
/// @rule R-UNK-7
/// @rule R-UNK-8
public final class ResourceValues {
  private final Map<Whole, Evaluated> built = new ConcurrentHashMap<>();
  private final Function<ResourceAddress, Expansion.Outcome> expansions;
  private final Function<InstanceAddress, Evaluated> instances;
  private final Predicate<InstanceAddress> settled;

  /// A resource in one instance of the component it stands in.
  private record Whole(ResourceAddress resource, List<InstanceKey> around) {}

  /// @param expansions the instances a resource has
  /// @param instances the value of each of them
  /// @param settled whether the value of an instance will not change any more
  public ResourceValues(
      Function<ResourceAddress, Expansion.Outcome> expansions,
      Function<InstanceAddress, Evaluated> instances,
      Predicate<InstanceAddress> settled) {
    this.expansions = expansions;
    this.instances = instances;
    this.settled = settled;
  }

  /// @param around the keys of the components around the resource
  Evaluated of(ResourceAddress resource, List<InstanceKey> around) {
    var known = built.get(new Whole(resource, around));
    if (known != null) return known;
    return switch (expansions.apply(resource)) {
      case Expansion.Outcome.Failed(var diagnostics) -> new Evaluated.Failed(diagnostics);
      case Expansion.Outcome.Expanded(var expansion) -> {
        boolean keep = true;
        var problems = new ArrayList<Diagnostic>();
        var values = new TreeMap<InstanceKey, Value>();
        for (var key : expansion.members(around).keySet()) {
          var at = resource.instance(key);
          keep = keep && settled.test(at);
          switch (instances.apply(at)) {
            case Evaluated.Ok(var value) -> values.put(key.own(), value);
            case Evaluated.Failed(var diagnostics) -> problems.addAll(diagnostics);
          }
        }
        if (!problems.isEmpty()) yield new Evaluated.Failed(problems);
        var value = Evaluated.of(expansion.whole(values).mark(expansion.marks()));
        if (keep) built.put(new Whole(resource, around), value);
        yield value;
      }
    };
  }
}
