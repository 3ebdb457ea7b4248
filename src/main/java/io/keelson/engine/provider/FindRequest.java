package io.keelson.engine.provider;

import io.keelson.engine.address.InstanceAddress;

/// Asks for the object of an unfinished create.
///
/// @param operation the id that the create was sent with
/// @param locator what [Provider#locator] gave before the call
public record FindRequest(String type, InstanceAddress at, String operation, String locator) {}
