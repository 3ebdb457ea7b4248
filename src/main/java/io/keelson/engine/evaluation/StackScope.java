package io.keelson.engine.evaluation;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Gives references their values while a stack is planned or applied: in the stack itself, and in
/// each instance of a component.
public final class StackScope implements Scope {
  private final StackConfig config;
  private final ResourceValues resources;
  private final ComponentScope root;
  private final Map<ComponentInstance, ComponentScope> scopes = new ConcurrentHashMap<>();
  private final Map<ComponentPath, ComponentInstances> instances = new ConcurrentHashMap<>();
  private final Expansion.Room room;
  private final StopSignal stop;
  private final MadeValues made;
  private final Function<InstanceAddress, Optional<Value>> registered;

  /// For what takes no time to evaluate.
  ///
  /// @param room for instances of components
  public StackScope(StackConfig config, ResourceValues resources, Expansion.Room room) {
    this(config, resources, room, at -> planned(config, at));
  }

  /// For what is applied: the same was evaluated when it was planned.
  ///
  /// @param room for instances of components
  /// @param registered what programs have registered by now
  public StackScope(
      StackConfig config,
      ResourceValues resources,
      Expansion.Room room,
      Function<InstanceAddress, Optional<Value>> registered) {
    this(config, resources, room, new StopSignal(), new MadeValues(Long.MAX_VALUE), registered);
  }

  /// @param room for instances of components
  /// @param stop ends evaluations, too
  /// @param made by all of them together
  public StackScope(
      StackConfig config,
      ResourceValues resources,
      Expansion.Room room,
      StopSignal stop,
      MadeValues made) {
    this(config, resources, room, stop, made, at -> planned(config, at));
  }

  private StackScope(
      StackConfig config,
      ResourceValues resources,
      Expansion.Room room,
      StopSignal stop,
      MadeValues made,
      Function<InstanceAddress, Optional<Value>> registered) {
    this.registered = registered;
    this.made = made;
    this.config = config;
    this.resources = resources;
    this.room = room;
    this.stop = stop;
    this.root = new ComponentScope(this, config.locals());
  }

  @Override
  public void goOn() {
    stop.check();
  }

  @Override
  public Optional<String> objection(long characters) {
    return made.objection(characters);
  }

  @Override
  public Evaluated resolve(Root name) {
    return root.resolve(name);
  }

  /// What an instance of a resource sees: the names of the component it stands in, and what `each`
  /// and `count` mean for it.
  public Scope within(ResourceAddress resource, Expansion.Member member) {
    return of(new ComponentInstance(resource.in(), member.key().components())).within(member);
  }

  /// What is seen in an instance of a component, or in the stack itself.
  public Scope in(ComponentInstance instance) {
    return of(instance);
  }

  /// The scope of a statement of the stack that is repeated.
  public Scope within(Expansion.Member member) {
    return root.within(member);
  }

  /// The instances of a component, in all instances of those around it.
  ///
  /// @param problems why they cannot be told; no instances if there are any
  public record ComponentInstances(List<ComponentInstance> all, List<Diagnostic> problems) {}

  /// The instances that a declared component has.
  ///
  /// @rule R-VAL-15
  /// @rule R-CMP-6
  public ComponentInstances instances(ComponentPath path) {
    if (path.isRoot()) return new ComponentInstances(List.of(ComponentInstance.ROOT), List.of());
    var known = instances.get(path);
    if (known != null) return known;
    var found = found(path);
    instances.put(path, found);
    return found;
  }

  private ComponentInstances found(ComponentPath path) {
    var around = instances(path.parent());
    if (!around.problems().isEmpty()) return around;
    var all = new ArrayList<ComponentInstance>();
    var name = path.names().getLast();
    for (ComponentInstance each : around.all())
      switch (of(each).expansion(name)) {
        case Expansion.Outcome.Failed(var problems) -> {
          return new ComponentInstances(List.of(), problems);
        }
        case Expansion.Outcome.Expanded(var expansion) -> {
          expansion.members().keySet().forEach(key -> all.add(each.component(name, key)));
          var objection = room.objection(all.size(), "" + all.size());
          if (objection.isPresent())
            return new ComponentInstances(
                List.of(),
                List.of(
                    Diagnostic.error(
                        Code.LIMIT, Subject.of(path), "Too many instances", objection.get())));
        }
      }
    return new ComponentInstances(all, List.of());
  }

