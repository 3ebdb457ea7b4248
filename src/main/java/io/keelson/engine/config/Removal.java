package io.keelson.engine.config;

import io.keelson.engine.address.ResourceAddress;

/// A statement that a resource is no longer managed: what becomes of its objects, current and
/// deposed.
///
/// @param destroy whether they are destroyed; otherwise they are forgotten and left alone
/// @rule R-REM-1
/// @rule R-REM-2
public record Removal(ResourceAddress from, boolean destroy) {}
