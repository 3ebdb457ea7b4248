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

/// Removes the records of one Stack whatever they hold: their objects are left alone, and nothing
/// reads the records again. A record that has to stay gets Ready=False with StackMissing.
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

  /// A sentence for each operation on these records that another process began and that may still
  /// be running: its result needs the record.
  public List<String> runningElsewhere(List<ResourceInstance> records) {
    return foreign.running(records);
  }

  /// Whether an annotation of a record holds this answer of a person.
  public static boolean isAnswered(ResourceInstance record, String annotation, String answer) {
    return answer.equals(HeldRecord.annotations(record).get(annotation));
  }

  /// The address of a record's object, and its id if it has one, to find the object again.
  public static String trail(ResourceInstance record) {
    var id = record.getStatus() == null ? null : record.getStatus().id;
    return record.getSpec().address + (id == null ? "" : " (" + id + ")");
  }

  /// Writes on a record why it stays although its Stack does not exist, unless that is written
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

  /// Removes a record; does nothing if it is gone already.
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
