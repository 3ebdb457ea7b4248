package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.engine.state.StateStore.StoreRefused;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.requests.Attempts;
import io.keelson.operator.requests.Patch.Operation;
import io.keelson.operator.status.ServerMessage;
import java.net.HttpURLConnection;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes records only while this process leads, and only if nobody else has changed them since
/// this process read them.
final class RecordWriter {
  private static final Logger LOG = LoggerFactory.getLogger(RecordWriter.class);

  private final RecordClient client;
  private final InstanceRecords records;
  private final InstanceMemory memory;
  private final Fence fence;

  RecordWriter(RecordClient client, InstanceRecords records, InstanceMemory memory, Fence fence) {
    this.client = client;
    this.records = records;
    this.memory = memory;
    this.fence = fence;
  }

  /// Makes the record of an instance, with its first intent.
  ///
  /// @throws StoreFenced if this process may no longer write, or another one made the record
  /// @throws StoreRefused if the API server refuses it
  ResourceInstance create(InstanceAddress at, JournalEntry entry) {
    var born = records.born(at, memory.newName(records.stack(), at), entry);
    var attempts = new Attempts();
    checkFence(at);
    while (true) {
      try {
        return client.create(born);
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
          var live = client.live(born);
          if (live.isPresent() && InstanceRecords.opens(live.get(), entry.operationId))
            return live.get();
          if (live.isPresent()) throw behindOurBack(at);
        } else if (!Attempts.mayPass(e)) {
          throw refused(at, e);
        }
        LOG.warn(
            "{}: creating its record failed, trying again: {}",
            records.qualified(at),
            e.getMessage());
      }
      attempts.pause();
      // An attempt without an answer may have succeeded.
      if (!fence.holds())
        return client
            .live(born)
            .filter(live -> InstanceRecords.opens(live, entry.operationId))
            .orElseThrow(() -> fenced(at));
    }
  }

  /// Changes a record.
  ///
  /// @param done whether a live record is what an attempt without an answer has written
  /// @throws StoreFenced if this process may no longer write, or another one changed the record
  /// @throws StoreRefused if the API server refuses it
  ResourceInstance change(
      HeldRecord held, UnaryOperator<ResourceInstance> write, Predicate<ResourceInstance> done) {
    var at = held.at();
    checkReadable(held);
    var base = held.record();
    var attempts = new Attempts();
    checkFence(at);
    while (true) {
      if (!memory.isCurrent(held)) throw behindOurBack(at);
      try {
        return write.apply(base);
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_CONFLICT
            || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
          var live = client.reread(base);
          if (live.isEmpty()) throw behindOurBack(at);
          if (done.test(live.get())) return live.get();
          if (!isAsHeld(live.get(), held)) throw behindOurBack(at);
          // Only metadata has changed, such as a deletion timestamp when many records are deleted
          // at once.
          LOG.debug("{}: its record has a newer version, trying again", records.qualified(at));
          base = live.get();
        } else if (Attempts.mayPass(e)) {
          LOG.warn(
              "{}: writing its record failed, trying again: {}",
              records.qualified(at),
              e.getMessage());
        } else {
          throw refused(at, e);
        }
      }
      attempts.pause();
      if (!fence.holds()) return client.reread(base).filter(done).orElseThrow(() -> fenced(at));
    }
  }

  /// Removes a record that stores nothing any more.
  ///
  /// @throws StoreFenced if this process may no longer write, or another one changed the record
  /// @throws StoreRefused if the API server refuses it
  void remove(HeldRecord held) {
    checkReadable(held);
    var test =
        held.serial() == 0
            ? Operation.test("/spec/intent/operationId", held.open().orElseThrow().operationId)
            : Operation.test("/status/serial", held.serial());
    var attempts = new Attempts();
    var base = held.record();
    while (true) {
      checkFence(held.at());
      try {
        client.delete(base);
        if (client.release(base, test)) {
          memory.remove(held.at());
          return;
        }
        var live = client.reread(base);
        if (live.isPresent() && InstanceRecords.serial(live.get()) != held.serial())
          throw behindOurBack(held.at());
        if (live.isPresent()) base = live.get();
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) throw behindOurBack(held.at());
        if (!Attempts.mayPass(e)) throw refused(held.at(), e);
        LOG.warn(
            "{}: removing its record failed: {}", records.qualified(held.at()), e.getMessage());
      }
      attempts.pause();
    }
  }

  /// Refuses to write over a record that could not be read: its state would be lost.
  private static void checkReadable(HeldRecord held) {
    if (!held.readable())
      throw new IllegalStateException(held.at() + ": its record cannot be read, so it stays");
  }

  /// Whether the state and the address of the record are unchanged.
  private static boolean isAsHeld(ResourceInstance live, HeldRecord held) {
    return InstanceRecords.serial(live) == held.serial()
        && live.getSpec().address.equals(held.at().toString());
  }

  private void checkFence(InstanceAddress at) {
    if (!fence.holds()) throw fenced(at);
  }

  static StoreFenced fenced(InstanceAddress at) {
    return new StoreFenced(at + ": this process is not known to lead any more; nothing is begun");
  }

  private StoreFenced behindOurBack(InstanceAddress at) {
    memory.distrust();
    return new StoreFenced(
        at + ": its record was changed by another process; it is read again before anything else");
  }

  private static StoreRefused refused(InstanceAddress at, KubernetesClientException e) {
    return new StoreRefused(
        at,
        "The API server refuses to store it: %s. %s"
            .formatted(ServerMessage.of(e), remedy(ServerMessage.of(e))));
  }

  private static String remedy(String said) {
    return said.contains("custom resource definition is terminating")
        ? "The definition goes with the last record, and takes new ones when it was applied anew:"
            + " export the state, set spec.deletion.policy of the Stack to Orphan and delete it,"
            + " let its records go, apply the definition, and import the state."
        : "Give the operator the right it lacks, or correct what refuses it, such as a quota or a"
            + " webhook.";
  }
}
