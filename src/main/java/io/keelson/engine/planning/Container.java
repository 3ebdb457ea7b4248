package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.ReplaceOrder;
import java.util.Map;
import java.util.Set;

/// What is planned for the container that an object goes with.
///
/// @param replaced whether an object in it is replaced; in a component, also no object may stay
/// @param createsFirst whether such a replacement is made before the old object goes
/// @param missing whether the provider says that an object in it is gone
/// @rule R-PUL-31
record Container(boolean replaced, boolean createsFirst, boolean missing) {
  /// The object goes with no container.
  static final Container NONE = new Container(false, false, false);

  /// @param container an instance, a resource as a whole, or all that is in a component
  /// @param declared the resources that are in it
  /// @param planned the changes of the instances planned so far, by resource and key
  static Container of(
      Target container,
      Set<ResourceAddress> declared,
      Map<ResourceAddress, Map<InstanceKey, Change>> planned) {
    var actions =
        declared.stream()
            .flatMap(resource -> planned.getOrDefault(resource, Map.of()).values().stream())
            .filter(change -> container.means(change.object().instance()))
            .map(Change::action)
            .toList();
    boolean replaced = actions.stream().anyMatch(Action.Replace.class::isInstance);
    return new Container(
        replaced
            && (container.resource().isPresent() || actions.stream().noneMatch(Container::stays)),
        actions.stream()
            .anyMatch(action ->
                action instanceof Action.Replace(var order, _)
                    && order == ReplaceOrder.CREATE_FIRST),
        actions.stream().anyMatch(Action.Recreate.class::isInstance));
  }

  private static boolean stays(Action action) {
    return switch (action) {
      case Action.NoOp _, Action.Update _ -> true;
      // An object that is not declared any more may be planned later, so its end must not count.
      case Action.Delete _,
          Action.Forget _,
          Action.Replace _,
          Action.Create _,
          Action.Recreate _,
          Action.Read _ ->
          false;
    };
  }
}
