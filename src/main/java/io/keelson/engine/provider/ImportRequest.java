package io.keelson.engine.provider;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.value.Unmarked;

/// Asks a provider for an object that somebody else made.
///
/// @param at which instance takes it over
/// @param id as the user wrote it, not empty
/// @param config what is declared for the instance; may hold unknowns
/// @rule R-IMP-6
public record ImportRequest(String type, InstanceAddress at, String id, Unmarked config) {}
