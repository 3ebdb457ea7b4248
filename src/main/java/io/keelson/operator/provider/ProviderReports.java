package io.keelson.operator.provider;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderStatus;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.provider.ProviderInstaller.Facts;
import io.keelson.operator.provider.ProviderInstaller.Installed;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Names;
import io.keelson.operator.status.Report.Progress;
import java.time.Clock;
import java.util.SortedSet;

/// Sets the condition Ready of a Provider: True with Installed; False with Installing,
/// ProviderNotReady, or, while it is deleted and something needs it, InUse. A failure that is tried
/// again stands beside Reconciling with ProgressingWithRetry, any other beside Stalled.
public final class ProviderReports {
  private final StatusWriter statuses;
  private final Events events;
  private final Clock clock;

  public ProviderReports(KubernetesClient client, Fence fence, Clock clock) {
    this.statuses = new StatusWriter(client, fence);
    this.events = new Events(client, clock);
    this.clock = clock;
  }

  /// Reports that the Provider is being installed, unless its status is about this generation
  /// already.
  void going(Provider provider) {
    var before = status(provider);
    var ready = Conditions.find(before.conditions, Conditions.READY);
    boolean known =
        ready != null && provider.getMetadata().getGeneration().equals(before.observedGeneration);
    if (known) return;
    var status = copy(before);
    status.conditions =
        conditions(provider, before)
            .ready(Progress.GOING, ConditionReason.Installing, "It is being installed.")
            .list();
    statuses.write(provider, status);
  }

  void tell(Provider provider, Installed outcome) {
    var before = status(provider);
    var status = copy(before);
    status.observedGeneration = provider.getMetadata().getGeneration();
    var conditions = conditions(provider, before);
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
    status.conditions = conditions.list();
    if (statuses.write(provider, status))
      events.news(provider, before.conditions, status.conditions);
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
    installed.protocol = facts.protocol();
    installed.types = facts.types();
    return installed;
  }

  /// Reports that the Provider is deleted, and stays while something needs it.
  ///
  /// @param users what needs it; not empty
  void inUse(Provider provider, SortedSet<String> users) {
    var before = status(provider);
    var status = copy(before);
    var message =
        "It is deleted when nothing needs it any more: %s. Destroy what was made with it, and delete its ProviderConfigs; until then it can still be used."
            .formatted(Names.of(users));
    status.conditions =
        conditions(provider, before)
            .with(Conditions.READY, false, ConditionReason.InUse, message)
            .list();
    statuses.write(provider, status);
  }

  private static ProviderStatus status(Provider provider) {
    return provider.getStatus() == null ? new ProviderStatus() : provider.getStatus();
  }

  private static ProviderStatus copy(ProviderStatus before) {
    var status = new ProviderStatus();
    status.observedGeneration = before.observedGeneration;
    status.address = before.address;
    status.installed = before.installed;
    return status;
  }

  private Conditions conditions(Provider provider, ProviderStatus before) {
    return new Conditions(
        before.conditions, clock.instant(), provider.getMetadata().getGeneration());
  }
}
