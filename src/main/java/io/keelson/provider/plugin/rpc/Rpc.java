package io.keelson.provider.plugin.rpc;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.keelson.provider.plugin.proto.Tfplugin.ApplyResourceChange;
import io.keelson.provider.plugin.proto.Tfplugin.CallFunction;
import io.keelson.provider.plugin.proto.Tfplugin.CloseEphemeralResource;
import io.keelson.provider.plugin.proto.Tfplugin.ConfigureProvider;
import io.keelson.provider.plugin.proto.Tfplugin.GetProviderSchema;
import io.keelson.provider.plugin.proto.Tfplugin.GetResourceIdentitySchemas;
import io.keelson.provider.plugin.proto.Tfplugin.ImportResourceState;
import io.keelson.provider.plugin.proto.Tfplugin.MoveResourceState;
import io.keelson.provider.plugin.proto.Tfplugin.OpenEphemeralResource;
import io.keelson.provider.plugin.proto.Tfplugin.PlanResourceChange;
import io.keelson.provider.plugin.proto.Tfplugin.ReadDataSource;
import io.keelson.provider.plugin.proto.Tfplugin.ReadResource;
import io.keelson.provider.plugin.proto.Tfplugin.RenewEphemeralResource;
import io.keelson.provider.plugin.proto.Tfplugin.StopProvider;
import io.keelson.provider.plugin.proto.Tfplugin.UpgradeResourceIdentity;
import io.keelson.provider.plugin.proto.Tfplugin.UpgradeResourceState;
import io.keelson.provider.plugin.proto.Tfplugin.ValidateConfig;
import io.keelson.provider.plugin.proto.Tfplugin.ValidateProviderConfig;

