package io.keelson.provider.pulumi.program;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.keelson.engine.program.ProgramRequest.Surroundings;
import io.keelson.provider.plugin.rpc.Connection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/// The monitor of a program, or of a method that a user calls: it listens on loopback as long as
/// that runs.
public final class Listening implements AutoCloseable {
  private final Waiting waiting;
  private final Server server;

  private Listening(Waiting waiting, Server server) {
    this.waiting = waiting;
    this.server = server;
  }

  /// @throws IOException if no port can be had
  static Listening start(
      EventLoopGroup loop, Session session, Waiting waiting, Surroundings surroundings)
      throws IOException {
    var service = new MonitorService(session, waiting, surroundings);
    var server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .bossEventLoopGroup(loop)
            .workerEventLoopGroup(loop)
            .channelType(NioServerSocketChannel.class)
            .maxInboundMessageSize(Connection.LARGEST_MESSAGE)
            .executor(command -> Thread.ofVirtual().name("program-monitor").start(command))
            .addService(service.definition())
            .build()
            .start();
    return new Listening(waiting, server);
  }

  /// From now on it is listened to.
  ///
  /// @return under which address
  String begin(Pace pace) {
    var endpoint = "127.0.0.1:" + server.getPort();
    waiting.begin(endpoint, pace);
    return endpoint;
  }

  /// What was refused to who asked, in sentences, the first first.
  public List<String> refusals() {
    return waiting.refusals();
  }

  /// What was thrown instead of an answer.
  public Optional<RuntimeException> broken() {
    return waiting.broken();
  }

  /// Nothing is passed on any more. Answers that are still awaited reach nobody.
  @Override
  public void close() {
    waiting.end();
    server.shutdownNow();
  }
}
