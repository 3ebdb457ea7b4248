package io.keelson.provider.pulumi.rpc;

import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.keelson.provider.pulumi.proto.Pulumi.CallRequest;
import io.keelson.provider.pulumi.proto.Pulumi.CallResponse;
import io.keelson.provider.pulumi.proto.Pulumi.CheckRequest;
import io.keelson.provider.pulumi.proto.Pulumi.CheckResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ConfigureRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ConfigureResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ConstructRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ConstructResponse;
import io.keelson.provider.pulumi.proto.Pulumi.CreateRequest;
import io.keelson.provider.pulumi.proto.Pulumi.CreateResponse;
import io.keelson.provider.pulumi.proto.Pulumi.DeleteRequest;
import io.keelson.provider.pulumi.proto.Pulumi.DiffRequest;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.proto.Pulumi.GetSchemaRequest;
import io.keelson.provider.pulumi.proto.Pulumi.GetSchemaResponse;
import io.keelson.provider.pulumi.proto.Pulumi.HandshakeRequest;
import io.keelson.provider.pulumi.proto.Pulumi.HandshakeResponse;
import io.keelson.provider.pulumi.proto.Pulumi.InvokeRequest;
import io.keelson.provider.pulumi.proto.Pulumi.InvokeResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ReadRequest;
import io.keelson.provider.pulumi.proto.Pulumi.ReadResponse;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateRequest;
import io.keelson.provider.pulumi.proto.Pulumi.UpdateResponse;

/// One method of the service of a provider.
///
/// @param <Q> the request
/// @param <A> the answer
public final class PulumiRpc<Q extends Message, A extends Message> {
  public static final PulumiRpc<HandshakeRequest, HandshakeResponse> HANDSHAKE =
      named(
          "Handshake",
          HandshakeRequest.getDefaultInstance(),
          HandshakeResponse.getDefaultInstance());
  public static final PulumiRpc<GetSchemaRequest, GetSchemaResponse> SCHEMA =
      named(
          "GetSchema",
          GetSchemaRequest.getDefaultInstance(),
          GetSchemaResponse.getDefaultInstance());
  public static final PulumiRpc<CheckRequest, CheckResponse> CHECK_CONFIG =
      named("CheckConfig", CheckRequest.getDefaultInstance(), CheckResponse.getDefaultInstance());
  public static final PulumiRpc<ConfigureRequest, ConfigureResponse> CONFIGURE =
      named(
          "Configure",
          ConfigureRequest.getDefaultInstance(),
          ConfigureResponse.getDefaultInstance());
  public static final PulumiRpc<CheckRequest, CheckResponse> CHECK =
      named("Check", CheckRequest.getDefaultInstance(), CheckResponse.getDefaultInstance());
  public static final PulumiRpc<DiffRequest, DiffResponse> DIFF =
      named("Diff", DiffRequest.getDefaultInstance(), DiffResponse.getDefaultInstance());
  public static final PulumiRpc<CreateRequest, CreateResponse> CREATE =
      named("Create", CreateRequest.getDefaultInstance(), CreateResponse.getDefaultInstance());
  public static final PulumiRpc<ReadRequest, ReadResponse> READ =
      named("Read", ReadRequest.getDefaultInstance(), ReadResponse.getDefaultInstance());
  public static final PulumiRpc<UpdateRequest, UpdateResponse> UPDATE =
      named("Update", UpdateRequest.getDefaultInstance(), UpdateResponse.getDefaultInstance());
  public static final PulumiRpc<DeleteRequest, Empty> DELETE =
      named("Delete", DeleteRequest.getDefaultInstance(), Empty.getDefaultInstance());
  public static final PulumiRpc<InvokeRequest, InvokeResponse> INVOKE =
      named("Invoke", InvokeRequest.getDefaultInstance(), InvokeResponse.getDefaultInstance());
  public static final PulumiRpc<ConstructRequest, ConstructResponse> CONSTRUCT =
      named(
          "Construct",
          ConstructRequest.getDefaultInstance(),
          ConstructResponse.getDefaultInstance());
  public static final PulumiRpc<CallRequest, CallResponse> CALL =
      named("Call", CallRequest.getDefaultInstance(), CallResponse.getDefaultInstance());
  public static final PulumiRpc<Empty, Empty> CANCEL =
      named("Cancel", Empty.getDefaultInstance(), Empty.getDefaultInstance());

  private static final String SERVICE = "pulumirpc.ResourceProvider";

  /// In messages inside of each other, of which a value inside of another takes three.
  private static final int DEEPEST_REQUEST = 1_000;

  private final String name;
  private final MethodDescriptor<Q, A> method;

  private PulumiRpc(String name, Q request, A answer) {
    this.name = name;
    this.method = method(SERVICE, name, request, answer);
  }

  private static <Q extends Message, A extends Message> PulumiRpc<Q, A> named(
      String name, Q request, A answer) {
    return new PulumiRpc<>(name, request, answer);
  }

  /// A method that this host serves. It is told as well what is nested more deeply than providers
  /// may answer: of a request that cannot be read, nothing could be said to who asks.
  public static <Q extends Message, A extends Message> MethodDescriptor<Q, A> served(
      String service, String name, Q request, A answer) {
    return method(service, name, request, answer).toBuilder()
        .setRequestMarshaller(ProtoUtils.marshallerWithRecursionLimit(request, DEEPEST_REQUEST))
        .build();
  }

  /// A method with one message each way.
  public static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String service, String name, Q request, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }

  MethodDescriptor<Q, A> method() {
    return method;
  }

  /// For messages.
  @Override
  public String toString() {
    return name;
  }
}