/// One method of the provider's service. The two protocols share the messages, and differ in some
/// names.
///
/// @param <Q> the request
/// @param <A> the answer
public final class Rpc<Q extends Message, A extends Message> {
  public static final Rpc<GetProviderSchema.Request, GetProviderSchema.Response> SCHEMA =
      named(
          "GetSchema",
          "GetProviderSchema",
          GetProviderSchema.Request.getDefaultInstance(),
          GetProviderSchema.Response.getDefaultInstance());
  public static final Rpc<GetResourceIdentitySchemas.Request, GetResourceIdentitySchemas.Response>
      IDENTITY_SCHEMAS =
          named(
              "GetResourceIdentitySchemas",
              GetResourceIdentitySchemas.Request.getDefaultInstance(),
              GetResourceIdentitySchemas.Response.getDefaultInstance());
  public static final Rpc<ValidateProviderConfig.Request, ValidateProviderConfig.Response>
      VALIDATE_PROVIDER =
          named(
              "PrepareProviderConfig",
              "ValidateProviderConfig",
              ValidateProviderConfig.Request.getDefaultInstance(),
              ValidateProviderConfig.Response.getDefaultInstance());
  public static final Rpc<ConfigureProvider.Request, ConfigureProvider.Response> CONFIGURE =
      named(
          "Configure",
          "ConfigureProvider",
          ConfigureProvider.Request.getDefaultInstance(),
          ConfigureProvider.Response.getDefaultInstance());
  public static final Rpc<StopProvider.Request, StopProvider.Response> STOP =
      named(
          "Stop",
          "StopProvider",
          StopProvider.Request.getDefaultInstance(),
          StopProvider.Response.getDefaultInstance());
  public static final Rpc<ValidateConfig.Request, ValidateConfig.Response> VALIDATE_RESOURCE =
      named(
          "ValidateResourceTypeConfig",
          "ValidateResourceConfig",
          ValidateConfig.Request.getDefaultInstance(),
          ValidateConfig.Response.getDefaultInstance());
  public static final Rpc<ValidateConfig.Request, ValidateConfig.Response> VALIDATE_DATA =
      named(
          "ValidateDataSourceConfig",
          "ValidateDataResourceConfig",
          ValidateConfig.Request.getDefaultInstance(),
          ValidateConfig.Response.getDefaultInstance());
  public static final Rpc<ValidateConfig.Request, ValidateConfig.Response> VALIDATE_EPHEMERAL =
      named(
          "ValidateEphemeralResourceConfig",
          ValidateConfig.Request.getDefaultInstance(),
          ValidateConfig.Response.getDefaultInstance());
  public static final Rpc<UpgradeResourceState.Request, UpgradeResourceState.Response> UPGRADE =
      named(
          "UpgradeResourceState",
          UpgradeResourceState.Request.getDefaultInstance(),
          UpgradeResourceState.Response.getDefaultInstance());
  public static final Rpc<UpgradeResourceIdentity.Request, UpgradeResourceIdentity.Response>
      UPGRADE_IDENTITY =
          named(
              "UpgradeResourceIdentity",
              UpgradeResourceIdentity.Request.getDefaultInstance(),
              UpgradeResourceIdentity.Response.getDefaultInstance());
  public static final Rpc<ReadResource.Request, ReadResource.Response> READ =
      named(
          "ReadResource",
          ReadResource.Request.getDefaultInstance(),
          ReadResource.Response.getDefaultInstance());
  public static final Rpc<PlanResourceChange.Request, PlanResourceChange.Response> PLAN =
      named(
          "PlanResourceChange",
          PlanResourceChange.Request.getDefaultInstance(),
          PlanResourceChange.Response.getDefaultInstance());
  public static final Rpc<ApplyResourceChange.Request, ApplyResourceChange.Response> APPLY =
      named(
          "ApplyResourceChange",
          ApplyResourceChange.Request.getDefaultInstance(),
          ApplyResourceChange.Response.getDefaultInstance());
  public static final Rpc<ImportResourceState.Request, ImportResourceState.Response> IMPORT =
      named(
          "ImportResourceState",
          ImportResourceState.Request.getDefaultInstance(),
          ImportResourceState.Response.getDefaultInstance());
  public static final Rpc<MoveResourceState.Request, MoveResourceState.Response> MOVE =
      named(
          "MoveResourceState",
          MoveResourceState.Request.getDefaultInstance(),
          MoveResourceState.Response.getDefaultInstance());
  public static final Rpc<ReadDataSource.Request, ReadDataSource.Response> READ_DATA =
      named(
          "ReadDataSource",
          ReadDataSource.Request.getDefaultInstance(),
          ReadDataSource.Response.getDefaultInstance());
  public static final Rpc<OpenEphemeralResource.Request, OpenEphemeralResource.Response>
      OPEN_EPHEMERAL =
          named(
              "OpenEphemeralResource",
              OpenEphemeralResource.Request.getDefaultInstance(),
              OpenEphemeralResource.Response.getDefaultInstance());
  public static final Rpc<RenewEphemeralResource.Request, RenewEphemeralResource.Response>
      RENEW_EPHEMERAL =
          named(
              "RenewEphemeralResource",
              RenewEphemeralResource.Request.getDefaultInstance(),
              RenewEphemeralResource.Response.getDefaultInstance());
  public static final Rpc<CloseEphemeralResource.Request, CloseEphemeralResource.Response>
      CLOSE_EPHEMERAL =
          named(
              "CloseEphemeralResource",
              CloseEphemeralResource.Request.getDefaultInstance(),
              CloseEphemeralResource.Response.getDefaultInstance());
  public static final Rpc<CallFunction.Request, CallFunction.Response> CALL_FUNCTION =
      named(
          "CallFunction",
          CallFunction.Request.getDefaultInstance(),
          CallFunction.Response.getDefaultInstance());

  private final String name5;
  private final String name6;
  private final MethodDescriptor<Q, A> method5;
  private final MethodDescriptor<Q, A> method6;

  private Rpc(String name5, String name6, Q request, A answer) {
    this.name5 = name5;
    this.name6 = name6;
    this.method5 = method(Protocol.V5.service(), name5, request, answer);
    this.method6 = method(Protocol.V6.service(), name6, request, answer);
  }

  private static <Q extends Message, A extends Message> Rpc<Q, A> named(
      String name, Q request, A answer) {
    return new Rpc<>(name, name, request, answer);
  }

  private static <Q extends Message, A extends Message> Rpc<Q, A> named(
      String name5, String name6, Q request, A answer) {
    return new Rpc<>(name5, name6, request, answer);
  }

  static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String service, String name, Q request, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }

  MethodDescriptor<Q, A> in(Protocol protocol) {
    return switch (protocol) {
      case V5 -> method5;
      case V6 -> method6;
    };
  }

  /// The name as the newer protocol has it, for messages.
  @Override
  public String toString() {
    return name5.equals(name6) ? name5 : name6;
  }
}
