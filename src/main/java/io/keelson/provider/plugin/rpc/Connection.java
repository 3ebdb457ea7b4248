package io.keelson.provider.plugin.rpc;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.keelson.provider.plugin.proto.GoPlugin;
import io.keelson.provider.plugin.proto.GoPlugin.StdioData;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/// The connection to one provider process. Calls may come from many threads at once.
///
/// There are no deadlines unless asked for, and nothing is sent twice: an apply may take hours, and
/// must not happen again. A lost process ends all calls at once, so the connection is not probed.
public final class Connection implements ProcessConnection {
  /// In bytes, as much as providers take and give.
  public static final int LARGEST_MESSAGE = 256 << 20;

  private static final MethodDescriptor<GoPlugin.Empty, StdioData> STDIO =
      MethodDescriptor.<GoPlugin.Empty, StdioData>newBuilder()
          .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
          .setFullMethodName("plugin.GRPCStdio/StreamStdio")
          .setRequestMarshaller(ProtoUtils.marshaller(GoPlugin.Empty.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(StdioData.getDefaultInstance()))
          .build();
  private static final MethodDescriptor<GoPlugin.Empty, GoPlugin.Empty> SHUTDOWN =
      Rpc.method(
          "plugin.GRPCController",
          "Shutdown",
          GoPlugin.Empty.getDefaultInstance(),
          GoPlugin.Empty.getDefaultInstance());

  private final Protocol protocol;
  private final ManagedChannel channel;

  private Connection(Protocol protocol, ManagedChannel channel) {
    this.protocol = protocol;
    this.channel = channel;
  }

  /// How both sides know each other.
  ///
  /// @param provider the only certificate that is trusted
  /// @param host what this side shows, with its key
  public record Tls(X509Certificate provider, X509Certificate host, PrivateKey key) {}

  /// Nothing is sent before the first call.
  ///
  /// @throws SSLException if the certificates cannot be used
  public static Connection open(EventLoopGroup loop, Protocol protocol, Path socket, Tls tls)
      throws SSLException {
    // The engine built into netty cannot verify the signatures that providers make.
    var context =
        GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
            .trustManager(tls.provider())
            .keyManager(new HostKey(tls.host(), tls.key()))
            .build();
    var channel =
        NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
            .eventLoopGroup(loop)
            .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
            .withOption(ChannelOption.SO_KEEPALIVE, null)
            .sslContext(context)
            .overrideAuthority("localhost")
            .maxInboundMessageSize(LARGEST_MESSAGE)
            .disableRetry()
            .idleTimeout(365, TimeUnit.DAYS)
            .executor(command -> Thread.ofVirtual().name("provider-reply").start(command))
            .build();
    return new Connection(protocol, channel);
  }

  public Protocol protocol() {
    return protocol;
  }

  /// Calls and waits, however long it takes, unless the context of the thread is cancelled.
  public <Q extends Message, A extends Message> Reply<A> call(Rpc<Q, A> rpc, Q request) {
    return call(rpc.in(protocol), request, CallOptions.DEFAULT);
  }

  /// Calls and waits, but not for longer than `patience`.
  public <Q extends Message, A extends Message> Reply<A> call(
      Rpc<Q, A> rpc, Q request, Duration patience) {
    return call(rpc.in(protocol), request, within(patience));
  }

  private static CallOptions within(Duration patience) {
    return CallOptions.DEFAULT.withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private <Q, A> Reply<A> call(MethodDescriptor<Q, A> method, Q request, CallOptions options) {
    try {
      return new Reply.Answered<>(ClientCalls.blockingUnaryCall(channel, method, options, request));
    } catch (StatusRuntimeException e) {
      return failed(e);
    }
  }

  private static <A> Reply<A> failed(StatusRuntimeException e) {
    var status = e.getStatus();
    var failure =
        switch (status.getCode()) {
          case UNAVAILABLE -> Reply.Failure.LOST;
          case CANCELLED -> cancelled();
          case UNIMPLEMENTED -> Reply.Failure.UNIMPLEMENTED;
          case RESOURCE_EXHAUSTED -> Reply.Failure.TOO_LARGE;
          case DEADLINE_EXCEEDED -> Reply.Failure.TOO_LATE;
          default -> Reply.Failure.BROKEN;
        };
    var description = status.getDescription();
    return new Reply.Failed<>(
        failure,
        status.getCode()
            + (description == null || description.isEmpty() ? "" : ": " + description));
  }

  /// What a call that was cancelled means: who waited for it has given it up, or it was lost.
  public static Reply.Failure cancelled() {
    return Context.current().isCancelled() ? Reply.Failure.ABANDONED : Reply.Failure.LOST;
  }

  /// Keeps taking what the process prints, until it ends. Nobody else empties these pipes: without
  /// this, a talkative provider stands still in the middle of a call.
  public void drainOutput(Consumer<String> text) {
    ClientCalls.asyncServerStreamingCall(
        channel.newCall(STDIO, CallOptions.DEFAULT),
        GoPlugin.Empty.getDefaultInstance(),
        new StreamObserver<>() {
          @Override
          public void onNext(StdioData data) {
            text.accept(data.getData().toStringUtf8());
          }

          @Override
          public void onError(Throwable t) {
            // Providers without this service, and the end of all others.
          }

          @Override
          public void onCompleted() {
            // The process ended.
          }
        });
  }

  /// Asks the process to end. Nearly always the connection is gone before the answer is there, so
  /// there is none.
  @Override
  public void askToEnd(Duration patience) {
    call(SHUTDOWN, GoPlugin.Empty.getDefaultInstance(), within(patience));
  }

  /// Ends the connection; calls that run end as lost.
  @Override
  public void close() {
    channel.shutdownNow();
  }
}
