package io.keelson.provider.pulumi.process;

import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import io.grpc.Server;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.stub.ServerCalls;
import io.keelson.provider.pulumi.proto.Pulumi.GetRootResourceResponse;
import io.keelson.provider.pulumi.proto.Pulumi.LogRequest;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import java.util.function.Function;

/// What a host serves to one provider process, on loopback: it takes what the process logs. There
/// is no root resource.
///
/// @rule R-PRG-26
final class EngineService implements AutoCloseable {
  private static final String SERVICE = "pulumirpc.Engine";

  /// In bytes: more than a person reads of one line.
  private static final int LARGEST_MESSAGE = 1 << 20;

  private final Server server;

  private EngineService(Server server) {
    this.server = server;
  }

  /// @param log what the process says of its work; an error among it fails nothing
  /// @throws IOException if no port can be had
  static EngineService start(EventLoopGroup loop, Consumer<LogRequest> log) throws IOException {
    var service =
        ServerServiceDefinition.builder(SERVICE)
            .addMethod(
                PulumiRpc.method(
                    SERVICE, "Log", LogRequest.getDefaultInstance(), Empty.getDefaultInstance()),
                answering(said -> {
                  log.accept(said);
                  return Empty.getDefaultInstance();
                }))
            .addMethod(
                PulumiRpc.method(
                    SERVICE,
                    "GetRootResource",
                    Empty.getDefaultInstance(),
                    GetRootResourceResponse.getDefaultInstance()),
                answering(_ -> GetRootResourceResponse.getDefaultInstance()))
            .build();
    return new EngineService(
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .bossEventLoopGroup(loop)
            .workerEventLoopGroup(loop)
            .channelType(NioServerSocketChannel.class)
            .maxInboundMessageSize(LARGEST_MESSAGE)
            .executor(command -> Thread.ofVirtual().name("provider-log").start(command))
            .addService(service)
            .build()
            .start());
  }

  private static <Q extends Message, A extends Message> ServerCallHandler<Q, A> answering(
      Function<Q, A> answer) {
    return ServerCalls.asyncUnaryCall((request, observer) -> {
      observer.onNext(answer.apply(request));
      observer.onCompleted();
    });
  }

  /// Where it is, as a provider is told: host and port.
  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
