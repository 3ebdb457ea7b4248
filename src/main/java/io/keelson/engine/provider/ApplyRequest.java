package io.keelson.engine.provider;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Asks a provider to make a planned change.
///
/// @param operation identifies the call; the object made by a create can be found by it afterwards
/// @param prior the object as it is; null of the type on create
/// @param planned what was planned; null of the type on destroy
/// @param config wholly known; null of the type on destroy
/// @param privateData from the plan answer
/// @param ignored where others may change the object: what `planned` holds there is what the object
///   had while it was planned
/// @param timeout after which the call is to come to an end, if that is declared (R-PUL-40)
/// @param stop whether the call is to come to an end where it only waits for what others do: what
///   is made by then is returned, and the next apply goes on. Asked often
public record ApplyRequest(
    String type,
    InstanceAddress at,
    String operation,
    Value prior,
    Value planned,
    Unmarked config,
    Bytes privateData,
    List<PathPattern> ignored,
    Optional<Duration> timeout,
    BooleanSupplier stop) {

  public boolean isDestroy() {
    return planned.isNull();
  }

  public boolean isCreate() {
    return prior.isNull();
  }
}
