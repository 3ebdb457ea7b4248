package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.state.DependencySet;
import java.util.ArrayList;
import java.util.Collections;
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
  private final SortedMap<ResourceAddress, Needs> needs;
  private final Map<ResourceAddress, DependencySet> stored;
  private final LocalClosure locals;

  private Dependencies(
      SortedMap<ResourceAddress, Needs> needs,
      Map<ResourceAddress, DependencySet> stored,
      LocalClosure locals) {
    this.needs = Collections.unmodifiableSortedMap(needs);
    this.stored = stored;
    this.locals = locals;
  }

  /// What a declaration names: one instance of a resource, or all of them.
  ///
  /// @param key of the instance, where it is written as a literal
  public record Referee(ResourceAddress resource, Optional<InstanceKey> key) {}

  /// What a declaration names, itself or through locals.
  ///
  /// @param referees to the instance where it names one, without repeats
  /// @param resources exactly those of the referees
  public record Needs(List<Referee> referees, SortedSet<ResourceAddress> resources) {
    private static final Needs NOTHING = new Needs(List.of(), Collections.emptySortedSet());

    private static Needs of(Set<Referee> referees) {
      if (referees.isEmpty()) return NOTHING;
      var resources = new TreeSet<ResourceAddress>();
      referees.forEach(each -> resources.add(each.resource()));
      return new Needs(
          Collections.unmodifiableList(new ArrayList<>(referees)),
          Collections.unmodifiableSortedSet(resources));
    }
  }

  /// @throws IllegalStateException if resources need each other in a circle
  public static Dependencies of(StackConfig config) {
    var locals = new LocalClosure(config.locals());
    var needs = new TreeMap<ResourceAddress, Needs>();
    config
        .resources()
        .forEach(
            (address, resource) -> needs.put(address, Needs.of(locals.referees(resource, config))));
    return new Dependencies(needs, DependencyClosure.of(needs), locals);
  }

  /// What each usable declaration names.
  public SortedMap<ResourceAddress, Needs> needs() {
    return needs;
  }

  /// The resources that the declaration names, itself or through locals. Nothing if there is no
  /// usable declaration.
  public SortedSet<ResourceAddress> direct(ResourceAddress resource) {
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

  /// The resources behind references, directly or through locals.
  public SortedSet<ResourceAddress> behind(List<Reference> references) {
    var resources = new TreeSet<ResourceAddress>();
    locals.behind(references).forEach(each -> resources.add(each.resource()));
    return resources;
  }

  /// The resources that an output waits for.
  ///
  /// @rule R-VAL-23
  public SortedSet<ResourceAddress> behind(OutputConfig output) {
    var resources = behind(output.references());
    resources.addAll(output.dependsOn());
    return resources;
  }

  /// The resources that a check looks at, its own data source aside.
  ///
  /// @rule R-COND-9
  public SortedSet<ResourceAddress> behind(CheckConfig check) {
    var resources = behind(check.references());
    check.data().ifPresent(data -> resources.addAll(data.dependsOn()));
    return resources;
  }

  /// Finds what references name, once for each local.
  private static final class LocalClosure {
    private final SortedMap<String, Expression> locals;
    private final Map<String, Set<Referee>> known = new ConcurrentHashMap<>();

    LocalClosure(SortedMap<String, Expression> locals) {
      this.locals = locals;
    }

    /// @rule R-GRAPH-12
    Set<Referee> referees(ResourceConfig resource, StackConfig config) {
      var referees = behind(resource.references());
      resource
          .providerConfiguration()
          .map(config.providerConfigurations()::get)
          .ifPresent(provider -> referees.addAll(behind(provider.references())));
      resource.dependsOn().forEach(each -> referees.add(new Referee(each, Optional.empty())));
      referees.removeIf(each -> each.resource().equals(resource.address()));
      return referees;
    }

    Set<Referee> behind(List<Reference> references) {
      var referees = new LinkedHashSet<Referee>();
      for (Reference reference : references)
        switch (reference.root()) {
          case Root.Resource(var address) ->
              referees.add(new Referee(address, literalKey(reference)));
          case Root.Local(var name) -> referees.addAll(behind(name));
          case Root.Variable _,
              Root.EachKey _,
              Root.EachValue _,
              Root.CountIndex _,
              Root.Self _,
              Root.Secret _,
              Root.Named _,
              Root.Stack _ -> {}
        }
      return referees;
    }

    /// Locals that name each other in a circle are no part of a usable stack.
    private Set<Referee> behind(String local) {
      var found = known.get(local);
      if (found != null) return found;
      var expression = locals.get(local);
      if (expression == null) return Set.of();
      var referees = behind(expression.references());
      known.put(local, referees);
      return referees;
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
  }
}
