package io.keelson.provider.plugin.process;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.keelson.provider.plugin.rpc.Connection;
import io.keelson.provider.plugin.rpc.Protocol;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The greeting of Terraform's providers: a handshake in a line, a socket, and a certificate of
/// each side.
public final class PluginGreeting implements Greeting<Connection> {
  private static final String COOKIE_NAME = "TF_PLUGIN_MAGIC_COOKIE";
  private static final String COOKIE =
      "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

  private final EventLoopGroup loop;
  private final HostIdentity host = HostIdentity.make(new SecureRandom(), Instant.now());
  private Consumer<String> output = _ -> {};

  public PluginGreeting(EventLoopGroup loop) {
    this.loop = loop;
  }

  @Override
  public String kind() {
    return "Terraform provider";
  }

  @Override
  public List<String> begin(Consumer<String> output) {
    this.output = output;
    return List.of();
  }

  @Override
  public SortedMap<String, String> environment(Path directory) {
    var all = new TreeMap<String, String>();
    all.put(COOKIE_NAME, COOKIE);
    all.put("PLUGIN_PROTOCOL_VERSIONS", Protocol.offered());
    all.put("PLUGIN_UNIX_SOCKET_DIR", directory.toString());
    all.put("PLUGIN_CLIENT_CERT", host.pem());
    return all;
  }

  @Override
  public boolean owns(String variable) {
    return variable.startsWith("PLUGIN_")
        || variable.equals(COOKIE_NAME)
        || variable.equals("TF_REATTACH_PROVIDERS");
  }

  /// Some providers print other things before.
  @Override
  public boolean begins(String line) {
    return Handshake.begins(line);
  }

  @Override
  public Connection connect(String line) throws Unacceptable, IOException {
    var handshake = Handshake.parse(line);
    var connection =
        Connection.open(
            loop,
            handshake.protocol(),
            handshake.socket(),
            new Connection.Tls(handshake.certificate(), host.certificate(), host.key()));
    connection.drainOutput(output);
    return connection;
  }

  @Override
  public void close() {
    // It holds nothing.
  }
}
