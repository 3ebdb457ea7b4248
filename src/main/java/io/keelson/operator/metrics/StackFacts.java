package io.keelson.operator.metrics;

import java.time.Instant;
import java.util.Optional;

/// What this process knows of one Stack, to be counted with the others of its namespace.
///
/// @param reason of its condition Ready
/// @param waitingSince since when its plan waits for a person
public record StackFacts(
    String namespace, String reason, InstanceFacts instances, Optional<Instant> waitingSince) {}
