package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
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
  private final Map<ResourceAddress, Evaluated> built = new ConcurrentHashMap<>();
  private final Function<ResourceAddress, Expansion.Outcome> expansions;
  private final Function<InstanceAddress, Value> instances;
  private final Predicate<InstanceAddress> settled;

  /// @param expansions the instances a resource has
  /// @param instances the value of each of them
  /// @param settled whether that value will not change any more
  public ResourceValues(
      Function<ResourceAddress, Expansion.Outcome> expansions,
      Function<InstanceAddress, Value> instances,
      Predicate<InstanceAddress> settled) {
    this.expansions = expansions;
    this.instances = instances;
    this.settled = settled;
  }

  Evaluated of(ResourceAddress resource) {
    var known = built.get(resource);
    if (known != null) return known;
    return switch (expansions.apply(resource)) {
      case Expansion.Outcome.Failed(var diagnostics) -> new Evaluated.Failed(diagnostics);
      case Expansion.Outcome.Expanded(var expansion) -> {
        boolean keep = true;
        for (var key : expansion.members().keySet())
          keep = keep && settled.test(resource.instance(key));
        var value = Evaluated.of(whole(resource, expansion).mark(expansion.marks()));
        if (keep) built.put(resource, value);
        yield value;
      }
    };
  }

  private Value whole(ResourceAddress resource, Expansion expansion) {
    return switch (expansion.kind()) {
      case SINGLE, ENABLED ->
          expansion.members().isEmpty()
              ? Value.nothing(Types.DYNAMIC)
              : instances.apply(resource.instance(new InstanceKey.None()));
      case COUNT -> {
        var elements = new ArrayList<Value>();
        for (var key : expansion.members().keySet())
          elements.add(instances.apply(resource.instance(key)));
        yield Value.tuple(elements);
      }
      case FOR_EACH -> {
        var elements = new TreeMap<String, Value>();
        for (var key : expansion.members().keySet())
          if (key instanceof InstanceKey.Key(var name))
            elements.put(name, instances.apply(resource.instance(key)));
        yield Value.object(elements);
      }
    };
  }
}
