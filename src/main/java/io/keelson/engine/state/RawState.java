package io.keelson.engine.state;

import io.keelson.engine.value.Bytes;

/// An object's attributes as they were stored: JSON that follows the given version of its schema.
///
/// @param json UTF-8 text of a JSON object
public record RawState(long schemaVersion, Bytes json) {}
