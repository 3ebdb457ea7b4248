package io.keelson.engine.reading;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.ProviderSetup.Setup;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;

/// The providers of one planning or applying run: which one is responsible for a resource, with the
/// configuration that it has to have there.
///
/// A declared resource uses the configuration that it names, any other the one it was written with.
/// Where a configuration depends on something that is yet to be done, existing objects are reached
/// as they were before.
///
/// @rule R-GRAPH-4
/// @rule R-ART-14
/// @rule R-UNK-12
public final class ConfiguredProviders {
  /// What the providers are needed for.
  public enum Purpose {
    PLANNING,
    /// All is to be destroyed: nothing new gets a value, so no configuration can wait for one.
    PLANNING_TO_DESTROY,
    APPLYING
  }

  private final Purpose purpose;
  private final Providers providers;
  private final Snapshot snapshot;
  private final RecordedScope before;
  private final ProviderSetup setup;
  private final SortedMap<ResourceAddress, ResourceConfig> dataOfChecks;
  private final NamedConfigurations named;
  private final FormerSystems former;
  private final LeftSystems left;
  private final Map<ResourceAddress, ProviderKey> writers = new ConcurrentHashMap<>();

  private ConfiguredProviders(
      Purpose purpose,
      Providers providers,
      Snapshot snapshot,
      StateCodec codec,
      Scope scope,
      SortedSet<String> pending) {
    this.purpose = purpose;
    this.providers = providers;
    this.snapshot = snapshot;
    this.dataOfChecks = snapshot.config().dataOfChecks();
    var prior = snapshot.prior();
    this.before = new RecordedScope(scope, snapshot, this, codec);
    this.setup = new ProviderSetup(providers, snapshot, codec, scope, before);
    this.named = new NamedConfigurations(purpose, setup, snapshot, pending);
    this.former = named.former();
    this.left = named.left();
    prior.instances().forEach(this::writtenBy);
  }

  /// The providers of a planning run.
  ///
  /// @param scope gives what configurations refer to
  public static ConfiguredProviders planning(
      Providers providers,
      Snapshot snapshot,
      StateCodec codec,
      Scope scope,
      PlanOptions.Mode mode) {
    var purpose = mode == PlanOptions.Mode.DESTROY ? Purpose.PLANNING_TO_DESTROY : Purpose.PLANNING;
    return new ConfiguredProviders(
        purpose, providers, snapshot, codec, scope, Collections.emptySortedSet());
  }

  /// The providers that carry out a plan.
  ///
  /// @param scope gives what configurations refer to
  public static ConfiguredProviders applying(
      Providers providers, Snapshot snapshot, StateCodec codec, Scope scope, Plan plan) {
    var all =
        new ConfiguredProviders(
            Purpose.APPLYING, providers, snapshot, codec, scope, plan.pending());
    all.moved(plan.moves());
    return all;
  }

  private void writtenBy(InstanceAddress at, InstanceState instance) {
    instance
        .writers()
        .findFirst()
        .ifPresent(writer -> {
          writers.putIfAbsent(at.resource(), writer);
          left.note(at, writer);
        });
  }

  /// Takes note of new addresses.
  ///
  /// @param origins the former address of each moved instance, by its new one
  public void moved(SortedMap<InstanceAddress, InstanceAddress> origins) {
    before.moved(origins);
    origins.forEach((to, from) -> {
      var writer = writers.get(from.resource());
      if (writer != null) writers.putIfAbsent(to.resource(), writer);
    });
  }

  /// The provider configuration that a resource uses; empty for what needs none.
  Optional<String> configuration(ResourceAddress resource) {
    var declared =
        Optional.ofNullable(snapshot.config().resources().get(resource))
            .orElseGet(() -> dataOfChecks.get(resource));
    return declared == null
        ? Optional.ofNullable(writers.get(resource)).flatMap(ProviderKey::configuration)
        : declared.providerConfiguration();
  }

  /// The schema of a resource type or data source; needs no configuration.
  public Optional<Schema> schema(ResourceAddress resource) {
    var name = configuration(resource);
    return name.isPresent() ? providers.schema(resource, name.get()) : providers.schema(resource);
  }

