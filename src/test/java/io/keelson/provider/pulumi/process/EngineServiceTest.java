package io.keelson.provider.pulumi.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Empty;
import io.grpc.CallOptions;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.stub.ClientCalls;
import io.keelson.provider.pulumi.proto.Pulumi.GetRootResourceResponse;
import io.keelson.provider.pulumi.proto.Pulumi.LogRequest;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a host serves to a process.
class EngineServiceTest {
  private static final String SERVICE = "pulumirpc.Engine";

  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  @AfterEach
  void close() {
    var _ = loop.shutdownGracefully();
  }

  @Test
  @Tag("R-PRG-26")
  void whatAProcessLogs_isTaken_andThereIsNoRootResource() throws Exception {
    List<String> logged = new CopyOnWriteArrayList<>();
    try (var engine = EngineService.start(loop, said -> logged.add(said.getMessage()))) {
      var channel =
          NettyChannelBuilder.forTarget(engine.address())
              .usePlaintext()
              .proxyDetector(_ -> null)
              .eventLoopGroup(loop)
              .channelType(NioSocketChannel.class)
              .build();
      var log =
          PulumiRpc.method(
              SERVICE, "Log", LogRequest.getDefaultInstance(), Empty.getDefaultInstance());
      var said =
          LogRequest.newBuilder()
              .setSeverity(LogRequest.Severity.ERROR)
              .setMessage("no room")
              .build();
      ClientCalls.blockingUnaryCall(channel, log, CallOptions.DEFAULT, said);
      var root =
          PulumiRpc.method(
              SERVICE,
              "GetRootResource",
              Empty.getDefaultInstance(),
              GetRootResourceResponse.getDefaultInstance());
      var answer =
          ClientCalls.blockingUnaryCall(
              channel, root, CallOptions.DEFAULT, Empty.getDefaultInstance());
      channel.shutdownNow();

      assertThat(logged).containsExactly("no room");
      assertThat(answer.getUrn()).isEmpty();
    }
  }
}
