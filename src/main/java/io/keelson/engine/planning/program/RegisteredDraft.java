package io.keelson.engine.planning.program;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.Import;
import io.keelson.engine.config.InheritedOptions;
import io.keelson.engine.config.Registered;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.load.body.ProgramBody;
import io.keelson.engine.config.load.body.RegisteredCondition;
import io.keelson.engine.config.load.body.RegisteredContent;
import io.keelson.engine.diagnostic.Excerpt;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.evaluation.MadeValues;
import io.keelson.engine.program.Registration;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.RegisteredNames;
import io.keelson.engine.reading.RegisteredNames.Registree;
import io.keelson.engine.value.Extent;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What programs have registered so far, as it is added to what is declared.
///
/// @rule R-PRG-20
/// @rule R-PRG-21
/// @rule R-LIM-6
final class RegisteredDraft {
  private final StackConfig declared;
  private final RegisteredNames names;
  private final int most;
  private final MadeValues made;
  private final SortedMap<ResourceAddress, ResourceConfig> resources = new TreeMap<>();
  private final SortedMap<ComponentPath, ComponentConfig> components = new TreeMap<>();
  private final SortedMap<ComponentPath, InheritedOptions> handedOn = new TreeMap<>();
  private final SortedMap<InstanceAddress, Value> properties = new TreeMap<>();
  private final SortedMap<InstanceAddress, Registered.Run> runs = new TreeMap<>();
  private final RegisteredMoves moves;
  private final SortedMap<ResourceAddress, List<Import>> imports = new TreeMap<>();
  private final SortedSet<ComponentPath> complete = new TreeSet<>();
  private final SortedSet<ResourceAddress> kept = new TreeSet<>();
  private final SortedSet<ComponentPath> failed = new TreeSet<>();

  /// @param limits of how many instances the stack may have, and of the size of what is registered
  RegisteredDraft(StackConfig declared, Providers providers, Limits limits) {
    this.declared = declared;
    this.moves = new RegisteredMoves(declared.moves());
    this.most = limits.ofStack();
    this.made = new MadeValues(limits.characters());
    this.names = new RegisteredNames(providers);
  }

  /// The component that a run belongs to.
  ComponentConfig component(InstanceAddress run) {
    var path = run.resource().in();
    var opened = components.get(path);
    return opened != null ? opened : Objects.requireNonNull(declared.components().get(path));
  }

  ComponentConfig.Program program(InstanceAddress run) {
    return component(run).program().orElseThrow();
  }

  /// What became of a registration.
  sealed interface Added {
    /// @param at the address of the resource, or of the run of the program
    record Planned(InstanceAddress at) implements Added {}

    /// @param why in one sentence
    record Refused(String why) implements Added {}
  }

  /// Adds what the program of a run registers.
  Added add(InstanceAddress run, Registration registration) {
    try {
      return added(run, registration);
    } catch (IllegalArgumentException e) {
      return new Added.Refused(
          "The program registers "
              + registration.token()
              + " '"
              + Excerpt.beginning(registration.name())
              + "' in a way that is not possible: "
              + e.getMessage()
              + ".");
    }
  }

  private Added added(InstanceAddress run, Registration registration) {
    var tooMuch = objection(RegisteredContent.of(registration));
    if (tooMuch.isPresent()) return new Added.Refused(tooMuch.get());
    var found = names.of(run.component(), program(run), registration);
    open(run.component(), registration.in());
    return switch (registration.kind()) {
      case RESOURCE -> resource(run, registration, found);
      case PROGRAM -> program(run, registration, found);
    };
  }

  /// Opens the components between that of the run and what is registered.
  private void open(ComponentInstance from, List<Registration.Group> inside) {
    var path = from.path();
    for (Registration.Group each : inside) {
      path = path.component(each.name());
      moves.component(path, each.aliases());
      components.computeIfAbsent(
          path,
          _ ->
              new ComponentConfig(
                  each.name(),
                  ComponentBody.EMPTY,
                  new Repetition.Single(),
                  new TreeMap<>(),
                  List.of(),
                  InheritedOptions.NONE));
    }
  }

  private Added resource(InstanceAddress run, Registration registration, Registree found) {
    var config =
        config(run, registration, found)
            .inheriting(
                inherited(run.resource().in()),
                registration.options().preventDestroy().isEmpty(),
                registration.options().destroy().isEmpty());
    return add(config, found.at(), registration)
        .<Added>map(Added.Refused::new)
        .orElseGet(() -> new Added.Planned(found.at()));
  }

  /// Who needs a program as a whole needs all that it has registered.
  private ResourceConfig config(InstanceAddress run, Registration registration, Registree found) {
    var behind = new TreeMap<String, SortedSet<ResourceAddress>>();
    registration.behind().forEach((name, each) -> behind.put(name, withContent(each)));
    return RegisteredConfig.of(
        run.resource(), registration, found, withContent(registration.needs()), behind);
  }

  private SortedSet<ResourceAddress> withContent(SortedSet<ResourceAddress> needs) {
    var all = new TreeSet<>(needs);
    for (ResourceAddress each : needs)
      if (each.mode() == ResourceAddress.Mode.PROGRAM)
        all.addAll(each.in().resourcesIn(resources).keySet());
    return all;
  }

