package io.keelson.provider.plugin;

import com.google.protobuf.ByteString;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.proto.Tfplugin.DynamicValue;
import io.keelson.provider.plugin.proto.Tfplugin.ResourceIdentityData;
import io.keelson.provider.plugin.schema.IdentitySchema;
import io.keelson.provider.plugin.wire.DynamicValues;
import io.keelson.provider.plugin.wire.LegacyBlocks;
import io.keelson.provider.plugin.wire.MalformedValue;
import java.util.Optional;

/// One resource type of a provider: what all calls about its objects have in common.
///
/// @param identity empty if the type has none
record ResourceType(
    PluginSession session, String name, Schema schema, Optional<IdentitySchema> identity) {

  Reports reports() {
    return session.reports();
  }

  /// Why the provider cannot be asked about objects yet.
  Optional<Deferral> deferral() {
    return session.deferral();
  }

  DynamicValue encode(Value value) {
    return DynamicValues.encode(value, schema.type());
  }

  static ByteString bytes(Bytes bytes) {
    return ByteString.copyFrom(bytes.toArray());
  }

  /// A value that the provider answers, exactly as it says.
  Value decode(DynamicValue value) throws MalformedValue {
    return DynamicValues.decode(value, schema.type());
  }

  /// An object that there is, as it is stored. Its secrets are hidden from now on.
  Value object(DynamicValue answered) throws MalformedValue {
    var object = LegacyBlocks.mend(schema.root(), decode(answered));
    hide(Unmarked.plain(object));
    return object;
  }

  /// The secrets of a value are taken out of all that the provider prints.
  void hide(Unmarked value) {
    session.redaction().hide(SecretTexts.in(schema, value));
  }

  /// A stored identity, as the provider wants it back.
  Optional<ResourceIdentityData> currentIdentity(Optional<RawState> stored) {
    return new Identities(session).current(name, identity, stored);
  }

  /// An identity as it is stored; empty if there is none, or it is not known yet.
  Optional<RawState> storedIdentity(ResourceIdentityData answered) {
    return new Identities(session).stored(identity, answered);
  }
}
