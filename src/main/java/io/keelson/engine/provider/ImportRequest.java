package io.keelson.engine.provider;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.value.Unmarked;
import java.time.Duration;
import java.util.Optional;

/// Asks a provider for an object that somebody else made.
///
/// @param at the instance that takes the object over
/// @param key as the user wrote it
/// @param config what is declared for the instance; may hold unknowns
/// @param timeout for how long the call may take, as declared; empty if nothing is said
/// @rule R-IMP-6
public record ImportRequest(
    String type, InstanceAddress at, ImportKey key, Unmarked config, Optional<Duration> timeout) {}