  /// The schema of the type that a stored object was written as; empty if its provider is not there
  /// any more.
  Optional<Schema> schemaOf(ObjectState object) {
    var made = ResourceAddress.managed(object.type(), "any");
    var name = object.provider().configuration();
    return name.isPresent() ? providers.schema(made, name.get()) : providers.schema(made);
  }

  /// Why nothing can be done to the objects of an instance; nothing if its provider can be used.
  public List<Diagnostic> problems(InstanceAddress at, InstanceState instance) {
    var name = configuration(at.resource());
    if (name.isEmpty()) return List.of();
    return switch (named.current(name.get())) {
      case Setup.Failed(var problems) -> problems;
      case Setup.Ready ready ->
          instance
              .objects()
              .map(ObjectState::provider)
              .filter(writer -> left.isElsewhere(writer, name.get(), ready))
              .flatMap(writer -> unreachable(at, writer, name.get(), ready).stream())
              .limit(1)
              .toList();
    };
  }

  /// Why nothing can be done to an object that was made in another real system.
  private List<Diagnostic> unreachable(
      InstanceAddress at, ProviderKey writer, String name, Setup.Ready ready) {
    return left.replaces(name, ready)
        ? problems(former.reach(writer))
        : List.of(ProviderSetup.elsewhere(at, writer, name, ready));
  }

  /// Whether an object was made in a system that its resource has left, and is replaced for this
  /// reason.
  ///
  /// @rule R-PUL-61
  public boolean isFormer(ResourceAddress resource, ObjectState object) {
    return configuration(resource).filter(name -> isFormer(name, object.provider())).isPresent();
  }

  /// Whether [#of] takes the writer of an object to be in a system that was left.
  private boolean isFormer(String name, ProviderKey writer) {
    return former.replacing(name).isPresent()
        && left.isLeft(
            writer, name, purpose == Purpose.APPLYING ? named.existing(name) : named.current(name));
  }

  /// Why existing objects cannot be reached. May be asked before the turn of their resource comes.
  public List<Diagnostic> problemsBeforehand(InstanceAddress at, InstanceState instance) {
    var name = configuration(at.resource());
    if (name.isEmpty()) return List.of();
    var problems = problems(named.existing(name.get()));
    if (!problems.isEmpty()) return problems;
    return instance
        .objects()
        .map(ObjectState::provider)
        .filter(writer -> isFormer(name.get(), writer))
        .flatMap(writer -> problems(former.reach(writer)).stream())
        .toList();
  }

  /// The provider that a create was begun with: another may be declared by now, and would find
  /// nothing.
  ///
  /// @param begun as it is recorded; empty in records of earlier versions, where the declared
  ///   provider is used
  public Maker maker(ResourceAddress resource, Optional<ProviderKey> begun) {
    var configuration =
        begun.map(ProviderKey::configuration).orElseGet(() -> configuration(resource));
    if (configuration.isEmpty())
      return providers
          .of(resource)
          .<Maker>map(provider ->
              new Maker.Known(provider, begun.orElseGet(() -> ProviderKey.of(provider.name()))))
          .orElseGet(() -> new Maker.Unreachable(List.of()));
    var name = configuration.get();
    var now = named.existing(name);
    var before = begun.filter(writer -> left.isLeft(writer, name, now));
    return switch (before.map(former::reach).orElse(now)) {
      case Setup.Failed(var problems) -> new Maker.Unreachable(problems);
      case Setup.Ready ready when providers.schema(resource, name).isPresent() ->
          new Maker.Known(ready.provider(), begun.orElseGet(() -> key(name, ready)));
      case Setup.Ready _ -> new Maker.Unreachable(List.of());
    };
  }

  private static ProviderKey key(String name, Setup.Ready ready) {
    return new ProviderKey(ready.provider().name(), Optional.of(name), ready.identity());
  }

  private static List<Diagnostic> problems(Setup setup) {
    return switch (setup) {
      case Setup.Ready _ -> List.of();
      case Setup.Failed(var problems) -> problems;
    };
  }

