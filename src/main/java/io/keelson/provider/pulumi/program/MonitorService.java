package io.keelson.provider.pulumi.program;

import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.keelson.engine.program.ProgramRequest.Surroundings;
import io.keelson.provider.pulumi.proto.Pulumi.CallResponse;
import io.keelson.provider.pulumi.proto.Pulumi.DeploymentInfo;
import io.keelson.provider.pulumi.proto.Pulumi.DeploymentInfo.Feature;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResourceRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResourceResponse;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterPackageRequest;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterPackageResponse;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceOutputsRequest;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceRequest;
import io.keelson.provider.pulumi.proto.Pulumi.RegisterResourceResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceCallRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceInvokeRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ResourceInvokeResponse;
import io.keelson.provider.pulumi.proto.Pulumi.SupportsFeatureRequest;
import io.keelson.provider.pulumi.proto.Pulumi.SupportsFeatureResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;

/// The methods of the monitor, for one run of a program.
///
/// @rule R-PRG-26
record MonitorService(Session session, Waiting waiting, Surroundings surroundings) {
  /// What there is none of here is called so by whoever keeps states without one; programs that ask
  /// for it end where it is empty.
  static final String ORGANIZATION = "organization";

  private static final String SERVICE = "pulumirpc.ResourceMonitor";

  /// By the names that SDKs ask for one by one.
  private static final Set<String> FEATURES =
      Set.of(
          "secrets",
          "resourcereferences",
          "outputvalues",
          "aliasspecs",
          "replacementtrigger",
          "deletedwith",
          "replacewith",
          "parameterization");

  /// Answers one call.
  private interface Answer<Q, A> {
    A to(Q request) throws Refusal;
  }

  ServerServiceDefinition definition() {
    var monitor = new Monitor(session, waiting);
    var nothing = Empty.getDefaultInstance();
    var service = ServerServiceDefinition.builder(SERVICE);
    add(
        service,
        "GetDeploymentInfo",
        nothing,
        DeploymentInfo.getDefaultInstance(),
        _ -> deployment());
    add(
        service,
        "SupportsFeature",
        SupportsFeatureRequest.getDefaultInstance(),
        SupportsFeatureResponse.getDefaultInstance(),
        MonitorService::feature);
    add(
        service,
        "RegisterResource",
        RegisterResourceRequest.getDefaultInstance(),
        RegisterResourceResponse.getDefaultInstance(),
        monitor::register);
    add(
        service,
        "RegisterResourceOutputs",
        RegisterResourceOutputsRequest.getDefaultInstance(),
        nothing,
        request -> {
          monitor.outputs(request);
          return nothing;
        });
    add(
        service,
        "Invoke",
        ResourceInvokeRequest.getDefaultInstance(),
        ResourceInvokeResponse.getDefaultInstance(),
        new Functions(session, waiting)::invoke);
    add(
        service,
        "ReadResource",
        ReadResourceRequest.getDefaultInstance(),
        ReadResourceResponse.getDefaultInstance(),
        new Lookups(session, waiting)::read);
    add(
        service,
        "Call",
        ResourceCallRequest.getDefaultInstance(),
        CallResponse.getDefaultInstance(),
        new Methods(session, waiting, surroundings)::call);
    add(
        service,
        "RegisterPackage",
        RegisterPackageRequest.getDefaultInstance(),
        RegisterPackageResponse.getDefaultInstance(),
        this::pack);
    add(service, "SignalAndWaitForShutdown", nothing, nothing, request -> request);
    return service.build();
  }

  private <Q extends Message, A extends Message> void add(
      ServerServiceDefinition.Builder service,
      String name,
      Q request,
      A response,
      Answer<Q, A> answer) {
    service.addMethod(PulumiRpc.served(SERVICE, name, request, response), handler(answer));
  }

  private <Q extends Message, A extends Message> ServerCallHandler<Q, A> handler(
      Answer<Q, A> answer) {
    return ServerCalls.asyncUnaryCall((request, observer) -> {
      // Without a handler, an answer to who has given up would be an error.
      ((ServerCallStreamObserver<A>) observer).setOnCancelHandler(() -> {});
      var reply = reply(request, answer);
      try {
        reply.to(observer);
      } catch (RejectedExecutionException e) {
        // The program's process, and the connection to it, ended while it waited for the answer.
      }
    });
  }

  private <Q extends Message, A extends Message> Reply<A> reply(Q request, Answer<Q, A> answer) {
    try {
      waiting.asked(request.getSerializedSize());
      var answered = answer.to(request);
      return observer -> {
        observer.onNext(answered);
        observer.onCompleted();
      };
    } catch (Refusal e) {
      waiting.refused(e);
      return failed(Status.FAILED_PRECONDITION.withDescription(e.reason()));
    } catch (RuntimeException e) {
      waiting.broke(e);
      return failed(Status.INTERNAL.withDescription("The host has a bug."));
    }
  }

  private static <A> Reply<A> failed(Status status) {
    return observer -> observer.onError(status.asRuntimeException());
  }

  /// What is told to who asks.
  private interface Reply<A> {
    void to(StreamObserver<A> observer);
  }

  private DeploymentInfo deployment() {
    return DeploymentInfo.newBuilder()
        .setProject(surroundings.namespace())
        .setStack(surroundings.stack())
        .setDryRun(surroundings.planning())
        .setParallel(surroundings.parallelism())
        .addSupportedFeatures(Feature.SECRETS)
        .addSupportedFeatures(Feature.RESOURCE_REFERENCES)
        .addSupportedFeatures(Feature.OUTPUT_VALUES)
        .addSupportedFeatures(Feature.ALIAS_SPECS)
        .addSupportedFeatures(Feature.REPLACEMENT_TRIGGER)
        .addSupportedFeatures(Feature.DELETED_WITH)
        .addSupportedFeatures(Feature.REPLACE_WITH)
        .addSupportedFeatures(Feature.PARAMETERIZATION)
        .addSupportedFeatures(Feature.INVOKE_DEPENDS_ON)
        .build();
  }

  /// A feature that nobody here has heard of is not there.
  private static SupportsFeatureResponse feature(SupportsFeatureRequest request) {
    return SupportsFeatureResponse.newBuilder()
        .setHasSupport(FEATURES.contains(request.getId().toLowerCase(Locale.ROOT)))
        .build();
  }

  private RegisterPackageResponse pack(RegisterPackageRequest request) throws Refusal {
    var who = new Registrant("package", request.getName());
    if (request.hasParameterization() || request.hasExtension())
      throw who.option("parameterization", "Use a package that takes no parameters");
    if (!request.getDownloadUrl().isEmpty())
      throw who.option("pluginDownloadURL", "Install its provider here as a Provider");
    return RegisterPackageResponse.newBuilder()
        .setRef(session.pack(request.getName(), request.getVersion()))
        .build();
  }
}
