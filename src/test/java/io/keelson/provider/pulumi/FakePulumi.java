package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Message;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.LaunchSource;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.ProcessObserver;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.provider.pulumi.rpc.ScriptedService;
import io.keelson.testing.ChildProcesses;
import io.keelson.testing.HandClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// A Pulumi provider that does as a test says: a program that only prints a port, behind which this
/// JVM answers. It stands on a host of its own.
final class FakePulumi implements AutoCloseable {
  static final Duration LONGEST_CALL = Duration.ofHours(4);

  private static final StackNames STACK = new StackNames("test", "test", "uid-1");

  private final Path folder;
  private final HandClock clock = new HandClock();
  private final ScriptedService service = new ScriptedService();
  private final FakeThings things = new FakeThings();
  private final Server server;
  private final ProcessHost processes;
  private final PulumiHost host;
  private final List<ConfiguredPulumi> opened = new ArrayList<>();
  private Duration patience = Duration.ofSeconds(30);
  private Autonaming naming = new Autonaming.OfProvider();
  private String script;

  /// @param folder empty
  FakePulumi(Path folder) {
    this.folder = folder;
    this.processes = new ProcessHost(folder.resolve("r"), clock, ProcessObserver.NONE);
    this.host = new PulumiHost(processes);
    things.serve(service);
    try {
      this.server =
          NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .fallbackHandlerRegistry(service)
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.script = "echo " + server.getPort() + "; exec sleep 600";
  }

  /// Answers a call in another way from now on.
  <Q extends Message, A extends Message> FakePulumi on(PulumiRpc<Q, A> rpc, Function<Q, A> answer) {
    service.on(rpc, answer);
    return this;
  }

  /// Refuses a call from now on.
  FakePulumi refuse(PulumiRpc<?, ?> rpc, String message) {
    return on(
        rpc,
        _ -> {
          throw Structs.refused(message);
        });
  }

  FakePulumi without(PulumiRpc<?, ?>... rpcs) {
    for (var rpc : rpcs) service.forget(rpc);
    return this;
  }

  /// @param script what the program does instead, in the words of a shell; `$PORT` leads here
  FakePulumi script(String script) {
    this.script = "PORT=" + server.getPort() + "; " + script;
    return this;
  }

  /// The program is not waited for.
  FakePulumi impatient() {
    this.patience = Duration.ofMillis(300);
    return this;
  }

  FakePulumi naming(Autonaming naming) {
    this.naming = naming;
    return this;
  }

  FakeThings things() {
    return things;
  }

  long asked(PulumiRpc<?, ?> rpc) {
    return service.asked(rpc);
  }

  /// What a call throws whose process is killed while it works on it.
  StatusRuntimeException killed() {
    running().forEach(ProcessHandle::destroyForcibly);
    return Status.UNAVAILABLE.withDescription("connection reset").asRuntimeException();
  }

  List<ProcessHandle> running() {
    return ChildProcesses.in(folder);
  }

  /// Time passes, and the host looks after its processes.
  void pass(Duration time) {
    clock.pass(time);
    processes.look();
  }

  PulumiProgram program() {
    return new PulumiProgram(
        host,
        "pulumi.test/keelson/fake",
        "pulumi.test/keelson/fake 1.0.0",
        () -> new LaunchSource.Answer.Known(launch()),
        new TreeMap<>(),
        Duration.ofHours(12));
  }

  private Launch launch() {
    try {
      var program = folder.resolve("pulumi-resource-fake");
      if (!Files.exists(program)) {
        Files.writeString(program, "#!/bin/sh\nPATH=/usr/bin:/bin\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      }
      return new Launch(
          "fake 1.0.0",
          program,
          new TreeMap<>(Map.of("FOLDER", folder.toString())),
          new TreeSet<>(),
          patience,
          LONGEST_CALL,
          OptionalLong.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Why the program cannot be asked for its schema.
  Diagnostic failure() {
    return switch (program().describe()) {
      case PulumiProgram.Described.Failed(var diagnostics) -> {
        assertThat(diagnostics).hasSize(1);
        yield diagnostics.getFirst();
      }
      case PulumiProgram.Described.Known _ -> throw new AssertionError("it can be used");
    };
  }

  Provider provider() {
    return provider(Map.of());
  }

  ConfiguredPulumi configurable() {
    if (!(program().describe() instanceof PulumiProgram.Described.Known(var schema)))
      throw new AssertionError(program().describe().toString());
    var configurable =
        new ConfiguredPulumi(program(), schema, Optional.empty(), STACK, "default", naming);
    opened.add(configurable);
    return configurable;
  }

  Provider provider(Map<String, Value> arguments) {
    var configurable = configurable();
    var type = configurable.configuration().type();
    var values = new Value[type.size()];
    for (int i = 0; i < values.length; i++)
      values[i] = arguments.getOrDefault(type.name(i), Value.nothing(type.type(i)));
    return switch (configurable.configure(Unmarked.plain(Mapping.object(type, values)))) {
      case ConfigureAnswer.Ready(var provider, _) -> provider;
      case ConfigureAnswer.Refused(var diagnostics) ->
          throw new AssertionError(diagnostics.toString());
    };
  }

  /// A stack with one thing, `fake_Thing.a`.
  ///
  /// @param config YAML
  PluggedStack stack(String config) {
    return new PluggedStack(provider()).declare("fake_Thing.a", config);
  }

  /// Ends the provider; nothing of it is left.
  @Override
  public void close() {
    opened.forEach(ConfiguredPulumi::close);
    processes.close();
    server.shutdownNow();
    await("no process is left").until(() -> running().isEmpty());
  }
}
