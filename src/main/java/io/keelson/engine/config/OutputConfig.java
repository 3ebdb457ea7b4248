package io.keelson.engine.config;

/// One declared output.
///
/// @param sensitive whether the declaration says that the value is secret
public record OutputConfig(String name, Expression value, boolean sensitive) {}