  private InheritedOptions inherited(ComponentPath path) {
    return InheritedOptions.inside(
        path,
        around -> {
          var use = declared.components().get(around);
          return use == null
              ? handedOn.getOrDefault(around, InheritedOptions.NONE)
              : use.inherited(around);
        });
  }

  private Added program(InstanceAddress run, Registration registration, Registree found) {
    var address = found.at().resource();
    var refused = add(config(run, registration, found), found.at(), registration);
    if (refused.isPresent()) return new Added.Refused(refused.get());
    var inner = address.in();
    moves.component(inner, registration.options().aliases());
    var said = RegisteredLifecycle.inherited(registration.options());
    handedOn.put(inner, said);
    components.putIfAbsent(
        inner,
        new ComponentConfig(
            inner.names().getLast(),
            ProgramBody.registered(address.type(), found.schema()),
            new Repetition.Enabled(
                new RegisteredCondition(address.local().within(inner.from(inner.depth() - 1)))),
            new TreeMap<>(),
            List.of(),
            new InheritedOptions(said.preventDestroy(), said.destroy(), Optional.empty()),
            Optional.of(
                new ComponentConfig.Program(
                    address.local(), program(run).configurations(), false))));
    return new Added.Planned(found.at());
  }

  /// Adds an instance; in another instance of the component it may be there already.
  ///
  /// @return why it cannot be
  private Optional<String> add(
      ResourceConfig config, InstanceAddress at, Registration registration) {
    var address = config.address();
    if (properties.size() >= most)
      return Optional.of(
          "The programs of the stack register more than "
              + most
              + " resources, which is how many instances it may have. Let them register fewer, or"
              + " split the stack.");
    if (properties.containsKey(at))
      return Optional.of(
          "The program registers more than one resource with the address "
              + at
              + "; the last one is "
              + registration.token()
              + " '"
              + registration.name()
              + "'. Give one of them another name.");
    var known = resources.get(address);
    if (known != null && !known.lifecycle().equals(config.lifecycle()))
      return Optional.of(
          "The program registers "
              + at
              + " with other options than in another instance of the component. Options have to be"
              + " the same in all instances.");
    resources.put(address, known == null ? config : RegisteredConfig.both(known, config));
    properties.put(at, RegisteredContent.of(registration));
    if (registration.kind() == Registration.Kind.RESOURCE)
      moves.resource(address, registration.options());
    RegisteredConfig.taken(registration, at)
        .ifPresent(each -> imports.computeIfAbsent(address, _ -> new ArrayList<>()).add(each));
    return Optional.empty();
  }

  /// Why a value that a program says may not be planned: there would be too much of them.
  Optional<String> objection(Value said) {
    return made.objectionToProgram(Extent.characters(said, Long.MAX_VALUE));
  }

  void ended(InstanceAddress run, Registered.Run gave) {
    runs.put(run, gave);
  }

  boolean hasEnded(InstanceAddress run) {
    return runs.containsKey(run);
  }

  /// How many instances of a component have run.
  int ended(ResourceAddress run) {
    return run.instancesIn(runs).size();
  }

  /// Notes a component all of whose instances have run.
  ///
  /// @return whether that is new
  boolean complete(ComponentPath path) {
    return !hasFailed(path) && complete.add(path);
  }

  /// Leaves a component as it is: its program cannot be used.
  ///
  /// @rule R-PRG-23
  void fail(ComponentPath path) {
    failed.add(path);
    path.resourcesIn(resources).keySet().forEach(resources::remove);
    path.instancesIn(properties).keySet().forEach(properties::remove);
    path.instancesIn(runs).keySet().forEach(runs::remove);
    path.resourcesIn(imports).keySet().forEach(imports::remove);
    moves.fail(path);
    components.keySet().removeIf(each -> each.startsWith(path) && !each.equals(path));
  }

  boolean hasFailed(ComponentPath path) {
    return failed.stream().anyMatch(path::startsWith);
  }

  /// Leaves a resource as it is: it may yet be registered.
  void keep(ResourceAddress resource) {
    kept.add(resource);
  }

  boolean registers(ResourceAddress resource) {
    return resources.containsKey(resource);
  }

  /// The instances of a resource that have been registered.
  SortedSet<InstanceAddress> instances(ResourceAddress resource) {
    return new TreeSet<>(resource.instancesIn(properties).keySet());
  }

  Registered registered() {
    var all = new TreeMap<>(components);
    for (ComponentPath path : complete) if (!hasFailed(path)) all.put(path, completed(path));
    return new Registered(resources, all, properties, runs, moves.all(), imports, kept, failed);
  }

  /// Whoever reads what a program gives comes after all that it has registered.
  private ComponentConfig completed(ComponentPath path) {
    var config = components.getOrDefault(path, declared.components().get(path));
    var program = Objects.requireNonNull(config).program().orElseThrow();
    var inside = new ArrayList<Root>();
    for (ResourceAddress each : path.resourcesIn(resources).keySet())
      if (!each.equals(program.run().within(path))) inside.add(RegisteredConfig.name(each, path));
    return config
        .givingAfter(inside)
        .registeredBy(new ComponentConfig.Program(program.run(), program.configurations(), true));
  }
}
