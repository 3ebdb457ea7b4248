package io.keelson.provider.pulumi.rpc;

import com.google.protobuf.Any;
import com.google.protobuf.Empty;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.stub.ClientCalls;
import io.keelson.provider.plugin.rpc.Connection;
import io.keelson.provider.plugin.rpc.ProcessConnection;
import io.keelson.provider.plugin.rpc.Reply;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorResourceInitFailed;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorStatus;
import io.keelson.provider.pulumi.proto.Pulumi.InputPropertiesError;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The connection to one process of a Pulumi provider, on loopback and in plain text, as they have
/// it. Calls may come from many threads at once. No call is repeated.
public final class PulumiConnection implements ProcessConnection {
  /// Who sends details with an error puts them there.
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private final ManagedChannel channel;
  private final Runnable onClose;

  private PulumiConnection(ManagedChannel channel, Runnable onClose) {
    this.channel = channel;
    this.onClose = onClose;
  }

  /// Nothing is sent before the first call.
  ///
  /// @param watchers see every call
  /// @param onClose ends what was there for the process alone
  public static PulumiConnection open(
      EventLoopGroup loop, int port, List<ClientInterceptor> watchers, Runnable onClose) {
    var channel =
        NettyChannelBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .eventLoopGroup(loop)
            .channelType(NioSocketChannel.class)
            .usePlaintext()
            .proxyDetector(_ -> null)
            .maxInboundMessageSize(Connection.LARGEST_MESSAGE)
            .disableRetry()
            .intercept(watchers)
            .idleTimeout(365, TimeUnit.DAYS)
            .executor(command -> Thread.ofVirtual().name("provider-reply").start(command))
            .build();
    return new PulumiConnection(channel, onClose);
  }

  /// Calls and waits, however long it takes, unless the context of the thread is cancelled.
  public <Q extends Message, A extends Message> PulumiReply<A> call(
      PulumiRpc<Q, A> rpc, Q request) {
    return call(rpc, request, CallOptions.DEFAULT);
  }

  /// Calls and waits, but not for longer than `patience`.
  public <Q extends Message, A extends Message> PulumiReply<A> call(
      PulumiRpc<Q, A> rpc, Q request, Duration patience) {
    return call(
        rpc,
        request,
        CallOptions.DEFAULT.withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS));
  }

  private <Q extends Message, A extends Message> PulumiReply<A> call(
      PulumiRpc<Q, A> rpc, Q request, CallOptions options) {
    try {
      return new PulumiReply.Answered<>(
          ClientCalls.blockingUnaryCall(channel, rpc.method(), options, request));
    } catch (StatusRuntimeException e) {
      return failed(e);
    }
  }

  private static <A> PulumiReply<A> failed(StatusRuntimeException e) {
    var status = e.getStatus();
    // Who tells what it has made has answered, whatever it calls the error.
    var unfinished = detail(e.getTrailers(), ErrorResourceInitFailed.class);
    if (unfinished.isPresent()) return new PulumiReply.Refused<>(description(status), unfinished);
    var inputs = inputs(e.getTrailers());
    if (inputs.isPresent()) return new PulumiReply.Refused<>(inputs.get(), Optional.empty());
    var unreadable = unreadable(status);
    if (unreadable.isPresent())
      return new PulumiReply.Failed<>(
          Reply.Failure.BROKEN, "something that is no message: " + unreadable.get());
    return switch (status.getCode()) {
      case UNAVAILABLE -> failed(Reply.Failure.LOST, status);
      case CANCELLED -> failed(Connection.cancelled(), status);
      case UNIMPLEMENTED -> failed(Reply.Failure.UNIMPLEMENTED, status);
      case RESOURCE_EXHAUSTED -> failed(Reply.Failure.TOO_LARGE, status);
      case DEADLINE_EXCEEDED -> failed(Reply.Failure.TOO_LATE, status);
      case INTERNAL -> failed(Reply.Failure.BROKEN, status);
      default -> new PulumiReply.Refused<>(description(status), Optional.empty());
    };
  }

  /// Why an answer came and cannot be read. The connection reports that as a call that it has
  /// cancelled itself.
  private static Optional<String> unreadable(Status status) {
    for (Throwable each = status.getCause(); each != null; each = each.getCause())
      if (each instanceof InvalidProtocolBufferException)
        return Optional.of(String.valueOf(each.getMessage()));
    return Optional.empty();
  }

  private static <A> PulumiReply<A> failed(Reply.Failure failure, Status status) {
    var description = description(status);
    return new PulumiReply.Failed<>(
        failure, status.getCode() + (description.isEmpty() ? "" : ": " + description));
  }

  /// What is not accepted of a program's inputs, which is all that some errors say.
  private static Optional<String> inputs(@Nullable Metadata trailers) {
    return detail(trailers, InputPropertiesError.class)
        .filter(error -> error.getErrorsCount() > 0)
        .map(error ->
            error.getErrorsList().stream()
                .map(each -> "input '" + each.getPropertyPath() + "': " + each.getReason())
                .collect(Collectors.joining("; ")));
  }

  private static String description(Status status) {
    var description = status.getDescription();
    return description == null ? "" : description;
  }

  private static <D extends Message> Optional<D> detail(
      @Nullable Metadata trailers, Class<D> kind) {
    var bytes = trailers == null ? null : trailers.get(DETAILS);
    if (bytes == null) return Optional.empty();
    try {
      for (Any detail : ErrorStatus.parseFrom(bytes).getDetailsList())
        if (detail.is(kind)) return Optional.of(detail.unpack(kind));
    } catch (InvalidProtocolBufferException e) {
      // What cannot be read says nothing.
    }
    return Optional.empty();
  }

  /// The protocol only knows how to end calls: the process itself needs a signal.
  @Override
  public void askToEnd(Duration patience) {
    call(PulumiRpc.CANCEL, Empty.getDefaultInstance(), patience);
  }

  @Override
  public boolean needsSignal() {
    return true;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    onClose.run();
  }
}
