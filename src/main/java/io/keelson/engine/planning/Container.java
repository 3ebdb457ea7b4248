package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.ReplaceOrder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is planned for that which an object goes with.
///
/// @rule R-PUL-31
record Container(Collection<Change> changes) {

  /// @param address of an instance, or a resource as a whole; empty if the object goes by itself
  /// @param planned the changes of the instances planned so far, by resource and key
  static Container of(
      Optional<InstanceAddress> address,
      Map<ResourceAddress, ? extends Map<InstanceKey, Change>> planned) {
    if (address.isEmpty()) return new Container(List.of());
    var changes = planned.get(address.get().resource());
    if (changes == null) return new Container(List.of());
    var key = address.get().key();
    return key instanceof InstanceKey.None
        ? new Container(changes.values())
        : new Container(Optional.ofNullable(changes.get(key)).stream().toList());
  }

  boolean isReplaced() {
    return changes.stream().anyMatch(change -> change.action() instanceof Action.Replace);
  }

  /// Whether a replacement of it is made before the old object goes.
  boolean createsFirst() {
    return changes.stream()
        .anyMatch(change ->
            change.action() instanceof Action.Replace(var order, _)
                && order == ReplaceOrder.CREATE_FIRST);
  }

  /// Whether the provider says that it is gone.
  boolean isMissing() {
    return changes.stream().anyMatch(change -> change.action() instanceof Action.Recreate);
  }
}
