package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.lease.ProcessLiveness;
import io.keelson.operator.requests.Attempts;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Drops the records of one Stack whatever is in them: their objects are left alone, and nothing
/// will read them again.
public final class RecordRemoval {
  private final RecordClient client;
  private final ForeignOperations foreign;
  private final Fence fence;
  private final Clock clock;

  public RecordRemoval(
      KubernetesClient kubernetes,
      String namespace,
      String stack,
      ProcessLiveness liveness,
      Fence fence,
      Clock clock) {
    this.client = new RecordClient(kubernetes, namespace, stack);
    this.foreign = new ForeignOperations(liveness, clock);
    this.fence = fence;
    this.clock = clock;
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

  /// Whether its objects are given up, as its annotation says that a person has found out about it.
  public static boolean isAnswered(ResourceInstance record, String annotation, String answer) {
    return answer.equals(HeldRecord.annotations(record).get(annotation));
  }

  /// What a record says of its object, to find it again: its address, and its id if it has one.
  public static String trail(ResourceInstance record) {
    var id = record.getStatus() == null ? null : record.getStatus().id;
    return record.getSpec().address + (id == null ? "" : " (" + id + ")");
  }

  /// Says on a record why it stays although its Stack does not exist; nothing if it says so
  /// already.
  ///
  /// @throws StoreFenced if this process may no longer write
  public void say(ResourceInstance record, String message) {
    var before = record.getStatus() == null ? null : record.getStatus().conditions;
    var ready = Conditions.find(before, Conditions.READY);
    var conditions =
        new Conditions(before, clock.instant(), null)
            .with(Conditions.READY, false, ConditionReason.StackMissing, message)
            .list();
    if (ready != null && conditions.getFirst().getMessage().equals(ready.getMessage())) return;
    if (!fence.holds()) throw fenced(record);
    client.tell(record, Phase.StackMissing.name(), conditions);
  }

  private static StoreFenced fenced(ResourceInstance record) {
    return new StoreFenced(
        record.getSpec().address + ": this process is not known to lead any more");
  }

  /// Removes a record for good; no matter if it is gone already.
  ///
  /// @throws StoreFenced if this process may no longer write
  public void drop(ResourceInstance record) {
    var attempts = new Attempts();
    var live = Optional.of(record);
    while (live.isPresent()) {
      if (!fence.holds()) throw fenced(record);
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
