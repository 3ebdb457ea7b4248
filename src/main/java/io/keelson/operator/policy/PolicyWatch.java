package io.keelson.operator.policy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.policy.Policy;
import io.keelson.operator.api.policy.PolicyStatus;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.requests.FirstListing;
import io.keelson.operator.requests.StatusWriter;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report.Progress;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Is told of each Policy of the cluster that is new, has changed or is gone. Compiles it for all
/// Stacks, and wakes them. Sets its condition Ready: True with UpToDate if it can be used, and
/// False with InvalidConfiguration, beside Stalled, if it cannot.
public final class PolicyWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyWatch.class);

  private final KubernetesClient client;
  private final Policies policies;
  private final Runnable changed;
  private final StatusWriter statuses;
  private volatile boolean closed;

  /// @param changed called after the policies may have changed
  public PolicyWatch(
      KubernetesClient client, Fence fence, Policies policies, Runnable changed, Clock clock) {
    this.client = client;
    this.policies = policies;
    this.changed = changed;
    this.statuses = new StatusWriter(client, fence, clock);
  }

  /// Reads all policies, and returns when they are known.
  public void observeAll() {
    new FirstListing(client, () -> closed).of(Policy.class, this::observe);
  }

  public void observe(Policy policy) {
    policies
        .observe(policy)
        .ifPresent(problems -> {
          changed.run();
          tell(policy, problems);
        });
  }

  public void vanished(Policy policy) {
    policies.vanished(policy);
    changed.run();
  }

  private void tell(Policy policy, List<Diagnostic> problems) {
    var conditions = statuses.conditions(policy);
    if (problems.isEmpty())
      conditions.ready(Progress.DONE, ConditionReason.UpToDate, "It looks at what is planned.");
    else {
      var why =
          problems.getFirst()
              + " What it looks at is held until this is mended, if it is mandatory.";
      conditions.ready(Progress.STALLED, ConditionReason.InvalidConfiguration, why);
    }
    try {
      statuses.tell(policy, new PolicyStatus(), conditions);
    } catch (IllegalStateException e) {
      // The operator ends and its client is closed; the next operator writes the status.
      if (!closed) throw e;
    } catch (KubernetesClientException e) {
      LOG.warn(
          "The status of Policy {} cannot be written: {}",
          policy.getMetadata().getName(),
          e.getMessage());
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
