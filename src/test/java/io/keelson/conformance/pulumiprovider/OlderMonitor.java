package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.keelson.provider.pulumi.proto.Pulumi.CallRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ConstructRequest;
import io.keelson.provider.pulumi.proto.Pulumi.SupportsFeatureRequest;
import io.keelson.provider.pulumi.proto.Pulumi.SupportsFeatureResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Stands between components and the monitor, and knows less than that: as with the monitor of an
/// older engine.
final class OlderMonitor implements AutoCloseable {
  private static final String SERVICE = "pulumirpc.ResourceMonitor/";

  private final Set<String> lacks = new TreeSet<>();
  private final Set<String> without = new TreeSet<>();
  private final Map<String, Between> open = new ConcurrentHashMap<>();

  private record Between(Server server, ManagedChannel channel) {
    String endpoint() {
      return "127.0.0.1:" + server.getPort();
    }
  }

  /// @param option of a step; absent if components see the monitor itself
  OlderMonitor(JsonNode option) {
    if (option.path("noDeploymentInfo").asBoolean(false)) lacks.add(SERVICE + "GetDeploymentInfo");
    option.path("without").forEach(feature -> without.add(feature.asText()));
  }

  /// A request to a provider, that leads here instead of to the monitor.
  Message leading(Message request) {
    if (lacks.isEmpty() && without.isEmpty()) return request;
    return switch (request) {
      case ConstructRequest construct ->
          construct.toBuilder().setMonitorEndpoint(here(construct.getMonitorEndpoint())).build();
      case CallRequest call ->
          call.toBuilder().setMonitorEndpoint(here(call.getMonitorEndpoint())).build();
      default -> request;
    };
  }

  private String here(String monitor) {
    return open.computeIfAbsent(monitor, this::between).endpoint();
  }

  private Between between(String monitor) {
    var channel =
        NettyChannelBuilder.forTarget(monitor).usePlaintext().proxyDetector(_ -> null).build();
    try {
      return new Between(
          NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .executor(command -> Thread.ofVirtual().start(command))
              .fallbackHandlerRegistry(new Passing(channel))
              .build()
              .start(),
          channel);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Passes on what it need not answer itself.
  private final class Passing extends HandlerRegistry {
    private final ManagedChannel channel;

    Passing(ManagedChannel channel) {
      this.channel = channel;
    }

    @Override
    public @Nullable ServerMethodDefinition<?, ?> lookupMethod(
        String name, @Nullable String authority) {
      if (lacks.contains(name)) return null;
      var method =
          MethodDescriptor.<ByteString, ByteString>newBuilder()
              .setType(MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(name)
              .setRequestMarshaller(new Plain())
              .setResponseMarshaller(new Plain())
              .build();
      return ServerMethodDefinition.create(
          method,
          ServerCalls.asyncUnaryCall((request, observer) -> {
            try {
              observer.onNext(
                  isDenied(name, request)
                      ? SupportsFeatureResponse.getDefaultInstance().toByteString()
                      : ClientCalls.blockingUnaryCall(
                          channel, method, CallOptions.DEFAULT, request));
              observer.onCompleted();
            } catch (StatusRuntimeException e) {
              observer.onError(e);
            } catch (InvalidProtocolBufferException e) {
              observer.onError(Status.INTERNAL.withCause(e).asRuntimeException());
            }
          }));
    }

    private boolean isDenied(String name, ByteString request)
        throws InvalidProtocolBufferException {
      return name.equals(SERVICE + "SupportsFeature")
          && without.contains(SupportsFeatureRequest.parseFrom(request).getId());
    }
  }

  /// Messages as they are.
  private static final class Plain implements MethodDescriptor.Marshaller<ByteString> {
    @Override
    public InputStream stream(ByteString value) {
      return new ByteArrayInputStream(value.toByteArray());
    }

    @Override
    public ByteString parse(InputStream stream) {
      try {
        return ByteString.readFrom(stream);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    open.values()
        .forEach(each -> {
          each.server().shutdownNow();
          each.channel().shutdownNow();
        });
  }
}
