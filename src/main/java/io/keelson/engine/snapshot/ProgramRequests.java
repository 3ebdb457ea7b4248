package io.keelson.engine.snapshot;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.ComponentConfig.Program;
import io.keelson.engine.config.InheritedOptions;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Registered;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/// What programs are asked: the same while planning and while applying, but for what is known.
///
/// @rule R-PRG-20
public final class ProgramRequests {
  private final Snapshot snapshot;
  private final Providers providers;
  private final boolean planning;
  private final int parallelism;
  private final BooleanSupplier stopped;

  /// @param stopped whether nobody waits for the programs any more
  public ProgramRequests(
      Snapshot snapshot,
      Providers providers,
      boolean planning,
      int parallelism,
      BooleanSupplier stopped) {
    this.snapshot = snapshot;
    this.providers = providers;
    this.planning = planning;
    this.parallelism = parallelism;
    this.stopped = stopped;
  }

  /// @param run the address of the run
  /// @param inputs an object of the program's type
  public ProgramRequest of(InstanceAddress run, Value inputs) {
    var component = Objects.requireNonNull(snapshot.config().components().get(run.resource().in()));
    var uses = snapshot.config().components();
    var inherited =
        InheritedOptions.inside(
            run.resource().in(), path -> Objects.requireNonNull(uses.get(path)).inherited(path));
    return new ProgramRequest(
        run.resource().type(),
        run.component(),
        inputs,
        needs(run.resource(), component, inputs),
        dependsOn(run.resource()),
        packages(component.program().orElseThrow()),
        new ProgramRequest.Inherited(inherited.preventDestroy(), inherited.destroy()),
        new ProgramRequest.Surroundings(
            identity("namespace"), identity("name"), planning, parallelism, stopped));
  }

  /// Programs use nothing of providers that are no packages.
  private SortedSet<String> packages(Program program) {
    var names = new TreeSet<String>();
    for (String configuration : program.configurations().values())
      Optional.ofNullable(providers.configurable().get(configuration))
          .flatMap(ConfigurableProvider::packageName)
          .ifPresent(names::add);
    return names;
  }

  private String identity(String attribute) {
    StackConfig config = snapshot.config();
    return config.identity().get(attribute) instanceof Value.Text text ? text.text() : "";
  }

  private SortedMap<String, SortedSet<ResourceAddress>> needs(
      ResourceAddress run, ComponentConfig component, Value inputs) {
    var needs = new TreeMap<String, SortedSet<ResourceAddress>>();
    if (!(inputs instanceof Mapping object)) return needs;
    var dependencies = snapshot.dependencies();
    var body = config(run).body();
    for (String name : object.keys()) {
      if (Objects.requireNonNull(object.get(name)).isNull()) continue;
      if (component.body().variables().containsKey(name))
        needs.put(name, dependencies.behindVariable(run.in(), name));
      else if (body instanceof Registered.Body registered)
        needs.put(name, others(run, registered.behind().getOrDefault(name, List.of())));
    }
    return needs;
  }

  /// What is needed but the programs around.
  private SortedSet<ResourceAddress> others(ResourceAddress run, List<Reference> references) {
    var all = new TreeSet<>(snapshot.dependencies().behind(run.in(), references));
    all.removeIf(
        each -> each.mode() == ResourceAddress.Mode.PROGRAM && run.in().startsWith(each.in()));
    return all;
  }

  /// A program that another one registers depends on what that says; what the outer one comes after
  /// is its affair.
  private SortedSet<ResourceAddress> dependsOn(ResourceAddress run) {
    return config(run).body() instanceof Registered.Body registered
        ? others(run, registered.needs())
        : new TreeSet<>(snapshot.dependencies().explicit(config(run)).keySet());
  }

  private ResourceConfig config(ResourceAddress run) {
    return Objects.requireNonNull(snapshot.config().resources().get(run));
  }
}
