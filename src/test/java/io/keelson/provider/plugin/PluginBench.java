package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.provider.plugin.wire.EmptyObject;
import io.keelson.testing.ChildProcesses;
import io.keelson.testing.TestProviders;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/// Our test providers on a host of their own, with a cloud of their own.
final class PluginBench implements AutoCloseable {
  static final Duration LONGEST_CALL = Duration.ofHours(4);

  private final Path folder;
  private final CloudWorld cloud;
  private final PluginHost host;

  /// @param folder empty; its path must be short enough for sockets
  PluginBench(Path folder) {
    this(folder, Clock.systemUTC());
  }

  PluginBench(Path folder, Clock clock) {
    this.folder = folder;
    this.cloud = new CloudWorld(folder.resolve("w"));
    assertThat(cloud.folder().toFile().mkdir()).isTrue();
    this.host = new PluginHost(folder.resolve("r"), clock);
  }

  CloudWorld cloud() {
    return cloud;
  }

  /// The host looks after its processes, as it does every few seconds.
  void look() {
    host.look();
  }

  /// Makes sure that no process is left.
  @Override
  public void close() {
    host.close();
    await("no process is left").until(() -> ChildProcesses.in(folder).isEmpty());
  }

  /// @param arguments what is configured
  PluginHost.Opened open(String type, String version, Map<String, Value> arguments) {
    return opened("keelson.dev/test/" + type, version, arguments);
  }

  /// The real provider `time`.
  PluginProvider time() {
    return ready(opened("registry.terraform.io/hashicorp/time", "0.14.2", Map.of()));
  }

  private PluginHost.Opened opened(String source, String version, Map<String, Value> arguments) {
    return host.open(
        new PluginSettings(
            source,
            source + " " + version + " " + arguments.keySet(),
            new PluginSettings.Sharing(
                source + " " + version,
                launch(source, version),
                Value.object(new TreeMap<>(arguments))),
            launch(source, version),
            schema -> configuration(schema, arguments),
            Optional::empty,
            new TreeMap<>(Map.of("keelsontest_named", new LostCreate.Import("name"))),
            Duration.ofMinutes(5)));
  }

  private Launch launch(String source, String version) {
    return new Launch(
        source.substring(source.lastIndexOf('/') + 1) + " " + version,
        TestProviders.program(source, version),
        new TreeMap<>(Map.of("TF_KEELSON_WORLD", cloud.folder().toString())),
        new TreeSet<>(),
        Duration.ofSeconds(60),
        LONGEST_CALL,
        OptionalLong.empty());
  }

  /// A test provider as it is installed.
  PluginProgram program(String type, String version) {
    var source = "keelson.dev/test/" + type;
    return new PluginProgram(
        host,
        source,
        source + " " + version,
        () -> new LaunchSource.Answer.Known(launch(source, version)),
        new TreeMap<>(),
        Duration.ofMinutes(5));
  }

  private static Evaluated configuration(Schema schema, Map<String, Value> arguments) {
    var empty = (Mapping) EmptyObject.of(schema.root());
    return Evaluated.of(empty.mapValues((name, value) -> arguments.getOrDefault(name, value)));
  }

  PluginProvider provider(String type, String version) {
    return ready(open(type, version, Map.of()));
  }

  static PluginProvider ready(PluginHost.Opened opened) {
    return switch (opened) {
      case PluginHost.Opened.Ready(var ready) -> ready;
      case PluginHost.Opened.Failed(var diagnostics) ->
          throw new AssertionError(diagnostics.toString());
    };
  }

  /// An empty stack of a provider's newest version.
  PluggedStack stack(String type) {
    return new PluggedStack(provider(type, "2.0.0"));
  }
}
