package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.ProviderConfiguration;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.StackConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Freezes the parts of a configuration that cannot be planned yet: their addresses stay.
public final class WaitingParts {
  private final StackConfig config;
  private final SortedSet<String> missing;

  private WaitingParts(StackConfig config, SortedSet<String> missing) {
    this.config = config;
    this.missing = missing;
  }

  /// Freezes every resource, import and output that uses a variable without a value, and every
  /// component that is given one or repeated by it. A check that uses one is left out.
  public static StackConfig freeze(StackConfig config, SortedSet<String> missing) {
    var waiting = new WaitingParts(config, missing);
    var frozen = new TreeSet<ResourceAddress>();
    config
        .resources()
        .forEach((address, resource) -> {
          if (waiting.uses(waiting.references(resource))) frozen.add(address);
        });
    config
        .imports()
        .forEach((address, statements) -> {
          if (statements.stream().anyMatch(each -> waiting.uses(each.references())))
            frozen.add(address);
        });
    var outputs =
        config.outputs().values().stream()
            .filter(output -> waiting.uses(output.references()))
            .map(OutputConfig::name)
            .toList();
    var checks =
        config.checks().values().stream()
            .filter(check -> waiting.uses(waiting.references(check)))
            .map(CheckConfig::name)
            .toList();
    var components =
        config.components().entrySet().stream()
            .filter(each -> each.getKey().depth() == 1)
            .filter(each -> waiting.uses(references(each.getValue())))
            .map(Map.Entry::getKey)
            .toList();
    return config.freeze(frozen).freezeComponents(components).freezeOutputs(outputs, checks);
  }

  private static List<Reference> references(ComponentConfig component) {
    var all = new ArrayList<>(component.repetition().references());
    component.inputs().values().forEach(input -> all.addAll(input.references()));
    return all;
  }

  /// The references of a resource, its own and those of its provider configuration. What it calls
  /// by name in a component is the component's own.
  private List<Reference> references(ResourceConfig resource) {
    var all = new ArrayList<Reference>();
    if (resource.address().in().isRoot()) all.addAll(resource.references());
    all.addAll(configuring(resource.providerConfiguration()));
    return all;
  }

  private List<Reference> references(CheckConfig check) {
    var all = new ArrayList<>(check.references());
    all.addAll(configuring(check.providerConfiguration()));
    return all;
  }

  private List<Reference> configuring(Optional<String> provider) {
    return provider
        .map(config.providerConfigurations()::get)
        .map(ProviderConfiguration::references)
        .orElse(List.of());
  }

  private boolean uses(Collection<Reference> references) {
    return uses(references, new TreeSet<>());
  }

  private boolean uses(Collection<Reference> references, SortedSet<String> seen) {
    for (Reference reference : references) {
      switch (reference.root()) {
        case Root.Variable(var name) -> {
          if (missing.contains(name)) return true;
        }
        case Root.Local(var name) -> {
          var local = config.locals().get(name);
          if (local != null && seen.add(name) && uses(local.references(), seen)) return true;
        }
        default -> {}
      }
    }
    return false;
  }
}
