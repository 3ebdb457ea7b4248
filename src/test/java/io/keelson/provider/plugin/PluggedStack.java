package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.StackSchemas;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A stack of resources of one plugin, planned and applied by the engine alone, with its state in
/// memory.
public final class PluggedStack {
  private static final DigestKey KEY = new DigestKey(Bytes.utf8("secret"), "plugged");

  private final JsonStateCodec codec = new JsonStateCodec();
  private final AtomicInteger operations = new AtomicInteger();
  private final Provider provider;
  private final Providers providers;
  private final Map<String, ResourceDeclaration> resources = new TreeMap<>();
  private final List<StackDeclaration.Import> imports = new ArrayList<>();
  private final List<StackDeclaration.Move> moves = new ArrayList<>();
  private StackState state = StackState.EMPTY;
  private volatile MemoryStore applying = new MemoryStore(StackState.EMPTY);

  public PluggedStack(Provider provider) {
    this.provider = provider;
    this.providers = new Providers(List.of(provider));
  }

  /// Declares a resource, instead of what was declared under its address.
  ///
  /// @param config YAML
  public PluggedStack declare(String address, String config) {
    return declare(address, config, LifecycleDeclaration.PLAIN);
  }

  public PluggedStack declare(String address, String config, LifecycleDeclaration lifecycle) {
    try {
      var value = LiteralYaml.value(config);
      resources.put(
          address,
          new ResourceDeclaration(
              InstanceAddress.parse(address).resource(),
              value instanceof Mapping mapping ? mapping : Value.object(new TreeMap<>()),
              Optional.empty(),
              Optional.empty(),
              List.of(),
              lifecycle));
      return this;
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// A stack without declarations that goes on with this one's state.
  public PluggedStack on(Provider other) {
    var next = new PluggedStack(other);
    next.state = state;
    return next;
  }

  public PluggedStack remove(String address) {
    resources.remove(address);
    return this;
  }

  public PluggedStack imported(String address, String id) {
    imports.add(
        ShortDeclarations.importById(
            address,
            Value.text(id),
            Optional.empty(),
            AttributePath.of("imports").index(imports.size())));
    return this;
  }

  public PluggedStack moved(String from, String to) {
    moves.add(new StackDeclaration.Move(from, to));
    return this;
  }

  /// @param identity the attributes by which the object is found
  PluggedStack importedByIdentity(String address, Value identity) {
    imports.add(
        new StackDeclaration.Import(
            address,
            new StackDeclaration.Import.By.Identity(identity),
            ImportLimit.ANY,
            Optional.empty(),
            AttributePath.of("imports").index(imports.size())));
    return this;
  }

  /// What expressions can call under the provider's own name.
  private final class Offered implements Schemas {
    private final Schemas types = new StackSchemas(providers);

    @Override
    public Optional<Schema> of(ResourceAddress resource, Optional<String> configuration) {
      return types.of(resource, configuration);
    }

    @Override
    public Optional<Schema> configuration(String name) {
      return types.configuration(name);
    }

    @Override
    public Callable functionOf(String configuration, String name) {
      return types.functionOf(configuration, name);
    }

    @Override
    public Callable function(String called, String name) {
      if (!provider.name().endsWith("/" + called) || !(provider instanceof PluginProvider plugin))
        return new Callable.Undeclared("there is no provider '" + called + "' here", "");
      var known = plugin.schemas().functions().keySet();
      return known.contains(name)
          ? new Callable.Found(plugin.function(name))
          : new Callable.Undeclared(
              "the provider '" + called + "' has no function '" + name + "'",
              Nearest.advice(name, known));
    }
  }

  private StackLoader.Loaded load() {
    var declaration =
        ShortDeclarations.stack(
            List.copyOf(resources.values()),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            moves,
            List.of(),
            imports,
            new TreeMap<>());
    return new StackLoader(new CelExpressions(), new Offered()).load(declaration);
  }

  /// What is wrong with the declarations.
  public List<String> problems() {
    return load().diagnostics().stream().map(Diagnostic::toString).toList();
  }

  private Snapshot snapshot() {
    var loaded = load();
    assertThat(loaded.diagnostics()).isEmpty();
    return new Snapshot(loaded.config(), state);
  }

  public PlanOutcome tryPlan() {
    return new Planner(providers, codec)
        .plan(
            snapshot(),
            PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 4, KEY));
  }

  /// A plan without errors.
  public Plan plan() {
    var outcome = tryPlan();
    assertThat(outcome.diagnostics()).filteredOn(Diagnostic::isError).isEmpty();
    return outcome.plan();
  }

  /// The planned value of one attribute.
  public static Value planned(Plan plan, String address, String attribute) {
    var change = plan.changes().get(ObjectRef.current(InstanceAddress.parse(address)));
    return ((Mapping) Objects.requireNonNull(change).after().orElseThrow()).attribute(attribute);
  }

  /// What is planned, one line for each change that does something: `create time_static.a`.
  public List<String> changes() {
    return plan().effective().stream()
        .map(change -> change.action().word() + " " + change.object())
        .toList();
  }

  public ApplyOutcome tryApply(StopSignal stop) {
    return tryApply(plan(), stop);
  }

  public ApplyOutcome tryApply(Plan plan, StopSignal stop) {
    var store = new MemoryStore(state);
    applying = store;
    var outcome =
        new Applier(providers, codec, () -> "op-" + operations.incrementAndGet())
            .apply(plan, snapshot(), store, new ApplyOptions(4, stop, KEY.secret()));
    state = store.state(Map.of());
    return outcome;
  }

  /// Plans and applies, and makes sure that nothing is left to do.
  public PluggedStack converge() {
    var outcome = tryApply(new StopSignal());
    assertThat(outcome.diagnostics()).filteredOn(Diagnostic::isError).isEmpty();
    assertThat(outcome.complete()).isTrue();
    imports.clear();
    assertThat(changes()).isEmpty();
    return this;
  }

  /// Whether the apply that runs has begun an operation on an instance: the next call of its
  /// provider is the one that changes it.
  boolean hasBegun(String address) {
    return applying.state(Map.of()).instance(InstanceAddress.parse(address)).open().isPresent();
  }

  public InstanceState instance(String address) {
    return state.instance(InstanceAddress.parse(address));
  }

  StackState state() {
    return state;
  }

  /// The recorded attributes of an object.
  public Mapping object(String address) {
    var stored = instance(address).current().orElseThrow().attributes();
    var type = providers.schema(InstanceAddress.parse(address).resource()).orElseThrow().type();
    try {
      return (Mapping) codec.decode(stored.json(), type);
    } catch (StateCodec.MalformedState e) {
      throw new IllegalStateException(e);
    }
  }

  /// One recorded attribute, as text.
  public String text(String address, String attribute) {
    return switch (object(address).attribute(attribute)) {
      case Value.Text text -> text.text();
      case Value.Num num -> num.number().toPlainString();
      case Value other -> String.valueOf(other);
    };
  }

  /// What is recorded of the object at an address.
  public static ObjectState stored(PluggedStack stack, String address) {
    return stack.instance(address).current().orElseThrow();
  }
}
