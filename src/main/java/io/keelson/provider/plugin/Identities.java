package io.keelson.provider.plugin;

import com.google.protobuf.ByteString;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.proto.Tfplugin;
import io.keelson.provider.plugin.proto.Tfplugin.ResourceIdentityData;
import io.keelson.provider.plugin.proto.Tfplugin.UpgradeResourceIdentity;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.schema.IdentitySchema;
import io.keelson.provider.plugin.supervision.Stage;
import io.keelson.provider.plugin.wire.DynamicValues;
import io.keelson.provider.plugin.wire.MalformedValue;
import java.util.Optional;

/// Stores what tells objects apart, and gives it back to the provider. An identity that cannot be
/// used is left out: providers get along without.
final class Identities {
  private final PluginSession session;

  Identities(PluginSession session) {
    this.session = session;
  }

  /// A stored identity in its current schema.
  Optional<ResourceIdentityData> current(
      String type, Optional<IdentitySchema> schema, Optional<RawState> stored) {
    if (schema.isEmpty() || stored.isEmpty()) return Optional.empty();
    long version = stored.get().schemaVersion();
    if (version > schema.get().version()) return Optional.empty();
    if (version < schema.get().version()) return upgraded(type, stored.get());
    try {
      var value = DynamicValues.fromJson(stored.get().json(), schema.get().type());
      return Optional.of(message(schema.get(), value));
    } catch (MalformedValue e) {
      return Optional.empty();
    }
  }

  /// @param identity as the schema has it
  static ResourceIdentityData message(IdentitySchema schema, Value identity) {
    return ResourceIdentityData.newBuilder()
        .setIdentityData(DynamicValues.encode(identity, schema.type()))
        .build();
  }

  private Optional<ResourceIdentityData> upgraded(String type, RawState stored) {
    var request =
        UpgradeResourceIdentity.Request.newBuilder()
            .setTypeName(type)
            .setVersion(stored.schemaVersion())
            .setRawIdentity(
                Tfplugin.RawState.newBuilder()
                    .setJson(ByteString.copyFrom(stored.json().toArray())))
            .build();
    return session.ask(Stage.CONFIGURED, Rpc.UPGRADE_IDENTITY, request)
                instanceof
                PluginSession.Outcome.Answered<UpgradeResourceIdentity.Response>(var answer, _)
            && answer.hasUpgradedIdentity()
        ? Optional.of(answer.getUpgradedIdentity())
        : Optional.empty();
  }

  /// An identity as it is stored; empty if there is none, or it is not known yet.
  Optional<RawState> stored(Optional<IdentitySchema> schema, ResourceIdentityData identity) {
    if (schema.isEmpty() || !identity.hasIdentityData()) return Optional.empty();
    try {
      Value value = DynamicValues.decode(identity.getIdentityData(), schema.get().type());
      if (value.isNull() || !value.whollyKnown()) return Optional.empty();
      Bytes json = DynamicValues.json(value, schema.get().type());
      return Optional.of(new RawState(schema.get().version(), json));
    } catch (MalformedValue e) {
      return Optional.empty();
    }
  }
}
