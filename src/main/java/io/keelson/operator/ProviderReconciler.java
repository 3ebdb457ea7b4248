package io.keelson.operator;

import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.provider.ProviderInstallations;
import io.keelson.operator.state.Labels;
import java.time.Duration;

/// Is woken by every change of a Provider, and passes it to [ProviderInstallations], which installs
/// it and sets its condition Ready. A deleted Provider keeps its finalizer, and is looked at again
/// every ten seconds, while the installations find that something needs it (reason InUse).
@ControllerConfiguration(name = "provider", finalizerName = Labels.FINALIZER)
final class ProviderReconciler implements Reconciler<Provider>, Cleaner<Provider> {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

  private final ProviderInstallations installations;

  ProviderReconciler(ProviderInstallations installations) {
    this.installations = installations;
  }

  @Override
  public UpdateControl<Provider> reconcile(Provider provider, Context<Provider> context) {
    installations.observe(context.getClient().getKubernetesSerialization().clone(provider));
    return UpdateControl.noUpdate();
  }

  @Override
  public DeleteControl cleanup(Provider provider, Context<Provider> context) {
    return installations.release(provider)
        ? DeleteControl.defaultDelete()
        : DeleteControl.noFinalizerRemoval().rescheduleAfter(LOOK_AGAIN);
  }
}
