package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.ResourceInstance;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.lease.Whereabouts;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Drops the records of one Stack whatever is in them: their objects are left alone, and nothing
/// will read them again.
public final class RecordRemoval {
  private final RecordClient client;
  private final ForeignOperations foreign;
  private final Fence fence;

  public RecordRemoval(
      KubernetesClient kubernetes,
      String namespace,
      String stack,
      Whereabouts whereabouts,
      Fence fence,
      Clock clock) {
    this.client = new RecordClient(kubernetes, namespace, stack);
    this.foreign = new ForeignOperations(whereabouts, clock);
    this.fence = fence;
  }

  /// Every record of the Stack, with a quorum read.
  public List<ResourceInstance> list() {
    return client.list();
  }

  /// Operations on these that another process began and may still be running, as sentences: their
  /// results need the records.
  public List<String> runningElsewhere(List<ResourceInstance> records) {
    return foreign.running(records);
  }

  /// Removes a record for good; no matter if it is gone already.
  ///
  /// @throws StoreFenced if this process may no longer write
  public void drop(ResourceInstance record) {
    var attempts = new Attempts();
    var live = Optional.of(record);
    while (live.isPresent()) {
      if (!fence.holds())
        throw new StoreFenced(
            record.getSpec().address + ": this process is not known to lead any more");
      client.delete(live.get());
      if (client.release(live.get())) return;
      attempts.pause();
      live =
          client
              .get(record.getMetadata().getName())
              .filter(each -> each.getMetadata().getUid().equals(record.getMetadata().getUid()));
    }
  }
}
