package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The declared stack, compiled: what should be.
///
/// @param resources those of the components, too
/// @param components by their way, those inside others, too
/// @param locals of the stack itself, as its outputs, variables and checks
/// @param variables their values by name, marked where they come from a Secret
/// @param identity what `stack.name` and `stack.namespace` give
/// @param frozen addresses that count as declared though their declaration cannot be used; nothing
///   is planned for them, and what depends on them waits
/// @param frozenComponents components that count as declared with whatever is recorded in them
/// @param moves each before those that may carry its objects further
/// @param removals of what is not declared any more
/// @param imports by the resource that takes objects over, which is declared
/// @param providerConfigurations by name, those that can be used
/// @param frozenOutputs names that count as declared though their declaration cannot be used; they
///   keep the value they have
/// @param policies that look at what is planned, by name
public record StackConfig(
    SortedMap<ResourceAddress, ResourceConfig> resources,
    SortedMap<ComponentPath, ComponentConfig> components,
    SortedMap<String, Expression> locals,
    SortedMap<String, OutputConfig> outputs,
    SortedMap<String, Value> variables,
    SortedMap<String, Value> identity,
    SortedSet<ResourceAddress> frozen,
    SortedSet<ComponentPath> frozenComponents,
    List<Move> moves,
    Removals removals,
    SortedMap<ResourceAddress, List<Import>> imports,
    SortedMap<String, CheckConfig> checks,
    SortedMap<String, ProviderConfiguration> providerConfigurations,
    SortedSet<String> frozenOutputs,
    List<PolicyConfig> policies)
    implements Move.Declared {
  public StackConfig {
    resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
    locals = Collections.unmodifiableSortedMap(new TreeMap<>(locals));
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    identity = Collections.unmodifiableSortedMap(new TreeMap<>(identity));
    components = Collections.unmodifiableSortedMap(new TreeMap<>(components));
    frozen = Collections.unmodifiableSortedSet(new TreeSet<>(frozen));
    frozenComponents = Collections.unmodifiableSortedSet(new TreeSet<>(frozenComponents));
    moves = Collections.unmodifiableList(new ArrayList<>(moves));
    imports = Collections.unmodifiableSortedMap(new TreeMap<>(imports));
    checks = Collections.unmodifiableSortedMap(new TreeMap<>(checks));
    providerConfigurations =
        Collections.unmodifiableSortedMap(new TreeMap<>(providerConfigurations));
    frozenOutputs = Collections.unmodifiableSortedSet(new TreeSet<>(frozenOutputs));
    policies = Collections.unmodifiableList(new ArrayList<>(policies));
  }

  /// A stack that declares nothing: destroying needs no more.
  public static final StackConfig EMPTY =
      new StackConfig(
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeSet<>(),
          new TreeSet<>(),
          List.of(),
          Removals.NONE,
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeSet<>(),
          List.of());

  /// A stack that declares nothing but its providers, and what these may refer to.
  public StackConfig onlyProviders() {
    var ephemeral = new TreeMap<>(resources);
    ephemeral.keySet().removeIf(each -> each.mode() != ResourceAddress.Mode.EPHEMERAL);
    return new StackConfig(
        ephemeral,
        components,
        locals,
        new TreeMap<>(),
        variables,
        identity,
        new TreeSet<>(),
        new TreeSet<>(),
        List.of(),
        Removals.NONE,
        new TreeMap<>(),
        new TreeMap<>(),
        providerConfigurations,
        new TreeSet<>(),
        policies);
  }

  /// This stack with further addresses frozen, declared or not.
  public StackConfig freeze(Collection<ResourceAddress> addresses) {
    var all = new TreeSet<>(frozen);
    all.addAll(addresses);
    var usable = new TreeMap<>(resources);
    usable.keySet().removeAll(all);
    return new StackConfig(
        usable,
        components,
        locals,
        outputs,
        variables,
        identity,
        all,
        frozenComponents,
        moves,
        removals,
        imports,
        checks,
        providerConfigurations,
        frozenOutputs,
        policies);
  }

  /// This stack with further components frozen, declared or not, and everything in them.
  public StackConfig freezeComponents(Collection<ComponentPath> paths) {
    if (paths.isEmpty()) return this;
    var inside = new TreeSet<ResourceAddress>();
    paths.forEach(path -> inside.addAll(path.resourcesIn(resources).keySet()));
    var all = new TreeSet<>(frozenComponents);
    all.addAll(paths);
    var less = freeze(inside);
    return new StackConfig(
        less.resources,
        components,
        locals,
        outputs,
        variables,
        identity,
        less.frozen,
        all,
        moves,
        removals,
        imports,
        checks,
        providerConfigurations,
        frozenOutputs,
        policies);
  }

  /// This stack with further outputs frozen, declared or not, and without some of its checks.
  public StackConfig freezeOutputs(Collection<String> names, Collection<String> unusableChecks) {
    var all = new TreeSet<>(frozenOutputs);
    all.addAll(names);
    var usable = new TreeMap<>(outputs);
    usable.keySet().removeAll(all);
    var left = new TreeMap<>(checks);
    left.keySet().removeAll(unusableChecks);
    return new StackConfig(
        resources,
        components,
        locals,
        usable,
        variables,
        identity,
        frozen,
        frozenComponents,
        moves,
        removals,
        imports,
        left,
        providerConfigurations,
        all,
        policies);
  }

  /// This stack as it is declared, looked at and corrected by these policies.
  ///
  /// @rule R-POL-1
  /// @rule R-POL-3
  public StackConfig under(List<PolicyConfig> others) {
    var remedying = others.stream().filter(PolicyConfig::remediates).toList();
    var corrected = new TreeMap<>(resources);
    corrected.replaceAll((_, resource) -> resource.remediedBy(remedying));
    return new StackConfig(
        corrected,
        components,
        locals,
        outputs,
        variables,
        identity,
        frozen,
        frozenComponents,
        moves,
        removals,
        imports,
        checks,
        providerConfigurations,
        frozenOutputs,
        others);
  }

  /// Which resources stand behind its names.
  public ReferenceClosure closure() {
    return new ReferenceClosure(resources, locals, components);
  }

  /// Whether an output of this name is declared, usable or not.
  public boolean declaresOutput(String name) {
    return outputs.containsKey(name) || frozenOutputs.contains(name);
  }

  /// Whether something is declared at this address, usable or not.
  @Override
  public boolean declares(ResourceAddress resource) {
    return resources.containsKey(resource) || isFrozen(resource);
  }

  /// Whether a component is declared, usable or not.
  @Override
  public boolean declares(ComponentPath path) {
    return components.containsKey(path) || isFrozen(path);
  }

  /// Whether what is declared at this address cannot be used, or may be declared where nobody can
  /// tell.
  public boolean isFrozen(ResourceAddress resource) {
    return frozen.contains(resource) || isFrozen(resource.in());
  }

  @Override
  public Optional<Repetition> repetition(ResourceAddress resource) {
    return Optional.ofNullable(resources.get(resource)).map(ResourceConfig::repetition);
  }

  @Override
  public Optional<Repetition> repetition(ComponentPath component) {
    return Optional.ofNullable(components.get(component)).map(ComponentConfig::repetition);
  }

  private boolean isFrozen(ComponentPath path) {
    if (frozenComponents.isEmpty()) return false;
    for (int depth = 1; depth <= path.depth(); depth++)
      if (frozenComponents.contains(path.first(depth))) return true;
    return false;
  }
}
