package io.keelson.operator.provider;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.ConditionedStatus;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderStatus;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.provider.ProviderInstaller.Facts;
import io.keelson.operator.provider.ProviderInstaller.Installed;
import io.keelson.operator.requests.StatusWriter;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Names;
import io.keelson.operator.status.Report.Progress;
import java.time.Clock;
import java.util.SortedSet;

/// Sets the condition Ready of a Provider: True with Installed; False with Installing,
/// ProviderNotReady, or, while it is deleted and something needs it, InUse. A failure that is tried
/// again stands beside Reconciling with ProgressingWithRetry, any other beside Stalled.
public final class ProviderReports {
  private final StatusWriter statuses;

  public ProviderReports(KubernetesClient client, Fence fence, Clock clock) {
    this.statuses = new StatusWriter(client, fence, clock);
  }

  /// Reports that the Provider is being installed, unless its status is about this generation
  /// already.
  void going(Provider provider) {
    var status = status(provider);
    var ready = Conditions.find(ConditionedStatus.conditions(provider), Conditions.READY);
    boolean known =
        ready != null && provider.getMetadata().getGeneration().equals(status.observedGeneration);
    if (known) return;
    statuses.write(
        provider,
        status,
        statuses
            .conditions(provider)
            .ready(Progress.GOING, ConditionReason.Installing, "It is being installed."));
  }

  void tell(Provider provider, Installed outcome) {
    var status = status(provider);
    var conditions = statuses.conditions(provider);
    switch (outcome) {
      case Installed.Ready(var facts, _) -> {
        status.address = facts.address();
        status.installed = installed(facts);
        conditions.ready(Progress.DONE, ConditionReason.Installed, message(facts));
      }
      case Installed.Failed(var why, var mayPass) -> {
        var message =
            mayPass
                ? why
                    + " It is tried again by itself, after longer and longer pauses of at most 5"
                    + " minutes."
                : why;
        conditions.with(Conditions.READY, false, ConditionReason.ProviderNotReady, message);
        conditions.with(
            mayPass ? Conditions.RECONCILING : Conditions.STALLED,
            true,
            mayPass ? ConditionReason.ProgressingWithRetry : ConditionReason.ProviderNotReady,
            message);
      }
    }
    statuses.tell(provider, status, conditions);
  }

  private static String message(Facts facts) {
    var warnings = facts.warnings().isEmpty() ? "" : " " + String.join(" ", facts.warnings());
    return "Version %s from %s is installed, %s.%s"
        .formatted(facts.version(), facts.from(), facts.proof(), warnings);
  }

  private static ProviderStatus.Installed installed(Facts facts) {
    var installed = new ProviderStatus.Installed();
    installed.version = facts.version();
    installed.platform = facts.platform();
    installed.checksums = facts.hashes();
    installed.verified = facts.verified();
    installed.source = facts.from();
    installed.protocol = facts.protocol().isPresent() ? facts.protocol().getAsInt() : null;
    installed.types = facts.types();
    return installed;
  }

  /// Reports that the Provider is deleted, and stays while something needs it.
  ///
  /// @param users what needs it; not empty
  void inUse(Provider provider, SortedSet<String> users) {
    var message =
        "It is deleted when nothing needs it any more: %s. Destroy what was made with it, and delete its ProviderConfigs; until then it can still be used."
            .formatted(Names.of(users));
    statuses.write(
        provider,
        status(provider),
        statuses
            .conditions(provider)
            .with(Conditions.READY, false, ConditionReason.InUse, message));
  }

  /// A new status that says what the last one said, but for its conditions.
  private static ProviderStatus status(Provider provider) {
    var status = new ProviderStatus();
    var before = provider.getStatus();
    if (before == null) return status;
    status.observedGeneration = before.observedGeneration;
    status.address = before.address;
    status.installed = before.installed;
    return status;
  }
}
