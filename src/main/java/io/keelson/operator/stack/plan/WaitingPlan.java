package io.keelson.operator.stack.plan;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.requests.SeenObjects;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Watches the Plan that waits for a decision, by its name: nobody can approve one that somebody
/// has deleted, so its Stack has to make it again. No other Plan is watched; those that do not
/// count any more are deleted without waking anybody. Sets no condition.
public final class WaitingPlan implements AutoCloseable {
  private final StackKey stack;
  private final OperatorContext context;
  private final Runnable gone;
  private @Nullable Watched watched;

  private record Watched(String name, SharedIndexInformer<Plan> informer) {}

  /// @param gone called from another thread when the Plan does not exist
  public WaitingPlan(StackKey stack, OperatorContext context, Runnable gone) {
    this.stack = stack;
    this.context = context;
    this.gone = gone;
  }

  /// Called after a turn and before its report is written, so that it is watched before anybody
  /// hears of it. A turn that has planned nothing leaves it as it is.
  public void after(TurnResult result) {
    if (result.planned().isEmpty()) return;
    var name =
        result
            .report()
            .plan()
            .filter(plan -> plan.phase == PlanPhase.AwaitingApproval)
            .map((CurrentPlan plan) -> plan.name);
    var before = watched;
    if (before != null && name.equals(Optional.of(before.name()))) return;
    close();
    name.ifPresent(each -> watched = new Watched(each, started(each)));
  }

  private SharedIndexInformer<Plan> started(String name) {
    var informer =
        context
            .client()
            .resources(Plan.class)
            .inNamespace(stack.namespace())
            .withName(name)
            .runnableInformer(0);
    context.metrics().watches().follow("Plan", informer);
    informer
        .itemStore(new SeenObjects<>(Plan::new))
        .removeNamespaceIndex()
        .addEventHandler(
            new ResourceEventHandler<Plan>() {
              @Override
              public void onAdd(Plan seen) {}

              @Override
              public void onUpdate(Plan before, Plan seen) {}

              @Override
              public void onDelete(Plan seen, boolean stateUnknown) {
                gone.run();
              }
            });
    // It may have been deleted before the watch began.
    var _ =
        informer
            .start()
            .thenRun(() -> {
              if (informer.getStore().list().isEmpty()) gone.run();
            });
    return informer;
  }

  @Override
  public void close() {
    var before = watched;
    if (before != null) before.informer().close();
    watched = null;
  }
}
