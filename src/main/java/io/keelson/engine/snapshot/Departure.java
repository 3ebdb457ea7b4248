package io.keelson.engine.snapshot;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Reason;

/// Why an object is to go, and what becomes of it.
///
/// @param forgotten whether the object itself is left alone
/// @param prevented whether `preventDestroy` is declared, or stored with the object
/// @param preventedByState whether it is only stored
public record Departure(
    ObjectRef object,
    Reason reason,
    boolean forgotten,
    boolean prevented,
    boolean preventedByState) {}
