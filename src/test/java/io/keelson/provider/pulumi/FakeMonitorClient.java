package io.keelson.provider.pulumi;

import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.keelson.provider.pulumi.proto.Pulumi.ConstructRequest;
import io.keelson.provider.pulumi.proto.Pulumi.DeploymentInfo;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceRequest;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceInvokeRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceInvokeResponse;
import io.keelson.provider.pulumi.proto.Pulumi.SupportsFeatureRequest;
import io.keelson.provider.pulumi.proto.Pulumi.SupportsFeatureResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;

/// What an SDK does for a program: it calls the monitor that the program was told of.
final class FakeMonitorClient implements AutoCloseable {
  private final ConstructRequest request;
  private final ManagedChannel channel;

  FakeMonitorClient(ConstructRequest request) {
    this(request, request.getMonitorEndpoint());
  }

  /// For one who only calls a method.
  FakeMonitorClient(String endpoint) {
    this(ConstructRequest.getDefaultInstance(), endpoint);
  }

  private FakeMonitorClient(ConstructRequest request, String endpoint) {
    this.request = request;
    this.channel =
        NettyChannelBuilder.forTarget(endpoint).usePlaintext().proxyDetector(_ -> null).build();
  }

  <Q extends Message, A extends Message> A call(String method, Q request, A answer) {
    @SuppressWarnings("unchecked")
    var empty = (Q) request.getDefaultInstanceForType();
    return ClientCalls.blockingUnaryCall(
        channel,
        PulumiRpc.method("pulumirpc.ResourceMonitor", method, empty, answer),
        CallOptions.DEFAULT,
        request);
  }

  DeploymentInfo deployment() {
    return call(
        "GetDeploymentInfo", Empty.getDefaultInstance(), DeploymentInfo.getDefaultInstance());
  }

  boolean supports(String feature) {
    return call(
            "SupportsFeature",
            SupportsFeatureRequest.newBuilder().setId(feature).build(),
            SupportsFeatureResponse.getDefaultInstance())
        .getHasSupport();
  }

  RegisterResourceResponse register(RegisterResourceRequest.Builder registration) {
    return call(
        "RegisterResource", registration.build(), RegisterResourceResponse.getDefaultInstance());
  }

  /// The component itself, as every program begins.
  String component() {
    return register(
            RegisterResourceRequest.newBuilder()
                .setType(request.getType())
                .setName(request.getName())
                .setParent(request.getParent()))
        .getUrn();
  }

  ResourceInvokeResponse invoke(ResourceInvokeRequest.Builder function) {
    return call("Invoke", function.build(), ResourceInvokeResponse.getDefaultInstance());
  }

  /// A child as Node's SDK registers it.
  static RegisterResourceRequest.Builder thing(String parent, String name) {
    return RegisterResourceRequest.newBuilder()
        .setType("fake:index:Thing")
        .setName(name)
        .setParent(parent)
        .setCustom(true)
        .setAcceptSecrets(true)
        .setAcceptResources(true)
        .setProtect(false)
        .setRetainOnDelete(false)
        .setSupportsPartialValues(true)
        .setSupportsResultReporting(true);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
