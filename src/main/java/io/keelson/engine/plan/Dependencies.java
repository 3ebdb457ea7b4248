package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.DependencySet;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final StackConfig config;

  private Dependencies(
      SortedMap<ResourceAddress, SortedSet<ResourceAddress>> direct,
      Map<ResourceAddress, SortedSet<Dependency>> stored,
      LocalClosure locals,
      StackConfig config) {
    this.direct = direct;
    this.stored = stored;
    this.locals = locals;
    this.config = config;
  }

  /// What a declaration names: one instance of a resource, or all of them.
  ///
  /// @param key of the instance, where it is written as a literal
  public record Referee(ResourceAddress resource, Optional<InstanceKey> key) {}

  /// @throws IllegalStateException if resources need each other in a circle
  public static Dependencies of(StackConfig config) {
    var throughLocals = new LocalClosure(config.locals());
    var direct = new TreeMap<ResourceAddress, SortedSet<ResourceAddress>>();
    config
        .resources()
        .forEach((address, resource) -> direct.put(address, throughLocals.needs(resource)));
    return new Dependencies(direct, closure(direct), throughLocals, config);
  }

  /// The resources that the declaration names, itself or through locals. Nothing if there is no
  /// usable declaration.
  public SortedSet<ResourceAddress> direct(ResourceAddress resource) {
    return direct.getOrDefault(resource, Collections.emptySortedSet());
  }

  /// What the declaration names, to the instance where it names one. Covers exactly the resources
  /// of [#direct].
  public Set<Referee> referees(ResourceAddress resource) {
    var declaration = config.resources().get(resource);
    if (declaration == null) return Set.of();
    var referees = new LinkedHashSet<Referee>();
    locals.collect(declaration.references(), referees);
    declaration.dependsOn().forEach(each -> referees.add(new Referee(each, Optional.empty())));
    referees.removeIf(each -> each.resource().equals(resource));
    return referees;
  }

  /// Everything the resource needs, with what that needs in turn: what is stored with its objects.
  public SortedSet<Dependency> stored(ResourceAddress resource) {
    return stored.getOrDefault(resource, Collections.emptySortedSet());
  }

  /// The resources behind references, directly or through locals.
  public SortedSet<ResourceAddress> behind(List<Reference> references) {
    return locals.resources(references);
  }

  /// Computed over positions instead of addresses: the lists of a deep stack have millions of
  /// elements.
  private static Map<ResourceAddress, SortedSet<Dependency>> closure(
      SortedMap<ResourceAddress, SortedSet<ResourceAddress>> direct) {
    var needsFirst = Graph.<ResourceAddress>builder();
    var addresses = new TreeSet<>(direct.keySet());
    direct.forEach((resource, needs) -> {
      needsFirst.node(resource);
      needs.forEach(need -> needsFirst.edge(need, resource));
      addresses.addAll(needs);
    });
    var positions = new HashMap<ResourceAddress, Integer>();
    for (ResourceAddress address : addresses) positions.put(address, positions.size());
    var shared = new SharedDependencies(addresses);
    var reached = new HashMap<ResourceAddress, BitSet>();
    var stored = new HashMap<ResourceAddress, SortedSet<Dependency>>();
    for (ResourceAddress resource : needsFirst.build().inOrder()) {
      var all = new BitSet();
      var own = new BitSet();
      for (ResourceAddress need : direct.getOrDefault(resource, Collections.emptySortedSet())) {
        own.set(positions.getOrDefault(need, 0));
        all.or(reached.getOrDefault(need, new BitSet()));
      }
      all.or(own);
      reached.put(resource, all);
      stored.put(resource, shared.select(all, own));
    }
    return stored;
  }

  /// One object for each way to depend on a resource, used in all lists.
  private static final class SharedDependencies {
    private final Dependency[] direct;
    private final Dependency[] indirect;

    SharedDependencies(SortedSet<ResourceAddress> addresses) {
      direct =
          addresses.stream().map(each -> new Dependency(each, true)).toArray(Dependency[]::new);
      indirect =
          addresses.stream().map(each -> new Dependency(each, false)).toArray(Dependency[]::new);
    }

    DependencySet select(BitSet all, BitSet own) {
      var selected = new Dependency[all.cardinality()];
      int count = 0;
      for (int i = all.nextSetBit(0); i >= 0; i = all.nextSetBit(i + 1))
        selected[count++] = own.get(i) ? direct[i] : indirect[i];
      return DependencySet.ofSorted(selected);
    }
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

    /// Adds what the references name, with instance keys.
    void collect(List<Reference> references, Set<Referee> into) {
      for (Reference reference : references)
        switch (reference.root()) {
          case Root.Resource(var address) -> into.add(new Referee(address, literalKey(reference)));
          case Root.Local(var name) -> {
            var local = locals.get(name);
            if (local != null) collect(local.references(), into);
          }
          case Root.Variable _,
              Root.EachKey _,
              Root.EachValue _,
              Root.CountIndex _,
              Root.Self _,
              Root.Stack _ -> {}
        }
    }

    private static Optional<InstanceKey> literalKey(Reference reference) {
      if (reference.steps().isEmpty()) return Optional.empty();
      return switch (reference.steps().getFirst()) {
        case Reference.Step.Index(int index) when index >= 0 ->
            Optional.of(new InstanceKey.Index(index));
        case Reference.Step.Key(String key) -> Optional.of(new InstanceKey.Key(key));
        default -> Optional.empty();
      };
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
