package io.keelson.engine.config;

import io.keelson.engine.address.InstanceAddress;

/// A statement that an instance takes over an object that exists already.
///
/// @param id evaluates to the text by which the provider finds the object
/// @rule R-IMP-1
public record Import(InstanceAddress to, Expression id) {}
