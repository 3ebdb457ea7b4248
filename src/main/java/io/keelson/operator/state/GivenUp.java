package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.lease.Fence;
import org.jspecify.annotations.Nullable;

/// The mark of records whose objects a person has given up together with the Stack: nobody is asked
/// again before the records go with their namespace.
///
/// The mark is set before the Stack is let go, and removed before another Stack is held. So neither
/// a record of an existing Stack has it, nor one that was left by accident.
public final class GivenUp {
  static final String MARK = "keelson.dev/given-up";

  private final RecordClient client;
  private final Fence fence;

  public GivenUp(KubernetesClient kubernetes, String namespace, String stack, Fence fence) {
    this.client = new RecordClient(kubernetes, namespace, stack);
    this.fence = fence;
  }

  /// Whether a person has given up the objects of this record.
  public static boolean isMarked(ResourceInstance record) {
    return HeldRecord.annotations(record).containsKey(MARK);
  }

  /// Marks every record of the Stack, whatever it holds.
  ///
  /// @param why for people who find it later
  /// @throws StoreFenced if this process may no longer write
  public void mark(String why) {
    client.list().stream().filter(each -> !isMarked(each)).forEach(each -> write(each, why));
  }

  /// Removes all marks, because a Stack takes the records over.
  ///
  /// @throws StoreFenced if this process may no longer write
  public void unmark() {
    client.list().stream().filter(GivenUp::isMarked).forEach(each -> write(each, null));
  }

  private void write(ResourceInstance record, @Nullable String why) {
    if (!fence.holds())
      throw new StoreFenced(
          record.getSpec().address + ": this process is not known to lead any more");
    client.annotate(record, MARK, why);
  }
}
