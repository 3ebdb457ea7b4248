package io.keelson.provider.pulumi;

import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.LaunchSource;
import io.keelson.provider.plugin.LostCreate;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.ProcessObserver;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.testing.PulumiPlugins;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Our Pulumi providers on a host of their own, with a world of their own.
final class PulumiBench implements AutoCloseable {
  private static final StackNames STACK = new StackNames("test", "test", "uid-1");

  private final ProcessHost processes;
  private final PulumiHost host;
  private final PulumiWorld world;
  private final List<ConfigurableProvider> opened = new ArrayList<>();

  /// @param folder empty, with a short path
  PulumiBench(Path folder) {
    this.processes = new ProcessHost(folder.resolve("r"), Clock.systemUTC(), ProcessObserver.NONE);
    this.host = new PulumiHost(processes);
    this.world = new PulumiWorld(folder.resolve("world.json"));
  }

  PulumiWorld world() {
    return world;
  }

  PulumiProgram program(String name) {
    return program(name, PulumiPlugins.program(name, "1.0.0"));
  }

  PulumiProgram program(String name, Path binary) {
    return program(name, binary, new TreeMap<>());
  }

  private PulumiProgram program(String name, Path binary, SortedMap<String, LostCreate> recovery) {
    var environment = new TreeMap<>(Map.of("KEELSON_WORLD", world.file().toString()));
    var launch =
        new Launch(
            name + " 1.0.0",
            binary,
            environment,
            new TreeSet<>(),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            OptionalLong.empty());
    return new PulumiProgram(
        host,
        "pulumi.test/keelson/" + name,
        "pulumi.test/keelson/" + name + " 1.0.0",
        () -> new LaunchSource.Answer.Known(launch),
        recovery,
        Duration.ofMinutes(5));
  }

  /// A provider with a configuration.
  Provider provider(String name, Map<String, Value> arguments) {
    return provider(program(name), arguments);
  }

  /// A provider without arguments.
  ///
  /// @param recovery what is to be done about creates whose outcome is not known, by type
  Provider provider(String name, SortedMap<String, LostCreate> recovery) {
    return provider(program(name, PulumiPlugins.program(name, "1.0.0"), recovery), Map.of());
  }

  Provider provider(PulumiProgram program, Map<String, Value> arguments) {
    if (!(program.describe() instanceof PulumiProgram.Described.Known(var schema)))
      throw new IllegalStateException(program.describe().toString());
    var configured =
        new ConfiguredPulumi(
            program, schema, Optional.empty(), STACK, "default", new Autonaming.OfProvider());
    opened.add(configured);
    var type = schema.provider().type();
    var values = new Value[type.size()];
    for (int i = 0; i < values.length; i++)
      values[i] = arguments.getOrDefault(type.name(i), Value.nothing(type.type(i)));
    return switch (configured.configure(Unmarked.plain(Mapping.object(type, values)))) {
      case ConfigureAnswer.Ready(var provider, _) -> provider;
      case ConfigureAnswer.Refused(var diagnostics) ->
          throw new IllegalStateException(diagnostics.toString());
    };
  }

  @Override
  public void close() {
    opened.forEach(ConfigurableProvider::close);
    processes.close();
  }
}
