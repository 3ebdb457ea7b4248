package io.keelson.engine.evaluation;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
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
  private final Map<ResourceAddress, Evaluated> built = new ConcurrentHashMap<>();
  private final Function<ResourceAddress, Expansion.Outcome> expansions;
  private final Function<InstanceAddress, Evaluated> instances;
  private final Predicate<InstanceAddress> settled;

  /// @param expansions the instances a resource has
  /// @param instances the value of each of them
  /// @param settled whether that value will not change any more
  public ResourceValues(
      Function<ResourceAddress, Expansion.Outcome> expansions,
      Function<InstanceAddress, Evaluated> instances,
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
        var problems = new ArrayList<Diagnostic>();
        var value = whole(resource, expansion, problems).mark(expansion.marks());
        if (!problems.isEmpty()) yield new Evaluated.Failed(problems);
        if (keep) built.put(resource, Evaluated.of(value));
        yield Evaluated.of(value);
      }
    };
  }

  private Value instance(ResourceAddress resource, InstanceKey key, List<Diagnostic> problems) {
    return switch (instances.apply(resource.instance(key))) {
      case Evaluated.Ok(var value) -> value;
      case Evaluated.Failed(var diagnostics) -> {
        problems.addAll(diagnostics);
        yield Value.nothing(Types.DYNAMIC);
      }
    };
  }

  private Value whole(ResourceAddress resource, Expansion expansion, List<Diagnostic> problems) {
    return switch (expansion.kind()) {
      case SINGLE, ENABLED ->
          expansion.members().isEmpty()
              ? Value.nothing(Types.DYNAMIC)
              : instance(resource, new InstanceKey.None(), problems);
      case COUNT -> {
        var elements = new ArrayList<Value>();
        for (var key : expansion.members().keySet())
          elements.add(instance(resource, key, problems));
        yield Value.tuple(elements);
      }
      case FOR_EACH -> {
        var elements = new TreeMap<String, Value>();
        for (var key : expansion.members().keySet())
          if (key instanceof InstanceKey.Key(var name))
            elements.put(name, instance(resource, key, problems));
        yield Value.object(elements);
      }
    };
  }
}
