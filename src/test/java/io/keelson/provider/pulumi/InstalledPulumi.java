package io.keelson.provider.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Struct;
import io.grpc.ClientInterceptor;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.value.Bytes;
import io.keelson.provider.plugin.LaunchSource;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.ProcessObserver;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.schema.PackageSchema;
import io.keelson.provider.pulumi.wire.Accepted;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.PropertyWriter;
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
import java.util.function.Function;

/// Pulumi providers as installed ones, ours and those from upstream, and what is recorded of their
/// objects: for tests in other packages.
public final class InstalledPulumi implements AutoCloseable {
  private static final StackNames STACK = new StackNames("test", "test", "uid-1");

  private final ProcessHost processes;
  private final PulumiHost host;
  private final SortedMap<String, String> environment;
  private final List<ConfigurableProvider> opened = new ArrayList<>();
  private final Map<String, PackageSchema> schemas = new TreeMap<>();

  /// @param folder empty, with a short path
  /// @param environment of the programs
  /// @param watcher sees every call
  public InstalledPulumi(
      Path folder, SortedMap<String, String> environment, ClientInterceptor watcher) {
    this.processes = new ProcessHost(folder, Clock.systemUTC(), ProcessObserver.NONE);
    this.host = new PulumiHost(processes, List.of(watcher));
    this.environment = new TreeMap<>(environment);
  }

  private PulumiProgram program(String name) {
    var launch =
        new Launch(
            name + " 1.0.0",
            PulumiPlugins.upstream(name).or(() -> PulumiPlugins.program(name)).orElseThrow(),
            new TreeMap<>(environment),
            new TreeSet<>(),
            Duration.ofSeconds(30),
            Duration.ofHours(2),
            OptionalLong.empty());
    return new PulumiProgram(
        host,
        "pulumi.test/keelson/" + name,
        "pulumi.test/keelson/" + name + " 1.0.0",
        () -> new LaunchSource.Answer.Known(launch),
        new TreeMap<>(),
        Duration.ofMinutes(5));
  }

  public PackageSchema schema(String name) {
    return schemas.computeIfAbsent(
        name,
        _ ->
            switch (program(name).describe()) {
              case PulumiProgram.Described.Known(var schema) -> schema;
              case PulumiProgram.Described.Failed(var diagnostics) ->
                  throw new IllegalStateException(diagnostics.toString());
            });
  }

  /// A provider that a configuration makes use of.
  ///
  /// @param configuration what that is called
  /// @param telling the arguments that tell which system is meant; without a list all that are not
  ///   secret do
  public ConfigurableProvider provider(
      String name, String configuration, Optional<List<String>> telling, Autonaming naming) {
    var configured =
        new ConfiguredPulumi(program(name), schema(name), telling, STACK, configuration, naming);
    opened.add(configured);
    return configured;
  }

  /// What is recorded of an object beside its attributes: `id`, `inputs` and `outputs`.
  ///
  /// @param written makes JSON of what would be sent to a provider that takes all special values
  public static JsonNode recorded(Bytes privateData, Function<Struct, JsonNode> written) {
    try {
      var recorded = RecordedObject.decode(privateData);
      var writer = new PropertyWriter(Accepted.EVERYTHING);
      return JsonNodeFactory.instance
          .objectNode()
          .put("id", recorded.id())
          .<ObjectNode>set("inputs", written.apply(writer.write(recorded.inputs())))
          .set("outputs", written.apply(writer.write(recorded.outputs())));
    } catch (MalformedProperty e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    opened.forEach(ConfigurableProvider::close);
    processes.close();
  }
}
