package io.keelson.engine.plan;

import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.Optional;

/// What is planned for one object. Kept for every object that was considered, also where nothing
/// happens.
///
/// @param before the prior state with its marks; empty if there is none
/// @param after the planned state with its marks; empty if the object goes away
/// @param privateData what the provider planned beside the value
/// @param deposeAs the key under which the object is set aside; only for a replace that creates
///   first
/// @rule R-PLAN-1
public record Change(
    ObjectRef object,
    Action action,
    Reason reason,
    Optional<Value> before,
    Optional<Value> after,
    Bytes privateData,
    Optional<DeposedKey> deposeAs) {

  public boolean isNoOp() {
    return action instanceof Action.NoOp;
  }
}
