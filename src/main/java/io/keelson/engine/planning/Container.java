package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.ReplaceOrder;
import java.util.Collection;
import java.util.Map;

/// What is planned for that which an object goes with.
///
/// @param replaced whether some of it is
/// @param createsFirst whether a replacement of it is made before the old object goes
/// @param missing whether the provider says of some of it that it is gone
/// @rule R-PUL-31
record Container(boolean replaced, boolean createsFirst, boolean missing) {
  /// The object goes by itself.
  static final Container NONE = new Container(false, false, false);

  /// @param address of an instance, or a resource as a whole
  /// @param planned the changes of the instances planned so far, by resource and key
  static Container of(
      InstanceAddress address, Map<ResourceAddress, ? extends Map<InstanceKey, Change>> planned) {
    var changes = planned.get(address.resource());
    if (changes == null) return NONE;
    return of(
        changes.entrySet().stream()
            .filter(each -> address.means(address.resource().instance(each.getKey())))
            .map(Map.Entry::getValue)
            .toList());
  }

  private static Container of(Collection<Change> changes) {
    var actions = changes.stream().map(Change::action).toList();
    return new Container(
        actions.stream().anyMatch(Action.Replace.class::isInstance),
        actions.stream()
            .anyMatch(action ->
                action instanceof Action.Replace(var order, _)
                    && order == ReplaceOrder.CREATE_FIRST),
        actions.stream().anyMatch(Action.Recreate.class::isInstance));
  }
}
