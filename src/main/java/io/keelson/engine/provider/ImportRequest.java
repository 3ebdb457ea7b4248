package io.keelson.engine.provider;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.value.Unmarked;

/// Asks a provider for an object that somebody else made.
///
/// @param at the instance that takes the object over
/// @param key as the user wrote it
/// @param config what is declared for the instance; may hold unknowns
/// @rule R-IMP-6
public record ImportRequest(String type, InstanceAddress at, ImportKey key, Unmarked config) {}
