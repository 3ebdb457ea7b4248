package io.keelson.engine.provider;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Unmarked;
import java.util.Optional;

/// Asks a provider to take over an object that was made as another type, maybe by another provider.
///
/// @param type the type that the object has from now on
/// @param at the address that it has moved to
/// @param sourceProvider the provider that wrote it, such as `registry.opentofu.org/hashicorp/null`
/// @param sourceType the type that it was made as
/// @param source its attributes as they were stored, in the schema of that type
/// @param privateData as stored for the provider that wrote it
/// @param identity as stored; follows the identity schema of the source type
/// @param known the object in the schema of the source type, where that schema is at hand: its
///   marks tell what of it is secret
/// @rule R-MOV-4
public record MoveRequest(
    String type,
    InstanceAddress at,
    String sourceProvider,
    String sourceType,
    RawState source,
    Bytes privateData,
    Optional<RawState> identity,
    Optional<Unmarked> known) {}
