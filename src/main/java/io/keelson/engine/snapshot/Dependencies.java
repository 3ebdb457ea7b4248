package io.keelson.engine.snapshot;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.ProviderConfiguration;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.ReferenceClosure;
import io.keelson.engine.config.ReferenceClosure.Referee;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.state.DependencySet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Which resources each declared resource needs, as its declaration says.
///
/// A reference through locals counts like one written in place. A resource never needs itself.
///
/// @rule R-GRAPH-10
/// @rule R-GRAPH-20
public final class Dependencies {
  private final SortedMap<ResourceAddress, Needs> needs;
  private final Map<ResourceAddress, DependencySet> stored;

  /// For resources in components, the resources that the number of their instances depends on.
  private final Map<ResourceAddress, Set<ResourceAddress>> repeatedBy;

  private final ReferenceClosure closure;
  private final SortedMap<String, ProviderConfiguration> configurations;

  private Dependencies(
      SortedMap<ResourceAddress, Needs> needs,
      Map<ResourceAddress, Set<ResourceAddress>> repeatedBy,
      Map<ResourceAddress, DependencySet> stored,
      ReferenceClosure closure,
      SortedMap<String, ProviderConfiguration> configurations) {
    this.configurations = configurations;
    this.repeatedBy = repeatedBy;
    this.needs = Collections.unmodifiableSortedMap(needs);
    this.stored = stored;
    this.closure = closure;
  }

  /// The resources that a declaration names, itself or through locals.
  ///
  /// @param referees the named resources, with the instance where one is named; without repeats
  /// @param depths of exactly the resources of the referees, see [Dependency#depth]
  public record Needs(List<Referee> referees, SortedMap<ResourceAddress, Integer> depths) {
    private static final Needs NOTHING = new Needs(List.of(), Collections.emptySortedMap());

    private static Needs of(Set<Referee> referees) {
      if (referees.isEmpty()) return NOTHING;
      var depths = new TreeMap<ResourceAddress, Integer>();
      referees.forEach(each -> depths.merge(each.resource(), each.depth(), Math::min));
      return new Needs(
          Collections.unmodifiableList(new ArrayList<>(referees)),
          Collections.unmodifiableSortedMap(depths));
    }

    /// What the declaration names.
    public Set<ResourceAddress> resources() {
      return depths.keySet();
    }
  }

  /// @throws IllegalStateException if resources need each other in a circle
  public static Dependencies of(StackConfig config) {
    var closure = config.closure();
    var needs = new TreeMap<ResourceAddress, Needs>();
    config
        .resources()
        .forEach((address, resource) ->
            needs.put(address, Needs.of(referees(resource, config, closure))));
    var repeatedBy = new HashMap<ResourceAddress, Set<ResourceAddress>>();
    config
        .resources()
        .forEach((address, resource) -> {
          if (!address.in().isRoot())
            repeatedBy.put(address, resources(closure.ofRepetition(resource)));
        });
    return new Dependencies(
        needs, repeatedBy, DependencyClosure.of(needs), closure, config.providerConfigurations());
  }

  /// @rule R-GRAPH-12
  private static Set<Referee> referees(
      ResourceConfig resource, StackConfig config, ReferenceClosure closure) {
    var referees = closure.of(resource);
    resource
        .providerConfiguration()
        .map(config.providerConfigurations()::get)
        .ifPresent(
            provider -> referees.addAll(closure.behind(ComponentPath.ROOT, provider.references())));
    referees.removeIf(each -> each.resource().equals(resource.address()));
    return referees;
  }

  /// The data sources that provider configurations name, and nothing else does: what they give lets
  /// a provider in, and is in no object and no output.
  ///
  /// @param config that these dependencies are of
  public SortedSet<ResourceAddress> ofProvidersAlone(StackConfig config) {
    var found = new TreeSet<ResourceAddress>();
    config
        .providerConfigurations()
        .values()
        .forEach(each -> found.addAll(behind(each.references())));
    found.removeIf(each -> each.mode() != ResourceAddress.Mode.DATA);
    if (found.isEmpty()) return found;
    config.resources().values().forEach(each -> found.removeAll(resources(closure.of(each))));
    config.outputs().values().forEach(each -> found.removeAll(behind(each)));
    config.checks().values().forEach(each -> found.removeAll(behind(each.references())));
    return found;
  }

