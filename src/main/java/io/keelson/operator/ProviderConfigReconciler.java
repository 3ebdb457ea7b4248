package io.keelson.operator;

import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.provider.ConfigReports;
import io.keelson.operator.state.Labels;
import java.time.Duration;

/// Is woken by every change of a ProviderConfig, and passes it to [ConfigReports], which sets its
/// condition Ready. A deleted ProviderConfig keeps its finalizer, and is looked at again every ten
/// seconds, while the reports find that objects exist that were made with it (reason InUse).
@ControllerConfiguration(name = "providerconfig", finalizerName = Labels.FINALIZER)
final class ProviderConfigReconciler
    implements Reconciler<ProviderConfig>, Cleaner<ProviderConfig> {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

  private final ConfigReports reports;

  ProviderConfigReconciler(ConfigReports reports) {
    this.reports = reports;
  }

  @Override
  public UpdateControl<ProviderConfig> reconcile(
      ProviderConfig config, Context<ProviderConfig> context) {
    reports.observe(context.getClient().getKubernetesSerialization().clone(config));
    return UpdateControl.noUpdate();
  }

  @Override
  public DeleteControl cleanup(ProviderConfig config, Context<ProviderConfig> context) {
    return reports.release(context.getClient().getKubernetesSerialization().clone(config))
        ? DeleteControl.defaultDelete()
        : DeleteControl.noFinalizerRemoval().rescheduleAfter(LOOK_AGAIN);
  }
}
