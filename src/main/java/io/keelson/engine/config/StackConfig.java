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
/// @param moves each before those that may carry its objects further
/// @param removals of what is not declared any more
/// @param imports by the resource that takes objects over, which is declared
/// @param providerConfigurations by name, those that can be used
/// @param policies that look at what is planned, by name
/// @param registered by programs, nothing as long as they have not run
public record StackConfig(
    SortedMap<ResourceAddress, ResourceConfig> resources,
    SortedMap<ComponentPath, ComponentConfig> components,
    SortedMap<String, Expression> locals,
    SortedMap<String, OutputConfig> outputs,
    SortedMap<String, Value> variables,
    SortedMap<String, Value> identity,
    Frozen frozen,
    List<Move> moves,
    Removals removals,
    SortedMap<ResourceAddress, List<Import>> imports,
    SortedMap<String, CheckConfig> checks,
    SortedMap<String, ProviderConfiguration> providerConfigurations,
    List<PolicyConfig> policies,
    Registered registered)
    implements Move.Declared {
  /// A stack whose programs have not run.
  public StackConfig(
      SortedMap<ResourceAddress, ResourceConfig> resources,
      SortedMap<ComponentPath, ComponentConfig> components,
      SortedMap<String, Expression> locals,
      SortedMap<String, OutputConfig> outputs,
      SortedMap<String, Value> variables,
      SortedMap<String, Value> identity,
      Frozen frozen,
      List<Move> moves,
      Removals removals,
      SortedMap<ResourceAddress, List<Import>> imports,
      SortedMap<String, CheckConfig> checks,
      SortedMap<String, ProviderConfiguration> providerConfigurations,
      List<PolicyConfig> policies) {
    this(
        resources,
        components,
        locals,
        outputs,
        variables,
        identity,
        frozen,
        moves,
        removals,
        imports,
        checks,
        providerConfigurations,
        policies,
        Registered.NONE);
  }

  public StackConfig {
    resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
    locals = Collections.unmodifiableSortedMap(new TreeMap<>(locals));
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    identity = Collections.unmodifiableSortedMap(new TreeMap<>(identity));
    components = Collections.unmodifiableSortedMap(new TreeMap<>(components));
    moves = Collections.unmodifiableList(new ArrayList<>(moves));
    imports = Collections.unmodifiableSortedMap(new TreeMap<>(imports));
    checks = Collections.unmodifiableSortedMap(new TreeMap<>(checks));
    providerConfigurations =
        Collections.unmodifiableSortedMap(new TreeMap<>(providerConfigurations));
    policies = Collections.unmodifiableList(new ArrayList<>(policies));
  }

  /// What counts as declared though its declaration cannot be used.
  ///
  /// @param resources nothing is planned for them, and what depends on them waits
  /// @param components with whatever is recorded in them
  /// @param outputs they keep the value they have
  /// @param triggers what would replace the resources, as far as that could be read
  public record Frozen(
      SortedSet<ResourceAddress> resources,
      SortedSet<ComponentPath> components,
      SortedSet<String> outputs,
      SortedMap<ResourceAddress, List<Reference>> triggers) {
    public static final Frozen NONE = new Frozen(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());

    /// Nothing of which more than its address could be read.
    public Frozen(
        SortedSet<ResourceAddress> resources,
        SortedSet<ComponentPath> components,
        SortedSet<String> outputs) {
      this(resources, components, outputs, new TreeMap<>());
    }

    public Frozen {
      triggers = Collections.unmodifiableSortedMap(new TreeMap<>(triggers));
      resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
      components = Collections.unmodifiableSortedSet(new TreeSet<>(components));
      outputs = Collections.unmodifiableSortedSet(new TreeSet<>(outputs));
    }

    private Frozen with(
        Collection<ResourceAddress> addresses,
        SortedMap<ResourceAddress, ResourceConfig> declared) {
      var all = new TreeMap<>(triggers);
      for (ResourceAddress address : addresses) {
        var config = declared.get(address);
        if (config != null && !config.lifecycle().replaceTriggeredBy().isEmpty())
          all.put(address, config.lifecycle().replaceTriggeredBy());
      }
      return new Frozen(union(resources, addresses), components, outputs, all);
    }

    private Frozen withComponents(Collection<ComponentPath> paths) {
      return new Frozen(resources, union(components, paths), outputs, triggers);
    }

    private Frozen withOutputs(Collection<String> names) {
      return new Frozen(resources, components, union(outputs, names), triggers);
    }

    private static <T> SortedSet<T> union(SortedSet<T> some, Collection<T> others) {
      var all = new TreeSet<>(some);
      all.addAll(others);
      return all;
    }

    private boolean covers(ComponentPath path) {
      if (components.isEmpty()) return false;
      for (int depth = 1; depth <= path.depth(); depth++)
        if (components.contains(path.first(depth))) return true;
      return false;
    }
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
          Frozen.NONE,
          List.of(),
          Removals.NONE,
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeMap<>(),
          List.of());

  /// A stack that declares nothing but its providers, and what these may refer to.
  public StackConfig onlyProviders() {
    var referred = new TreeMap<>(resources);
    referred
        .keySet()
        .removeIf(each ->
            each.mode() != ResourceAddress.Mode.EPHEMERAL
                && each.mode() != ResourceAddress.Mode.DATA);
    return new StackConfig(
        referred,
        components,
        locals,
        new TreeMap<>(),
        variables,
        identity,
        Frozen.NONE,
        List.of(),
        Removals.NONE,
        new TreeMap<>(),
        new TreeMap<>(),
        providerConfigurations,
        policies);
  }

  /// This stack with further addresses frozen, declared or not.
  public StackConfig freeze(Collection<ResourceAddress> addresses) {
    var all = frozen.with(addresses, resources);
    var usable = new TreeMap<>(resources);
    usable.keySet().removeAll(all.resources);
    return with(usable, outputs, checks, all, policies);
  }

  /// This stack with further components frozen, declared or not, and everything in them.
  public StackConfig freezeComponents(Collection<ComponentPath> paths) {
    if (paths.isEmpty()) return this;
    var inside = new TreeSet<ResourceAddress>();
    paths.forEach(path -> inside.addAll(path.resourcesIn(resources).keySet()));
    var less = freeze(inside);
    return with(less.resources, outputs, checks, less.frozen.withComponents(paths), policies);
  }

  /// This stack with further outputs frozen, declared or not, and without some of its checks.
  public StackConfig freezeOutputs(Collection<String> names, Collection<String> unusableChecks) {
    var all = frozen.withOutputs(names);
    var usable = new TreeMap<>(outputs);
    usable.keySet().removeAll(all.outputs);
    var left = new TreeMap<>(checks);
    left.keySet().removeAll(unusableChecks);
    return with(resources, usable, left, all, policies);
  }

  /// This stack as it is declared, looked at and corrected by these policies.
  ///
  /// @rule R-POL-1
  /// @rule R-POL-3
  public StackConfig under(List<PolicyConfig> others) {
    var remedying = others.stream().filter(PolicyConfig::remediates).toList();
    var corrected = new TreeMap<>(resources);
    corrected.replaceAll((_, resource) -> resource.remediedBy(remedying));
    return with(corrected, outputs, checks, frozen, others);
  }

  private StackConfig with(
      SortedMap<ResourceAddress, ResourceConfig> resources,
      SortedMap<String, OutputConfig> outputs,
      SortedMap<String, CheckConfig> checks,
      Frozen frozen,
      List<PolicyConfig> policies) {
    return new StackConfig(
        resources,
        components,
        locals,
        outputs,
        variables,
        identity,
        frozen,
        moves,
        removals,
        imports,
        checks,
        providerConfigurations,
        policies,
        registered);
  }

  /// This stack with what its programs have registered.
  ///
  /// @rule R-PRG-20
  public StackConfig registering(Registered by) {
    if (by.equals(registered)) return this;
    var inside = new TreeMap<>(resources);
    inside.putAll(by.resources());
    var around = new TreeMap<>(components);
    around.putAll(by.components());
    var all = new ArrayList<>(moves);
    all.addAll(by.moves());
    var taken = new TreeMap<>(imports);
    by.imports()
        .forEach((to, more) ->
            taken.merge(
                to,
                more,
                (one, other) -> {
                  var both = new ArrayList<>(one);
                  both.addAll(other);
                  return both;
                }));
    return new StackConfig(
            inside,
            around,
            locals,
            outputs,
            variables,
            identity,
            frozen,
            all,
            removals,
            taken,
            checks,
            providerConfigurations,
            policies,
            by)
        .freezeComponents(by.failed())
        .under(policies);
  }

  /// Whether a program says what is in a component, or in one around it.
  public boolean isInsideProgram(ComponentPath path) {
    for (int depth = 1; depth <= path.depth(); depth++) {
      var around = components.get(path.first(depth));
      if (around != null && around.program().isPresent()) return true;
    }
    return false;
  }

  /// The run of the program that has registered something: the nearest around it. Empty for what is
  /// declared.
  public Optional<ResourceAddress> registrant(ResourceAddress registered) {
    boolean isRun = registered.mode() == ResourceAddress.Mode.PROGRAM;
    for (int depth = registered.in().depth() - (isRun ? 1 : 0); depth > 0; depth--) {
      var path = registered.in().first(depth);
      var run = Optional.ofNullable(components.get(path)).flatMap(ComponentConfig::program);
      if (run.isPresent()) return Optional.of(run.get().run().within(path));
    }
    return Optional.empty();
  }

  /// Whether a program says what is in one of its components.
  public boolean hasPrograms() {
    return components.values().stream().anyMatch(each -> each.program().isPresent());
  }

  /// The data sources that only checks look at, by their addresses: all that is read of a component
  /// is in each of its instances.
  public SortedMap<ResourceAddress, ResourceConfig> dataOfChecks() {
    var all = new TreeMap<ResourceAddress, ResourceConfig>();
    checks.values().forEach(check -> check.data().ifPresent(data -> all.put(data.address(), data)));
    components.forEach((path, component) ->
        component
            .body()
            .checks()
            .values()
            .forEach(check ->
                check
                    .data()
                    .map(data -> data.within(path))
                    .ifPresent(data -> all.put(data.address(), data))));
    return all;
  }

  /// Which resources stand behind its names.
  public ReferenceClosure closure() {
    return new ReferenceClosure(resources, locals, components);
  }

  /// Whether an output of this name is declared, usable or not.
  public boolean declaresOutput(String name) {
    return outputs.containsKey(name) || frozen.outputs.contains(name);
  }

  /// Whether something is declared at this address, usable or not.
  @Override
  public boolean declares(ResourceAddress resource) {
    return resources.containsKey(resource)
        || isFrozen(resource)
        || mayBeRegistered(resource.in()) && !isFormerName(resource);
  }

  /// Whether a program has said that something of it was called so before.
  private boolean isFormerName(ResourceAddress resource) {
    return isFormerName(resource.in())
        || registered.moves().stream()
            .anyMatch(each -> each.resource(each.from()).filter(resource::equals).isPresent());
  }

  /// Whether a program has said that this component, or one around it, was called so before.
  private boolean isFormerName(ComponentPath path) {
    return registered.moves().stream()
        .filter(Move::isOfComponent)
        .map(each -> each.from().path(each.scope()))
        .anyMatch(former -> path.startsWith(former) && !components.containsKey(former));
  }

  /// Whether a component is one whose program has not run, or inside of one.
  public boolean mayBeRegistered(ComponentPath path) {
    for (int depth = 1; depth <= path.depth(); depth++) {
      var around = components.get(path.first(depth));
      if (around != null && around.program().filter(each -> !each.hasRun()).isPresent())
        return true;
    }
    return false;
  }

  /// Whether a component is declared, usable or not.
  @Override
  public boolean declares(ComponentPath path) {
    return components.containsKey(path)
        || frozen.covers(path)
        || mayBeRegistered(path) && !isFormerName(path);
  }

  /// Whether what is declared at this address cannot be used, or may be declared where nobody can
  /// tell.
  public boolean isFrozen(ResourceAddress resource) {
    return frozen.resources.contains(resource) || frozen.covers(resource.in());
  }

  @Override
  public Optional<Repetition> repetition(ResourceAddress resource) {
    return Optional.ofNullable(resources.get(resource)).map(ResourceConfig::repetition);
  }

  @Override
  public Optional<Repetition> repetition(ComponentPath component) {
    return Optional.ofNullable(components.get(component)).map(ComponentConfig::repetition);
  }
}
