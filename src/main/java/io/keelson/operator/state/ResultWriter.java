package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StateStore.Ticket;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.requests.Attempts;
import io.keelson.operator.requests.Patch.Operation;
import io.keelson.operator.status.ServerMessage;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the results of operations, and never gives up: a result is written as long as its
/// operation is the open one, and kept beside the state otherwise.
final class ResultWriter {
  private static final Logger LOG = LoggerFactory.getLogger(ResultWriter.class);

  private final RecordClient client;
  private final InstanceRecords records;
  private final ObjectRecords objects;
  private final InstanceMemory memory;
  private final Journal journal;
  private final Fence fence;

  /// What keeps results from being written at the moment.
  private final Map<InstanceAddress, String> obstacles = new ConcurrentHashMap<>();

  ResultWriter(
      RecordClient client,
      InstanceRecords records,
      ObjectRecords objects,
      InstanceMemory memory,
      Journal journal,
      Fence fence) {
    this.client = client;
    this.records = records;
    this.objects = objects;
    this.memory = memory;
    this.journal = journal;
    this.fence = fence;
  }

  /// Returns when the result is stored, or when no record is left that could store it.
  ///
  /// @param after as the operation has left the instance; empty if nothing is left of it
  /// @param told what is to be said of the operation
  void write(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told) {
    try {
      writeAtLast(ticket, after, told);
    } finally {
      obstacles.remove(ticket.at());
    }
  }

  /// What keeps the result of an operation from being written, in whole sentences; empty if nothing
  /// does.
  Optional<String> obstacle(InstanceAddress at) {
    return Optional.ofNullable(obstacles.get(at));
  }

  private void writeAtLast(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told) {
    var held = memory.held(ticket.at()).orElseThrow();
    var attempts = new Attempts();
    var base = Optional.of(held.record());
    while (base.isPresent()) {
      try {
        if (isWritten(ticket, after, told, held, base.get())) return;
      } catch (KubernetesClientException e) {
        failed(ticket.at(), "writing a result", e);
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) attempts.pause();
      }
      base = next(ticket, after, base.get());
    }
  }

  private void failed(InstanceAddress at, String what, KubernetesClientException e) {
    LOG.warn("{}: {} failed, trying again: {}", records.qualified(at), what, e.getMessage());
    if (e.getCode() != HttpURLConnection.HTTP_CONFLICT)
      obstacles.put(
          at,
          "The operation is over, and its result cannot be stored: %s. That is tried until it succeeds."
                  .formatted(ServerMessage.of(e))
              + (Attempts.mayPass(e)
                  ? ""
                  : " Give the operator the right it lacks, or correct what refuses it, such as a"
                      + " quota or a webhook."));
  }

  /// The state that is stored, without an open operation; empty if the record has to go.
  static Optional<InstanceState> left(Optional<InstanceState> after) {
    return after.map(InstanceState::closed).filter(state -> !state.isEmpty());
  }

  private boolean isWritten(
      Ticket ticket,
      Optional<InstanceState> after,
      List<Diagnostic> told,
      HeldRecord held,
      ResourceInstance base) {
    var id = ticket.operation().id();
    var left = left(after);
    if (left.isPresent()) {
      var content = InstanceRecords.Content.after(left.get(), id, told);
      var status = records.status(content, base, InstanceRecords.serial(base) + 1, journal.now());
      memory.put(HeldRecord.of(client.writeStatus(base, status), left.get()));
      return true;
    }
    var open = held.serial() == 0 ? "/spec/intent/operationId" : "/status/operation/operationId";
    client.delete(base);
    if (!client.release(base, Operation.test(open, id))) return false;
    memory.remove(ticket.at());
    return true;
  }

  /// The record to write the result to after an attempt that failed; empty if the result is stored,
  /// or cannot be stored anywhere.
  private Optional<ResourceInstance> next(
      Ticket ticket, Optional<InstanceState> after, ResourceInstance base) {
    var id = ticket.operation().id();
    var left = left(after);
    var live = client.reread(base);
    if (live.isEmpty()) {
      var reborn = left.isEmpty() ? live : rebirth(ticket);
      if (reborn.isEmpty()) memory.remove(ticket.at());
      return reborn;
    }
    if (InstanceRecords.opens(live.get(), id)) return live;
    if (InstanceRecords.hasFinished(live.get(), id)) {
      // The write had succeeded, and only its answer was lost.
      if (InstanceRecords.serial(live.get()) == InstanceRecords.serial(base) + 1)
        memory.put(HeldRecord.of(live.get(), left.orElse(InstanceState.NONE)));
      else memory.distrust();
      return Optional.empty();
    }
    if (!keepLate(live.get(), ticket, after)) return Optional.of(base);
    memory.distrust();
    return Optional.empty();
  }

  /// Makes a record again that was removed although its operation was open: its result needs it.
  ///
  /// @return empty if nothing can be created in the namespace any more
  private Optional<ResourceInstance> rebirth(Ticket ticket) {
    LOG.warn(
        "{}: its record was removed during an operation; it is made again",
        records.qualified(ticket.at()));
    var name = memory.held(ticket.at()).orElseThrow().meta().getName();
    var born = records.born(ticket.at(), name, journal.entry(ticket.operation(), fence.epoch()));
    var attempts = new Attempts();
    while (true) {
      try {
        return Optional.of(client.create(born));
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
          var live = client.live(born);
          if (live.isPresent()) return live;
        }
        if (Attempts.isNamespaceEnding(e)) {
          LOG.error(
              "{}: its record was removed, and its namespace is being deleted: what operation {}"
                  + " left cannot be kept anywhere. Look whether the object exists.",
              records.qualified(ticket.at()),
              ticket.operation().id());
          return Optional.empty();
        }
        failed(ticket.at(), "making its record again", e);
        attempts.pause();
      }
    }
  }

  /// Adds a result of an operation that had been given up.
  private boolean keepLate(ResourceInstance live, Ticket ticket, Optional<InstanceState> after) {
    if (LateResults.has(live, ticket.operation().id())) return true;
    LOG.error(
        "{}: a result came in after its operation had been given up",
        records.qualified(ticket.at()));
    try {
      var _ = client.writeStatus(live, LateResults.added(live, ticket, after, journal, objects));
      return true;
    } catch (KubernetesClientException e) {
      LOG.warn(
          "{}: keeping a late result failed: {}", records.qualified(ticket.at()), e.getMessage());
      return false;
    }
  }
}
