package io.keelson.operator.provider;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.api.provider.ProviderConfigStatus;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.requests.StatusWriter;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.stack.context.ProviderPrograms.Program;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Names;
import io.keelson.operator.status.Report.Progress;
import java.time.Clock;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;

/// Is told of each ProviderConfig that changed, and when a Provider became usable or unusable. Sets
/// the condition Ready of the ProviderConfig: True with Installed; False with Installing,
/// ProviderNotReady, or, while it is deleted and objects made with it exist, InUse. Decides with
/// that whether it may go. Whether its arguments are accepted is reported by the Stacks, which
/// evaluate them.
public final class ConfigReports {
  private final ProviderPrograms programs;
  private final ProviderUse use;
  private final StatusWriter statuses;
  private final Map<String, ProviderConfig> all = new ConcurrentHashMap<>();

  public ConfigReports(
      KubernetesClient client, Fence fence, ProviderPrograms programs, Clock clock) {
    this.programs = programs;
    this.use = new ProviderUse(client);
    this.statuses = new StatusWriter(client, fence, clock);
  }

  public void observe(ProviderConfig config) {
    all.put(key(config), config);
    tell(config);
  }

  /// Reports on all ProviderConfigs again: a Provider became usable or unusable.
  public void tellAll() {
    all.values().forEach(this::tell);
  }

  private void tell(ProviderConfig config) {
    synchronized (config) {
      var provider = config.getSpec().providerRef.name;
      var conditions = statuses.conditions(config);
      switch (programs.named(provider)) {
        case Program.Usable _ ->
            conditions.ready(
                Progress.DONE,
                ConditionReason.Installed,
                "The Provider '%s' is installed. Whether it accepts what is said here is told by the Stacks that use it."
                    .formatted(provider));
        case Program.Coming() -> {
          var why = "The Provider '%s' is being installed.".formatted(provider);
          conditions.ready(Progress.GOING, ConditionReason.Installing, why);
        }
        case Program.Unusable(_, var why) ->
            conditions.ready(Progress.STALLED, ConditionReason.ProviderNotReady, why);
      }
      statuses.tell(config, new ProviderConfigStatus(), conditions);
    }
  }

  /// Lets a deleted ProviderConfig go, if no object is left that was made with it.
  ///
  /// @return whether it may go
  public boolean release(ProviderConfig config) {
    var users = use.of(config);
    all.remove(key(config));
    if (users.isEmpty()) return true;
    inUse(config, users);
    return false;
  }

  private void inUse(ProviderConfig config, SortedSet<String> users) {
    var message =
        "It is deleted when nothing is left that was made with it: %s. Destroy that, or hand it to another ProviderConfig; until then it can still be used."
            .formatted(Names.of(users));
    statuses.tell(
        config,
        new ProviderConfigStatus(),
        statuses.conditions(config).with(Conditions.READY, false, ConditionReason.InUse, message));
  }

  private static String key(ProviderConfig config) {
    return config.getMetadata().getNamespace() + "/" + config.getMetadata().getName();
  }
}
