package io.keelson.provider.pulumi.process;

import io.grpc.ClientInterceptor;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.keelson.provider.plugin.process.Greeting;
import io.keelson.provider.pulumi.rpc.PulumiConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The greeting of Pulumi's providers: they are told where their host listens, and print where they
/// do.
public final class PulumiGreeting implements Greeting<PulumiConnection> {
  private final EventLoopGroup loop;
  private final List<ClientInterceptor> watchers;
  private @Nullable EngineService engine;

  /// @param watchers see every call to the provider
  public PulumiGreeting(EventLoopGroup loop, List<ClientInterceptor> watchers) {
    this.loop = loop;
    this.watchers = List.copyOf(watchers);
  }

  @Override
  public String kind() {
    return "Pulumi provider";
  }

  @Override
  public List<String> begin(Consumer<String> output) throws IOException {
    var begun = EngineService.start(loop, said -> output.accept(said.getMessage()));
    engine = begun;
    return List.of(begun.address());
  }

  /// Where the host of the process listens.
  public String address() {
    return Objects.requireNonNull(engine).address();
  }

  @Override
  public SortedMap<String, String> environment(Path directory) {
    return new TreeMap<>();
  }

  /// Where a Pulumi engine would be found: there is none.
  @Override
  public boolean owns(String variable) {
    return variable.equals("PULUMI_DEBUG_PROVIDERS");
  }

  /// Nothing may come before it.
  @Override
  public boolean begins(String line) {
    return true;
  }

  @Override
  public PulumiConnection connect(String line) throws Unacceptable {
    return PulumiConnection.open(loop, PortLine.parse(line).port(), watchers, this::close);
  }

  @Override
  public void close() {
    var begun = engine;
    if (begun != null) begun.close();
  }
}
