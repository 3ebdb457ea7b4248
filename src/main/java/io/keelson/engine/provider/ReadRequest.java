package io.keelson.engine.provider;

import io.keelson.engine.address.InstanceAddress;
import java.time.Duration;
import java.util.Optional;

/// Asks a provider for an object as it is now.
///
/// @param current what was last known of it
/// @param timeout after which the call is to come to an end, if that is declared (R-PUL-40)
public record ReadRequest(
    String type, InstanceAddress at, Prior current, Optional<Duration> timeout) {}
