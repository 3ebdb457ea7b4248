package io.keelson.engine.provider;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.program.FunctionCalls;
import io.keelson.engine.value.Unmarked;

/// Calls a method of a component: a data source whose schema has a receiver.
///
/// @param type as the data source is called
/// @param at the data source
/// @param receiver the component that has the method
/// @param config wholly known; the attribute that names the receiver has its outputs
/// @param planning whether nothing is done yet
/// @param functions answers those that the method calls
/// @rule R-PRG-26
public record MethodRequest(
    String type,
    InstanceAddress at,
    ComponentInstance receiver,
    Unmarked config,
    boolean planning,
    FunctionCalls functions) {}
