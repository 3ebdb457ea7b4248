package io.keelson.engine.plan;

import io.keelson.engine.value.Bytes;

/// What a plan's digest depends on beside its changes.
///
/// @param secret the stack's key; without it nobody can guess a hidden value from a hash of it
/// @param context text that names the stack, its apply epoch and the identity of its providers: a
///   plan made under another one never has the same digest
public record DigestKey(Bytes secret, String context) {}
