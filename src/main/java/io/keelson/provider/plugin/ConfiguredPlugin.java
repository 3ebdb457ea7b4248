package io.keelson.provider.plugin;

import io.keelson.engine.function.FunctionAnswer;
import io.keelson.engine.function.ProviderFunction;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/// One provider configuration of one stack: an installed provider, with the configurations that the
/// stack's plans gave it so far.
public final class ConfiguredPlugin implements ConfigurableProvider {
  private static final int MOST_OPEN = 8;

  private final PluginProgram program;
  private final ProviderSchemas schemas;
  private final Optional<List<String>> telling;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Started, PluginProvider> open = new HashMap<>();
  private final SortedMap<String, ProviderFunction> functions = new TreeMap<>();

  /// What a process is started for, secrets included: nothing of it changes during its life.
  private record Started(Launch launch, Unmarked configuration) {
    @Override
    public String toString() {
      return launch.name();
    }
  }

  /// Answers calls of functions; opened at the first.
  private Optional<PluginProvider> unconfigured = Optional.empty();

  /// @param telling the arguments that tell which real system is meant; without a list all that are
  ///   not secret do
  public ConfiguredPlugin(
      PluginProgram program, ProviderSchemas schemas, Optional<List<String>> telling) {
    this.program = program;
    this.schemas = schemas;
    this.telling = telling.map(List::copyOf);
    schemas
        .functions()
        .forEach((name, signature) ->
            functions.put(name, new ProviderFunction(signature, given -> call(name, given))));
  }

  @Override
  public String name() {
    return program.source();
  }

  @Override
  public Schema configuration() {
    return schemas.provider();
  }

  @Override
  public Optional<Schema> schema(String type) {
    return schemas.resource(type);
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return schemas.data(type);
  }

  @Override
  public SortedMap<String, ProviderFunction> functions() {
    return Collections.unmodifiableSortedMap(functions);
  }

  private FunctionAnswer call(String name, List<Unmarked> arguments) {
    PluginProvider provider;
    lock.lock();
    try {
      if (unconfigured.isEmpty())
        switch (program.open()) {
          case PluginHost.Opened.Failed(var diagnostics) -> {
            return new FunctionAnswer.Failed(diagnostics);
          }
          case PluginHost.Opened.Ready(var ready) -> unconfigured = Optional.of(ready);
        }
      provider = unconfigured.orElseThrow();
    } finally {
      lock.unlock();
    }
    var answer = provider.function(name).caller().call(arguments);
    return answer instanceof FunctionAnswer.Returned(var value)
        ? new FunctionAnswer.Returned(Sensitivity.repeated(value, provider.configuration()))
        : answer;
  }

  @Override
  public Optional<Schema> ephemeralSchema(String type) {
    return schemas.ephemeral(type);
  }

  /// Such as `endpoint=https://a.example, region=eu-west-1`. What is secret is never part of it.
  @Override
  public String identity(Unmarked config) {
    var marked = config.remark(Sensitivity.marked(schemas.provider(), config.value(), config));
    if (!(marked instanceof Mapping arguments)) return "";
    var names = telling.orElseGet(() -> List.copyOf(arguments.keys()));
    return SystemName.of(arguments, new TreeSet<>(names));
  }

  /// Uses the environment as it is now: with a changed environment, another process is started.
  @Override
  public ConfigureAnswer configure(Unmarked config) {
    var answer = launched(config);
    if (answer instanceof ConfigureAnswer.Ready(PluginProvider provider, _)) provider.begin();
    return answer;
  }

  private ConfigureAnswer launched(Unmarked config) {
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
      if (known != null) return new ConfigureAnswer.Ready(known, List.of());
      var system = config.value().whollyKnown() ? identity(config) : "";
      return switch (program.open(launch, config, system)) {
        case PluginHost.Opened.Failed(var diagnostics) -> new ConfigureAnswer.Refused(diagnostics);
        case PluginHost.Opened.Ready(var provider) -> {
          closeUnused();
          open.put(started, provider);
          yield new ConfigureAnswer.Ready(provider, List.of());
        }
      };
    } finally {
      lock.unlock();
    }
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
      open.values().forEach(PluginProvider::close);
      open.clear();
      unconfigured.ifPresent(PluginProvider::close);
      unconfigured = Optional.empty();
    } finally {
      lock.unlock();
    }
  }
}
