package io.keelson.engine.plan;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.state.Dependency;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// Which resources each declared resource needs, as its declaration says.
///
/// A reference through locals counts like one written in place. A resource never needs itself.
///
/// @rule R-GRAPH-10
/// @rule R-GRAPH-20
public final class Dependencies {
  private final SortedMap<ResourceAddress, SortedSet<ResourceAddress>> direct;
  private final Map<ResourceAddress, SortedSet<Dependency>> stored;

  private final LocalClosure locals;

  private Dependencies(
      SortedMap<ResourceAddress, SortedSet<ResourceAddress>> direct,
      Map<ResourceAddress, SortedSet<Dependency>> stored,
      LocalClosure locals) {
    this.direct = direct;
    this.stored = stored;
    this.locals = locals;
  }

  /// @throws IllegalStateException if resources need each other in a circle
  public static Dependencies of(StackConfig config) {
    var throughLocals = new LocalClosure(config.locals());
    var direct = new TreeMap<ResourceAddress, SortedSet<ResourceAddress>>();
    config
        .resources()
        .forEach((address, resource) -> direct.put(address, throughLocals.needs(resource)));
    return new Dependencies(direct, closure(direct), throughLocals);
  }

  /// The resources that the declaration names, itself or through locals. Nothing if there is no
  /// usable declaration.
  public SortedSet<ResourceAddress> direct(ResourceAddress resource) {
    return direct.getOrDefault(resource, Collections.emptySortedSet());
  }

  /// Everything the resource needs, with what that needs in turn: what is stored with its objects.
  public SortedSet<Dependency> stored(ResourceAddress resource) {
    return stored.getOrDefault(resource, Collections.emptySortedSet());
  }

  /// The resources behind references, directly or through locals.
  public SortedSet<ResourceAddress> behind(List<Reference> references) {
    return locals.resources(references);
  }

  private static Map<ResourceAddress, SortedSet<Dependency>> closure(
      SortedMap<ResourceAddress, SortedSet<ResourceAddress>> direct) {
    var needsFirst = Graph.<ResourceAddress>builder();
    direct.forEach((resource, needs) -> {
      needsFirst.node(resource);
      needs.forEach(need -> needsFirst.edge(need, resource));
    });
    var all = new HashMap<ResourceAddress, SortedSet<ResourceAddress>>();
    for (ResourceAddress resource : needsFirst.build().inOrder()) {
      var reached = new TreeSet<ResourceAddress>();
      for (ResourceAddress need : direct.getOrDefault(resource, Collections.emptySortedSet())) {
        reached.add(need);
        reached.addAll(all.getOrDefault(need, Collections.emptySortedSet()));
      }
      all.put(resource, reached);
    }
    var stored = new HashMap<ResourceAddress, SortedSet<Dependency>>();
    direct.forEach((resource, needs) ->
        stored.put(resource, asDependencies(all.getOrDefault(resource, new TreeSet<>()), needs)));
    return stored;
  }

  private static SortedSet<Dependency> asDependencies(
      SortedSet<ResourceAddress> reached, Set<ResourceAddress> direct) {
    var dependencies = new TreeSet<Dependency>();
    for (ResourceAddress each : reached)
      dependencies.add(new Dependency(each, direct.contains(each)));
    return Collections.unmodifiableSortedSet(dependencies);
  }

  /// Finds the resources behind references, once for each local.
  private static final class LocalClosure {
    private final SortedMap<String, Expression> locals;
    private final Map<String, SortedSet<ResourceAddress>> known = new ConcurrentHashMap<>();

    LocalClosure(SortedMap<String, Expression> locals) {
      this.locals = locals;
    }

    SortedSet<ResourceAddress> needs(ResourceConfig resource) {
      var needs = resources(resource.references());
      needs.addAll(resource.dependsOn());
      needs.remove(resource.address());
      return Collections.unmodifiableSortedSet(needs);
    }

    private SortedSet<ResourceAddress> resources(List<Reference> references) {
      var resources = new TreeSet<ResourceAddress>();
      for (Reference reference : references) {
        switch (reference.root()) {
          case Root.Resource(var address) -> resources.add(address);
          case Root.Local(var name) -> resources.addAll(behind(name));
          case Root.Variable _,
              Root.EachKey _,
              Root.EachValue _,
              Root.CountIndex _,
              Root.Self _,
              Root.Stack _ -> {}
        }
      }
      return resources;
    }

    /// Locals that name each other in a circle are no part of a usable stack.
    private SortedSet<ResourceAddress> behind(String local) {
      var found = known.get(local);
      if (found != null) return found;
      var expression = locals.get(local);
      if (expression == null) return Collections.emptySortedSet();
      var resources = resources(expression.references());
      known.put(local, resources);
      return resources;
    }
  }
}
