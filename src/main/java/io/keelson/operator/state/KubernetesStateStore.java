package io.keelson.operator.state;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.StateStore;
import io.keelson.operator.api.JournalEntry;
import io.keelson.operator.api.ResourceInstance;
import io.keelson.operator.lease.Fence;
import java.net.HttpURLConnection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// State in ResourceInstance records: one record per instance, one write per decision.
///
/// Every write is conditional on the version this process knows. If that fails the live record is
/// read and decided upon: an intent gives way to whatever another process wrote, a result is
/// written for as long as its operation is the one that is open, and kept beside it otherwise.
public final class KubernetesStateStore implements StateStore {
  private static final Logger LOG = LoggerFactory.getLogger(KubernetesStateStore.class);

  private final RecordClient client;
  private final InstanceRecords records;
  private final ObjectRecords objects;
  private final InstanceMemory memory;
  private final Journal journal;
  private final Fence fence;
  private final RecordSize size;

  KubernetesStateStore(
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
      remove(held.get());
      held = Optional.empty();
    }
    var written =
        held.isEmpty()
            ? create(at, entry)
            : writeOwn(
                held.get(),
                new InstanceRecords.Content(opened, Optional.of(entry), null, null),
                live -> opens(live, entry));
    memory.put(HeldRecord.of(written, opened));
    if (fence.holds()) return ticket;
    // The write took longer than the lease lasts: the call is not made, and nobody is to wait for
    // it.
    finish(ticket, held.map(HeldRecord::state));
    throw fenced(at);
  }

  /// A record whose end was asked for when its object was destroyed, but did not come to pass
  /// before a crash. The next object gets a record of its own, which nobody wants to go.
  private static boolean isOnItsWayOut(HeldRecord held, InstanceState before, Operation intent) {
    return held.meta().getDeletionTimestamp() != null
        && intent.kind() == Operation.Kind.CREATE
        && before.deposed().isEmpty();
  }

  private void checkFence(InstanceAddress at) {
    if (!fence.holds()) throw fenced(at);
  }

  private static StoreFenced fenced(InstanceAddress at) {
    return new StoreFenced(at + ": this process is not known to lead any more; nothing is begun");
  }

  private ResourceInstance create(InstanceAddress at, JournalEntry entry) {
    var born = records.born(at, memory.newName(records.stack(), at), entry);
    var attempts = new Attempts();
    checkFence(at);
    while (true) {
      try {
        return client.create(born);
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
          var live = live(born);
          if (live.isPresent() && opens(live.get(), entry)) return live.get();
          if (live.isPresent()) throw behindOurBack(at);
        } else if (!Attempts.mayPass(e)) {
          throw refused(at, e);
        }
        LOG.warn("{}: creating its record failed, trying again: {}", at, e.getMessage());
      }
      attempts.pause();
      // An attempt without an answer may have got there all the same.
      if (!fence.holds())
        return live(born).filter(live -> opens(live, entry)).orElseThrow(() -> fenced(at));
    }
  }

  private static boolean opens(ResourceInstance live, JournalEntry entry) {
    return InstanceRecords.open(live)
        .map(open -> open.operationId.equals(entry.operationId))
        .orElse(false);
  }

  private StoreFenced behindOurBack(InstanceAddress at) {
    memory.distrust();
    return new StoreFenced(
        at + ": its record was changed by another process; it is read again before anything else");
  }

  private static StoreRefused refused(InstanceAddress at, KubernetesClientException e) {
    return new StoreRefused(
        at,
        "The API server refuses to store it: %s. Give the operator the right it lacks, or correct what refuses it, such as a quota or a webhook."
            .formatted(e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage()));
  }

  private ResourceInstance writeOwn(
      HeldRecord held, InstanceRecords.Content content, Predicate<ResourceInstance> done) {
    return writeOwn(held, base -> write(base, content, held.serial() + 1), done);
  }

  /// A write that gives way: only on top of exactly what this process knows.
  ///
  /// @param done whether a live record is what an attempt without an answer has written
  private ResourceInstance writeOwn(
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
          var live = reread(base);
          if (live.isEmpty()) throw behindOurBack(at);
          if (done.test(live.get())) return live.get();
          if (!isAsHeld(live.get(), held)) throw behindOurBack(at);
          base = live.get();
        } else if (!Attempts.mayPass(e)) {
          throw refused(at, e);
        }
        LOG.warn("{}: writing its record failed, trying again: {}", at, e.getMessage());
      }
      attempts.pause();
      if (!fence.holds()) return reread(base).filter(done).orElseThrow(() -> fenced(at));
    }
  }

  /// What is not known would be lost.
  private static void checkReadable(HeldRecord held) {
    if (!held.readable())
      throw new IllegalStateException(held.at() + ": its record cannot be read, so it stays");
  }

  private ResourceInstance write(
      ResourceInstance base, InstanceRecords.Content content, long serial) {
    var record = new ResourceInstance();
    record.setMetadata(base.getMetadata());
    record.setSpec(base.getSpec());
    record.setStatus(records.status(content, base, serial, journal.now()));
    return client.writeStatus(record);
  }

  /// The live record, if it still is the same one.
  private Optional<ResourceInstance> reread(ResourceInstance base) {
    return live(base)
        .filter(live -> live.getMetadata().getUid().equals(base.getMetadata().getUid()));
  }

  /// The live record of that name; asks until there is an answer.
  private Optional<ResourceInstance> live(ResourceInstance named) {
    var attempts = new Attempts();
    while (true) {
      try {
        return client.get(named.getMetadata().getName());
      } catch (KubernetesClientException e) {
        LOG.warn("{}: reading its record failed: {}", named.getSpec().address, e.getMessage());
        attempts.pause();
      }
    }
  }

  @Override
  public void finish(Ticket ticket, Optional<InstanceState> after) {
    var left = after.map(InstanceState::closed).filter(state -> !state.isEmpty());
    var held = memory.held(ticket.at()).orElseThrow();
    var base = held.record();
    if (isTooLarge(ticket.at(), left)) return;
    var id = ticket.operation().id();
    var attempts = new Attempts();
    while (true) {
      try {
        if (left.isEmpty()) {
          var test =
              held.serial() == 0
                  ? test("/spec/intent/operationId", id)
                  : test("/status/operation/operationId", id);
          client.delete(base);
          if (client.release(base, test)) {
            memory.remove(ticket.at());
            return;
          }
        } else {
          var content = new InstanceRecords.Content(left.get(), Optional.empty(), id, null);
          var written = write(base, content, InstanceRecords.serial(base) + 1);
          memory.put(HeldRecord.of(written, left.get()));
          return;
        }
      } catch (KubernetesClientException e) {
        LOG.warn("{}: writing a result failed, trying again: {}", ticket.at(), e.getMessage());
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) attempts.pause();
      }
      var live = reread(base);
      if (live.isEmpty()) {
        if (left.isEmpty()) {
          memory.remove(ticket.at());
          return;
        }
        var reborn = rebirth(ticket);
        if (reborn.isEmpty()) {
          memory.remove(ticket.at());
          return;
        }
        base = reborn.get();
      } else if (InstanceRecords.open(live.get())
          .filter(open -> open.operationId.equals(id))
          .isPresent()) {
        base = live.get();
      } else if (live.get().getStatus() != null
          && id.equals(live.get().getStatus().lastOperationId)) {
        // The write had succeeded, only its answer was lost.
        memory.put(HeldRecord.of(live.get(), left.orElse(InstanceState.NONE)));
        return;
      } else if (keepLate(live.get(), ticket, after)) {
        memory.distrust();
        return;
      }
    }
  }

  /// What does not fit is not written, and not lost either: the entry of an operation stays open,
  /// and what was observed is observed again. A person has to make the object smaller.
  private boolean isTooLarge(InstanceAddress at, Optional<InstanceState> state) {
    var large = state.flatMap(size::tooLarge);
    large.ifPresent(kib -> {
      LOG.error("{}: its state takes {} KiB, which no record can hold", at, kib);
      memory.tooLarge(at, kib);
    });
    return large.isPresent();
  }

  /// The record was removed although its operation was open: it is made again for its result.
  ///
  /// @return empty where nothing can be created any more
  private Optional<ResourceInstance> rebirth(Ticket ticket) {
    LOG.warn("{}: its record was removed during an operation; it is made again", ticket.at());
    var name = memory.held(ticket.at()).orElseThrow().meta().getName();
    var born = records.born(ticket.at(), name, journal.entry(ticket.operation(), fence.epoch()));
    var attempts = new Attempts();
    while (true) {
      try {
        return Optional.of(client.create(born));
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
          var live = live(born);
          if (live.isPresent()) return live;
        }
        if (Attempts.isNamespaceEnding(e)) {
          LOG.error(
              "{}: its record was removed, and its namespace is being deleted: what operation {}"
                  + " left cannot be kept anywhere. Look whether the object exists.",
              ticket.at(),
              ticket.operation().id());
          return Optional.empty();
        }
        LOG.warn("{}: making its record again failed: {}", ticket.at(), e.getMessage());
        attempts.pause();
      }
    }
  }

  /// Adds a result that is not expected any more; false if it has to be tried again.
  private boolean keepLate(ResourceInstance live, Ticket ticket, Optional<InstanceState> after) {
    LOG.error("{}: a result came in after its operation had been given up", ticket.at());
    try {
      live.setStatus(LateResults.added(live, ticket, after, journal, objects));
      client.writeStatus(live);
      return true;
    } catch (KubernetesClientException e) {
      LOG.warn("{}: keeping a late result failed: {}", ticket.at(), e.getMessage());
      return false;
    }
  }

  @Override
  public void move(InstanceAddress from, InstanceAddress to) {
    var held = memory.held(from).orElseThrow();
    var written =
        writeOwn(
            held,
            base -> client.write(records.moved(base, to)),
            live ->
                live.getSpec().address.equals(to.toString())
                    && InstanceRecords.serial(live) == held.serial());
    memory.move(from, HeldRecord.of(written, held.state().movedFrom(from)));
  }

  /// Whether nobody else has given the record another content or address.
  private static boolean isAsHeld(ResourceInstance live, HeldRecord held) {
    return InstanceRecords.serial(live) == held.serial()
        && live.getSpec().address.equals(held.at().toString());
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
      remove(held.get());
      return;
    }
    if (held.get().state().equals(state.get())) return;
    if (isTooLarge(at, state)) return;
    write(held.get(), state.get(), null);
  }

  private void write(HeldRecord held, InstanceState state, @Nullable Phase phase) {
    var open = state.open().flatMap(_ -> held.open());
    var content = new InstanceRecords.Content(state, open, lastOperation(held), phase);
    var written = writeOwn(held, content, _ -> false);
    memory.put(HeldRecord.of(written, state));
  }

  /// Takes an annotation off a record: it was followed, or answers what nobody asked. Nothing if
  /// the record is gone.
  ///
  /// @throws StoreFenced if this process may no longer write
  public void withdraw(InstanceAddress at, String annotation) {
    var held = memory.held(at);
    if (held.isEmpty()) return;
    var written =
        writeOwn(
            held.get(),
            base -> client.write(InstanceRecords.without(annotation, base)),
            live -> !HeldRecord.annotations(live).containsKey(annotation));
    memory.put(held.get().in(written));
  }

  /// Makes the record say in which phase its instance is; nothing if it does already. What is
  /// stored stays.
  ///
  /// @param phase null for what the state tells by itself
  /// @throws StoreFenced if this process may no longer write
  public void say(InstanceAddress at, @Nullable Phase phase) {
    var held = memory.held(at);
    if (held.isEmpty() || held.get().serial() == 0 && phase == null) return;
    var wanted = phase != null ? phase : Phase.of(held.get().state(), held.get().open());
    var status = held.get().record().getStatus();
    if (status != null && wanted.name().equals(status.phase)) return;
    write(held.get(), held.get().state(), phase);
  }

  /// A person has looked, and there is no object but the recorded ones: takes back a create with an
  /// unknown end, and drops late results.
  ///
  /// @throws StoreFenced if this process may no longer write
  public void absent(InstanceAddress at) {
    var held = memory.held(at).orElseThrow();
    boolean made = held.opensCreate();
    var state = made ? held.state().notCreated() : held.state();
    if (state.isEmpty()) {
      remove(held);
      return;
    }
    var open = made ? Optional.<JournalEntry>empty() : held.open();
    var content = new InstanceRecords.Content(state, open, lastOperation(held), null, true);
    memory.put(HeldRecord.of(writeOwn(held, content, _ -> false), state));
  }

  private static @Nullable String lastOperation(HeldRecord held) {
    var status = held.record().getStatus();
    return status == null ? null : status.lastOperationId;
  }

  private void remove(HeldRecord held) {
    checkReadable(held);
    var test =
        held.serial() == 0
            ? test("/spec/intent/operationId", held.open().orElseThrow().operationId)
            : "{\"op\":\"test\",\"path\":\"/status/serial\",\"value\":%d}".formatted(held.serial());
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
        var live = reread(base);
        if (live.isPresent() && InstanceRecords.serial(live.get()) != held.serial())
          throw behindOurBack(held.at());
        if (live.isPresent()) base = live.get();
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) throw behindOurBack(held.at());
        if (!Attempts.mayPass(e)) throw refused(held.at(), e);
        LOG.warn("{}: removing its record failed: {}", held.at(), e.getMessage());
      }
      attempts.pause();
    }
  }

  private static String test(String path, String value) {
    return "{\"op\":\"test\",\"path\":\"%s\",\"value\":\"%s\"}"
        .formatted(path, Objects.requireNonNull(value));
  }
}
