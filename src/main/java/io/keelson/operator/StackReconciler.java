package io.keelson.operator;

import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.keelson.operator.api.Stack;

/// Hands each Stack to its runner. Whatever follows from it happens there, and is written there.
@ControllerConfiguration(
    name = "stack",
    generationAwareEventProcessing = false,
    triggerReconcilerOnAllEvents = true)
final class StackReconciler implements Reconciler<Stack> {
  private final Stacks stacks;

  StackReconciler(Stacks stacks) {
    this.stacks = stacks;
  }

  @Override
  public UpdateControl<Stack> reconcile(Stack stack, Context<Stack> context) {
    if (context.isPrimaryResourceDeleted()) stacks.vanished(stack);
    else stacks.observe(context.getClient().getKubernetesSerialization().clone(stack));
    return UpdateControl.noUpdate();
  }
}
