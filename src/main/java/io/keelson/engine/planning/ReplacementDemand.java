package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.object.TriggerValue;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.snapshot.ReplaceStrength;
import io.keelson.engine.state.InstanceState;

/// What demands that an object is replaced although nothing of it has to change, and in which order
/// it is then replaced.
///
/// @param former whether the object is in a system that its provider has left
/// @param container what is planned for that which it goes with
record ReplacementDemand(
    DeclaredObjects objects,
    ResourceConfig config,
    InstanceAddress at,
    InstanceState instance,
    Provider provider,
    boolean former,
    TriggerValue trigger,
    Container container) {

  /// What outside of the object demands another one, now or when the run began that this plan is
  /// the rest of. Triggers come before requests.
  ///
  /// @param exists whether there is an object
  Reason forced(boolean exists) {
    if (exists && former) return Reason.PROVIDER_CHANGED;
    var triggered = triggered(exists);
    if (!exists) return triggered;
    if (triggered == Reason.BY_TRIGGERS || owes(Reason.BY_TRIGGERS)) return Reason.BY_TRIGGERS;
    if (trigger.replaces(storedTrigger()) || owes(Reason.BY_TRIGGER_VALUE))
      return Reason.BY_TRIGGER_VALUE;
    if (container.replaced() || owes(Reason.BY_CONTAINER)) return Reason.BY_CONTAINER;
    boolean requested = options().requestsReplacement(at) || owes(Reason.BY_REQUEST);
    return requested ? Reason.BY_REQUEST : Reason.NONE;
  }

  /// What has no object yet is created in any case; that its trigger changes is only told.
  private Reason triggered(boolean exists) {
    var declared = config.lifecycle().replaceTriggeredBy();
    if (declared.isEmpty()) return Reason.NONE;
    var key = options().digestKey().secret();
    var verdict =
        objects
            .triggers()
            .verdict(
                declared, at, change -> options().openRun().hasFollowed(change, instance, key));
    if (verdict.nothingNamed()) findings().deviates(Deviation.Kind.TRIGGER_OF_NOTHING, at);
    return switch (verdict.firing()) {
      case FIRES -> Reason.BY_TRIGGERS;
      case FIRES_ON_CREATE -> {
        if (!exists) yield Reason.NONE;
        findings().deviates(Deviation.Kind.TRIGGER_CREATED, at);
        yield Reason.BY_TRIGGERS;
      }
      case QUIET -> Reason.NONE;
    };
  }

  private PlanOptions options() {
    return objects.context().options();
  }

  private Findings findings() {
    return objects.context().findings();
  }

  private String storedTrigger() {
    return instance.current().map(object -> object.flags().replaceTrigger()).orElse("");
  }

  /// A trigger that is declared no more is owed nothing.
  private boolean owes(Reason reason) {
    var lifecycle = config.lifecycle();
    boolean declared =
        switch (reason) {
          case BY_TRIGGERS -> !lifecycle.replaceTriggeredBy().isEmpty();
          case BY_TRIGGER_VALUE -> lifecycle.replaceTrigger().isPresent();
          case BY_CONTAINER -> lifecycle.deletedWith().isPresent();
          default -> true;
        };
    return declared && options().openRun().owedReplacement(at, instance) == reason;
  }

  /// @rule R-PLAN-12
  /// @rule R-PD-8
  ReplaceOrder order(Reason forced) {
    return config.lifecycle().destroy() ? strength(forced).order() : ReplaceOrder.FORGET_FIRST;
  }

  private ReplaceStrength strength(Reason forced) {
    var type = at.resource().type();
    // The replacement of a container may be made by now, and its order goes on. What else asks for
    // an order is declared, and counts as it is declared now.
    boolean createsFirst =
        provider.createsFirst(type)
            || (forced == Reason.BY_CONTAINER
                && (container.createsFirst() || options().openRun().createsFirst(at)));
    return objects.createBeforeDestroy().strength(config, createsFirst);
  }

  /// @param action as the provider would have it, too
  /// @rule R-PUL-4
  ReplaceStrength strength(Reason forced, Action action) {
    boolean required =
        strength(forced).order() == ReplaceOrder.CREATE_FIRST
            && action instanceof Action.Replace(var order, _)
            && order == ReplaceOrder.DESTROY_FIRST;
    return required ? ReplaceStrength.DESTROY_FIRST_REQUIRED : strength(forced);
  }
}
