package io.keelson.operator.state;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.lease.Fence;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stores state in ResourceInstance records: one record per instance, one write per decision.
///
/// Every write is conditional on the version this process knows. If that fails, the live record is
/// read. An intent is given up if another process has changed the record. A result is written as
/// long as its operation is the open one, and kept beside the state otherwise.
public final class KubernetesStateStore implements StateStore {
  private static final Logger LOG = LoggerFactory.getLogger(KubernetesStateStore.class);

  private final RecordClient client;
  private final InstanceRecords records;
  private final KeptConfigurations configurations;
  private final InstanceMemory memory;
  private final Journal journal;
  private final Fence fence;
  private final RecordWriter writer;
  private final ResultWriter results;
  private final RecordSize size;

  KubernetesStateStore(
      RecordClient client,
      InstanceRecords records,
      ObjectRecords objects,
      KeptConfigurations configurations,
      InstanceMemory memory,
      Journal journal,
      Fence fence) {
    this.client = client;
    this.records = records;
    this.configurations = configurations;
    this.memory = memory;
    this.journal = journal;
    this.fence = fence;
    this.writer = new RecordWriter(client, records, memory, fence);
    this.results = new ResultWriter(client, records, objects, memory, journal, fence);
    this.size = new RecordSize(records, client);
  }

  @Override
  public Optional<String> objection(InstanceAddress at, InstanceState expected, boolean whole) {
    return size.objection(expected, whole);
  }

  @Override
  public Ticket begin(InstanceAddress at, InstanceState before, Operation intent) {
    var entry = journal.entry(intent, fence.epoch());
    var opened = before.opened(intent);
    var ticket = new Ticket(at, before, intent);
    var held = memory.held(at);
    if (held.isPresent() && isOnItsWayOut(held.get(), before, intent)) {
      writer.remove(held.get());
      held = Optional.empty();
    }
    var written =
        held.isEmpty()
            ? writer.create(at, entry)
            : write(
                held.get(),
                new InstanceRecords.Content(opened, Optional.of(entry), null, null),
                live -> InstanceRecords.opens(live, entry.operationId));
    memory.put(HeldRecord.of(written, opened));
    if (fence.holds()) return ticket;
    // The lease ended during the write. The operation is not begun, so the entry is closed: nobody
    // has to wait for its end.
    finish(ticket, held.map(HeldRecord::state), List.of());
    throw RecordWriter.fenced(at);
  }

  /// Whether the record should have been removed with its destroyed object, and a crash came first.
  /// The next object gets a new record, which is not being deleted.
  private static boolean isOnItsWayOut(HeldRecord held, InstanceState before, Operation intent) {
    return held.meta().getDeletionTimestamp() != null
        && intent.kind() == Operation.Kind.CREATE
        && before.deposed().isEmpty();
  }

  @Override
  public void finish(Ticket ticket, Optional<InstanceState> after, List<Diagnostic> told) {
    if (!isTooLarge(ticket.at(), ResultWriter.left(after))) results.write(ticket, after, told);
  }

  /// What keeps the result of an operation from being written, in whole sentences; empty if nothing
  /// does.
  public Optional<String> obstacle(InstanceAddress at) {
    return results.obstacle(at);
  }

  /// Whether a state is too large for its record. Then it is not written: the entry of an operation
  /// stays open, and observations are made again. A person has to make the object smaller.
  private boolean isTooLarge(InstanceAddress at, Optional<InstanceState> state) {
    var large = state.flatMap(size::tooLarge);
    large.ifPresent(kib -> {
      LOG.error("{}: its state takes {} KiB, which no record can hold", records.qualified(at), kib);
      memory.tooLarge(at, kib);
    });
    return large.isPresent();
  }

  @Override
  public void move(InstanceAddress from, InstanceAddress to) {
    var held = memory.held(from).orElseThrow();
    var written =
        writer.change(
            held,
            base -> client.write(records.moved(base, to)),
            live ->
                live.getSpec().address.equals(to.toString())
                    && InstanceRecords.serial(live) == held.serial());
    memory.move(from, HeldRecord.of(written, held.state().movedFrom(from)));
  }

  @Override
  public void keep(InstanceAddress at, Optional<InstanceState> observed) {
    var held = memory.held(at);
    var state = observed.filter(each -> !each.isEmpty());
    if (held.isEmpty()) {
      if (state.isEmpty()) return;
      throw new IllegalStateException(at + " has no record: there is nothing to observe");
    }
    if (state.isEmpty()) {
      writer.remove(held.get());
      return;
    }
    if (held.get().state().equals(state.get())) return;
    if (isTooLarge(at, state)) return;
    write(held.get(), state.get(), null);
  }

  @Override
  public void keepConfigurations(SortedMap<String, Bytes> byName) {
    configurations.keep(byName);
  }

  private void write(HeldRecord held, InstanceState state, @Nullable Phase phase) {
    var open = state.open().flatMap(_ -> held.open());
    var content = new InstanceRecords.Content(state, open, lastOperation(held), phase);
    var written = write(held, content, _ -> false);
    memory.put(HeldRecord.of(written, state));
  }

  /// Removes an annotation from a record: its answer was carried out, or answers nothing that was
  /// asked. Does nothing if the record is gone.
  ///
  /// @throws StoreFenced if this process may no longer write
  public void withdraw(InstanceAddress at, String annotation) {
    var held = memory.held(at);
    if (held.isEmpty()) return;
    var written =
        writer.change(
            held.get(),
            base -> client.write(InstanceRecords.without(annotation, base)),
            live -> !HeldRecord.annotations(live).containsKey(annotation));
    memory.put(held.get().in(written));
  }

  /// Writes the phase of an instance to its record, unless it is there already. The state stays.
  ///
  /// @param phase null for the phase that the state tells by itself
  /// @throws StoreFenced if this process may no longer write
  public void say(InstanceAddress at, @Nullable Phase phase) {
    var held = memory.held(at);
    if (held.isEmpty() || held.get().serial() == 0 && phase == null) return;
    var wanted = phase != null ? phase : Phase.of(held.get().state(), held.get().open());
    var status = held.get().record().getStatus();
    if (status != null && wanted.name().equals(status.phase)) return;
    write(held.get(), held.get().state(), phase);
  }

  /// Carries out the answer of a person that only the recorded objects exist: takes back a create
  /// whose outcome is unknown, and drops late results.
  ///
  /// @throws StoreFenced if this process may no longer write
  public void absent(InstanceAddress at) {
    var held = memory.held(at).orElseThrow();
    boolean made = held.opensCreate();
    var state = made ? held.state().notCreated() : held.state();
    if (state.isEmpty()) {
      writer.remove(held);
      return;
    }
    var open = made ? Optional.<JournalEntry>empty() : held.open();
    var content = new InstanceRecords.Content(state, open, lastOperation(held), null, true, null);
    memory.put(HeldRecord.of(write(held, content, _ -> false), state));
  }

  private ResourceInstance write(
      HeldRecord held, InstanceRecords.Content content, Predicate<ResourceInstance> done) {
    return writer.change(
        held,
        base ->
            client.writeStatus(
                base, records.status(content, base, held.serial() + 1, journal.now())),
        done);
  }

  private static @Nullable String lastOperation(HeldRecord held) {
    var status = held.record().getStatus();
    return status == null ? null : status.lastOperationId;
  }
}