  /// The provider of objects of a resource that exist, in the turn of that resource; empty if none
  /// has the type, or it has problems.
  public Optional<Provider> of(ResourceAddress resource) {
    return purpose == Purpose.APPLYING ? beforehand(resource) : toConverge(resource);
  }

  /// The provider of one object that exists, in the turn of its resource; empty if it has problems.
  public Optional<Provider> of(ResourceAddress resource, ObjectState object) {
    if (!isFormer(resource, object)) return of(resource);
    return former.reach(object.provider()) instanceof Setup.Ready ready
        ? Optional.of(ready.provider())
        : Optional.empty();
  }

  /// The provider that creates, updates or reads for a resource whose turn has come.
  public Optional<Provider> toConverge(ResourceAddress resource) {
    return provider(resource, configuration(resource).map(named::current));
  }

  /// The provider that plans a new object. Where its configuration is not known, the earlier one is
  /// not used: it does not say where the new object will be.
  ///
  /// @rule R-UNK-12
  public Optional<Provider> toCreate(ResourceAddress resource) {
    return provider(resource, configuration(resource).map(named::asDeclared));
  }

  /// The provider of objects that exist, at any time: nothing that its configuration refers to need
  /// be known yet.
  Optional<Provider> beforehand(ResourceAddress resource) {
    return provider(resource, configuration(resource).map(named::existing));
  }

  private Optional<Provider> provider(ResourceAddress resource, Optional<Setup> configured) {
    if (configured.isEmpty()) return providers.of(resource);
    return configured.get() instanceof Setup.Ready ready && schema(resource).isPresent()
        ? Optional.of(ready.provider())
        : Optional.empty();
  }

  /// The resources that the provider's configuration refers to: they come first.
  ///
  /// @rule R-GRAPH-12
  public SortedSet<ResourceAddress> needs(ResourceAddress resource) {
    return configuration(resource).map(named::needs).orElse(Collections.emptySortedSet());
  }

  /// The provider that writes the objects of a resource, as it is stored with them.
  public ProviderKey key(ResourceAddress resource) {
    var name = configuration(resource);
    if (name.isEmpty()) return ProviderKey.of(providers.of(resource).orElseThrow().name());
    var writer = writers.get(resource);
    if (writer != null && !setup.isDeclared(name.get())) return writer;
    if (!(named.current(name.get()) instanceof Setup.Ready ready))
      throw new IllegalStateException("not configured: " + name.get());
    return key(name.get(), ready);
  }

  /// The provider that reaches an existing object, as it is stored with it.
  public ProviderKey key(ResourceAddress resource, ObjectState object) {
    return isFormer(resource, object) ? object.provider() : key(resource);
  }

  /// Whether the same provider with the same configuration is responsible for two resources.
  public boolean sameFor(ResourceAddress one, ResourceAddress two) {
    return configuration(one).equals(configuration(two))
        && (configuration(one).isPresent() || providers.of(one).equals(providers.of(two)));
  }

  /// Whether a resource uses a configuration that depends on something that is yet to be done, once
  /// its turn has come.
  public boolean isPending(ResourceAddress resource) {
    return configuration(resource).filter(named::isPending).isPresent();
  }

  /// The provider that a configuration makes; empty if it has problems, or depends on something
  /// that is yet to be done.
  public Optional<Provider> configured(String name) {
    return named.current(name) instanceof Setup.Ready ready && !named.isPending(name)
        ? Optional.of(ready.provider())
        : Optional.empty();
  }

  /// Closes what was opened to reach existing objects, and tells what went wrong since.
  public List<Diagnostic> close() {
    return before.close();
  }

  /// All providers, configured or not.
  public Providers available() {
    return providers;
  }

  /// Configurations that depend on something that is yet to be done.
  public SortedSet<String> pending() {
    return named.pending();
  }

  /// Warnings about objects that are replaced because their provider has left their system.
  public List<Diagnostic> departures() {
    return left.warnings();
  }

  /// Wholly known configurations that were used so far, by name: they are to be stored.
  public SortedMap<String, Bytes> used() {
    return named.used();
  }
}
