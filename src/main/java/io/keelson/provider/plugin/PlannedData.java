package io.keelson.provider.plugin;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.keelson.engine.value.Bytes;
import io.keelson.provider.plugin.proto.Tfplugin.ApplyResourceChange;
import io.keelson.provider.plugin.proto.Tfplugin.ResourceIdentityData;
import java.util.Optional;

/// What a plan hands to the apply that follows it, beside values: the provider's planned private
/// data, and the planned identity, which may hold unknowns. One run of bytes for the engine, which
/// never stores it.
record PlannedData(Bytes privateData, Optional<ResourceIdentityData> identity) {

  Bytes encode() {
    var part =
        ApplyResourceChange.Request.newBuilder()
            .setPlannedPrivate(ByteString.copyFrom(privateData.toArray()));
    identity.ifPresent(part::setPlannedIdentity);
    return Bytes.of(part.build().toByteArray());
  }

  /// @throws IllegalArgumentException if the bytes do not come from [#encode]
  static PlannedData decode(Bytes bytes) {
    try {
      var part = ApplyResourceChange.Request.parseFrom(bytes.toArray());
      return new PlannedData(
          Bytes.of(part.getPlannedPrivate().toByteArray()),
          part.hasPlannedIdentity() ? Optional.of(part.getPlannedIdentity()) : Optional.empty());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("these bytes do not come from a plan", e);
    }
  }
}