  /// What is wrong with what is given to an instance of a component, or with what it gives.
  ///
  /// @param variables those of which everything behind them is there
  /// @param outputs likewise
  public List<Diagnostic> problems(
      ComponentInstance instance, List<String> variables, List<String> outputs) {
    return of(instance).problems(variables, outputs);
  }

  /// What an instance of a component gives, as far as it can be told.
  ///
  /// @param names of outputs of which everything behind them is there
  public SortedMap<String, Value> outputs(ComponentInstance instance, List<String> names) {
    return of(instance).given(names);
  }

  ComponentScope of(ComponentInstance instance) {
    if (instance.keys().isEmpty()) return root;
    var known = scopes.get(instance);
    if (known != null) return known;
    int last = instance.keys().size() - 1;
    var around =
        of(new ComponentInstance(instance.path().first(last), instance.keys().subList(0, last)));
    var name = instance.path().names().get(last);
    if (around.expansion(name) instanceof Expansion.Outcome.Expanded(var expansion))
      return around.inside(
          name, Objects.requireNonNull(expansion.members().get(instance.keys().get(last))));
    throw new IllegalStateException("asked for before it has instances: " + instance);
  }

  /// The scope of a component instance, which everybody shares who asks for it.
  ComponentScope scope(
      ComponentInstance instance, Function<ComponentInstance, ComponentScope> made) {
    return scopes.computeIfAbsent(instance, made);
  }

  SortedMap<ComponentPath, ComponentConfig> components() {
    return config.components();
  }

  Expansion.Room room() {
    return room;
  }

  /// @param around the keys of the components around it
  Evaluated resource(ResourceAddress resource, List<InstanceKey> around) {
    return resources.of(resource, around);
  }

  private static Optional<Value> planned(StackConfig config, InstanceAddress at) {
    return Optional.ofNullable(config.registered().properties().get(at));
  }

  /// @param around the keys of the components around it
  /// @rule R-PRG-20
  Evaluated registered(ResourceAddress resource, List<InstanceKey> around) {
    var keys = new ArrayList<>(around);
    // What a program has opened has one instance.
    while (keys.size() < resource.in().depth()) keys.add(new InstanceKey.None());
    var key = new InstanceKey.None().within(keys);
    return Evaluated.of(
        registered.apply(resource.instance(key)).orElse(Value.nothing(Types.DYNAMIC)));
  }

  Evaluated variable(String name) {
    return named("variable", name, config.variables().get(name));
  }

  Evaluated identity(String name) {
    return named("stack", name, config.identity().get(name));
  }

  private static Evaluated named(String kind, String name, @Nullable Value value) {
    return value == null ? undeclared(kind, name) : Evaluated.of(value);
  }

  static Evaluated undeclared(String kind, String name) {
    return Evaluated.failed(
        Diagnostic.error(
            Code.UNDECLARED,
            Subject.part(kind, name),
            "Undeclared reference",
            "Nothing declares "
                + kind
                + "."
                + name
                + "; declare it in the Stack, or mend its name."));
  }

  /// The instances that a declared resource has, in all instances of the component it stands in.
  public Expansion.Outcome expansion(ResourceConfig resource, Expansion.Room forResource) {
    var address = resource.address();
    if (address.in().isRoot())
      return RepetitionEvaluation.of(resource, root, ComponentInstance.ROOT, forResource);
    var around = instances(address.in());
    if (!around.problems().isEmpty()) return new Expansion.Outcome.Failed(around.problems());
    long total = 0;
    for (ComponentInstance each : around.all())
      total =
          Math.min(
              Integer.MAX_VALUE,
              total
                  + Expansion.size(
                      within -> RepetitionEvaluation.of(resource, of(each), each, within)));
    var objection = forResource.objection((int) total, "" + total);
    if (objection.isPresent()) return Expansion.tooMany(resource, objection.get());
    return Expansion.joined(
        around.all(),
        each -> RepetitionEvaluation.of(resource, of(each), each, (_, _) -> Optional.empty()));
  }
}
