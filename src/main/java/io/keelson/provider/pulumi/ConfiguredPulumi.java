package io.keelson.provider.pulumi;

import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.provider.plugin.LaunchSource;
import io.keelson.provider.plugin.PluginProgram;
import io.keelson.provider.plugin.SystemName;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.provider.pulumi.PulumiSettings.ProviderName;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.schema.PackageSchema;
import io.keelson.provider.pulumi.schema.ResourceSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/// One provider configuration of one stack: an installed Pulumi provider, with the configurations
/// that the stack's plans gave it so far.
public final class ConfiguredPulumi implements ConfigurableProvider {
  private static final int MOST_OPEN = 8;

  private final PulumiProgram program;
  private final PackageSchema schema;
  private final Optional<List<String>> telling;
  private final StackNames stack;
  private final ProviderName name;
  private final Autonaming naming;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Started, PulumiProvider> open = new HashMap<>();

  private record Started(Launch launch, Unmarked configuration) {
    @Override
    public String toString() {
      return launch.name();
    }
  }

  /// @param telling the arguments that tell which real system is meant; without a list all that are
  ///   not secret do
  /// @param configuration what the configuration is called
  /// @param naming how objects are named that are declared without a name
  public ConfiguredPulumi(
      PulumiProgram program,
      PackageSchema schema,
      Optional<List<String>> telling,
      StackNames stack,
      String configuration,
      Autonaming naming) {
    this.naming = naming;
    this.program = program;
    this.schema = schema;
    this.telling = telling.map(List::copyOf);
    this.stack = stack;
    this.name = ProviderName.of(stack.scope(), schema.name(), configuration);
  }

  @Override
  public String name() {
    return program.source();
  }

  @Override
  public Schema configuration() {
    return schema.provider();
  }

  @Override
  public Optional<Schema> schema(String type) {
    return schema.resource(type).filter(each -> !each.component()).map(ResourceSchema::schema);
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return schema.data(type);
  }

  @Override
  public Optional<Schema> programSchema(String type) {
    return schema.program(type).map(ResourceSchema::schema);
  }

  @Override
  public Optional<String> typeOf(String token) {
    return schema.typeOf(token);
  }

  @Override
  public Optional<String> packageName() {
    return Optional.of(schema.name());
  }

  /// Such as `region=eu-west-1`. What is secret is never part of it.
  @Override
  public String identity(Unmarked config) {
    var marked = config.remark(Sensitivity.marked(schema.provider(), config.value(), config));
    if (!(marked instanceof Mapping arguments)) return "";
    var names = telling.orElseGet(() -> List.copyOf(arguments.keys()));
    return SystemName.of(arguments, new TreeSet<>(names));
  }

  /// Uses the environment as it is now: with a changed environment, another process is started.
  @Override
  public ConfigureAnswer configure(Unmarked config) {
    return switch (program.launch()) {
      case LaunchSource.Answer.Missing(var why) ->
          new ConfigureAnswer.Refused(List.of(PluginProgram.incomplete(why)));
      case LaunchSource.Answer.Known(var launch) -> configure(launch, config);
    };
  }

  private ConfigureAnswer configure(Launch launch, Unmarked config) {
    lock.lock();
    try {
      var started = new Started(launch, config);
      var known = open.get(started);
      if (known != null) return begun(known);
      var system = config.value().whollyKnown() ? identity(config) : "";
      var marked = Sensitivity.marked(schema.provider(), config.value(), config);
      var given = schema.providerRules().filledIn(marked).unmark();
      return switch (program.open(launch, given, system, name, stack, naming)) {
        case PulumiHost.Opened.Failed(var diagnostics) -> new ConfigureAnswer.Refused(diagnostics);
        case PulumiHost.Opened.Ready(var provider) -> {
          closeUnused();
          open.put(started, provider);
          yield begun(provider);
        }
      };
    } finally {
      lock.unlock();
    }
  }

  private static ConfigureAnswer begun(PulumiProvider provider) {
    provider.begin();
    return new ConfigureAnswer.Ready(provider, List.of());
  }

  /// A configuration that changes with every plan must not gather processes.
  private void closeUnused() {
    if (open.size() < MOST_OPEN) return;
    open.values()
        .removeIf(provider -> {
          boolean unused = provider.calls() == 0;
          if (unused) provider.close();
          return unused;
        });
  }

  @Override
  public void close() {
    lock.lock();
    try {
      open.values().forEach(PulumiProvider::close);
      open.clear();
    } finally {
      lock.unlock();
    }
  }
}