  /// What each usable declaration names.
  public SortedMap<ResourceAddress, Needs> needs() {
    return needs;
  }

  /// The resources that the declaration names, itself or through locals. Nothing if there is no
  /// usable declaration.
  public Set<ResourceAddress> direct(ResourceAddress resource) {
    return needs.getOrDefault(resource, Needs.NOTHING).resources();
  }

  /// Everything the resource needs, with what that needs in turn: what is stored with its objects.
  public DependencySet stored(ResourceAddress resource) {
    return stored.getOrDefault(resource, DependencySet.NONE);
  }

  /// Whether a resource needs nothing but, at most, ephemeral ones.
  public boolean isSelfSufficient(ResourceAddress resource) {
    return stored(resource).stream()
        .allMatch(each -> each.resource().mode() == ResourceAddress.Mode.EPHEMERAL);
  }

  /// What `dependsOn` of the resource, and of the components around it, names.
  ///
  /// @rule R-DATA-2
  /// @return each with its depth, see [Dependency#depth]
  public SortedMap<ResourceAddress, Integer> explicit(ResourceConfig resource) {
    return Needs.of(closure.explicit(resource)).depths();
  }

  /// The resources behind references of one component, directly or through other names.
  public SortedSet<ResourceAddress> behind(ComponentPath at, List<Reference> references) {
    return resources(closure.behind(at, references));
  }

  /// The resources that the number of instances of a declared resource depends on.
  public Set<ResourceAddress> repeatedBy(ResourceAddress resource) {
    return repeatedBy.getOrDefault(resource, Set.of());
  }

  /// The resources that the number of instances of a component depends on.
  public SortedSet<ResourceAddress> behindRepetition(ComponentPath component) {
    return resources(closure.ofRepetition(component));
  }

  /// The resources behind what is given to a variable of a component.
  public SortedSet<ResourceAddress> behindVariable(ComponentPath component, String name) {
    return behind(component, List.of(Reference.to(new Root.Variable(name))));
  }

  /// The resources behind an output of a component.
  public SortedSet<ResourceAddress> behindOutput(ComponentPath component, String name) {
    var root = new Root.Component(component.names().getLast(), Optional.of(name));
    return behind(component.parent(), List.of(Reference.to(root)));
  }

  private static SortedSet<ResourceAddress> resources(Set<Referee> referees) {
    var resources = new TreeSet<ResourceAddress>();
    referees.forEach(each -> resources.add(each.resource()));
    return resources;
  }

  /// The resources behind references of the stack itself.
  public SortedSet<ResourceAddress> behind(List<Reference> references) {
    return behind(ComponentPath.ROOT, references);
  }

  /// The resources that an output waits for.
  ///
  /// @rule R-VAL-23
  public SortedSet<ResourceAddress> behind(OutputConfig output) {
    var resources = behind(output.references());
    resources.addAll(resources(closure.needs(ComponentPath.ROOT, output.dependsOn())));
    return resources;
  }

  /// The resources that a check looks at, its own data source aside, with those that the provider
  /// of that is configured with.
  ///
  /// @rule R-COND-9
  public SortedSet<ResourceAddress> behind(CheckConfig check) {
    var path = check.in().path();
    var resources = behind(path, check.references());
    check.data().ifPresent(data -> resources.addAll(explicit(data).keySet()));
    check
        .providerConfiguration()
        .map(configurations::get)
        .ifPresent(provider -> resources.addAll(behind(provider.references())));
    if (!path.isRoot()) resources.addAll(behindRepetition(path));
    return resources;
  }
}
