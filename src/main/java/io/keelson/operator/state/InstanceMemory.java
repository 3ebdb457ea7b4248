package io.keelson.operator.state;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.InstanceState;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.metrics.InstanceFacts;
import io.keelson.operator.status.ConditionReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The records of one Stack as this process knows them: taken with a quorum list, then kept by its
/// own writes. Events of writes by others only cause another list. Records that cannot be used are
/// reported with a reason: DuplicateState, ImportUnfinished, StateUncertain, SealingKeyLost or
/// StateTooLarge.
///
/// What it guarantees: nothing is planned or written with a record that somebody else has changed
/// since it was read, as far as an event has told of it; a write that was overtaken all the same is
/// refused by the API server, which compares versions. Of records that contradict each other or
/// cannot be read, none is chosen: their resource is left alone until a person has decided.
///
/// What it relies on: the process writes a record only through [InstanceRecords], which puts here
/// what the server answered, so the event of an own write finds its version known. While [#busy],
/// events that are not known yet are kept aside and judged at the end, since a write's event may
/// overtake its answer.
///
/// A crash loses all of it and nothing else: it is a copy, and the next process takes a list first.
public final class InstanceMemory {
  private static final int A_PART = 16;

  private final TreeMap<InstanceAddress, HeldRecord> held = new TreeMap<>();

  /// Where the record of a uid is held: an event may tell of it under an address before or after.
  private final Map<String, InstanceAddress> addresses = new HashMap<>();

  private final TreeMap<ResourceAddress, Problem> problems = new TreeMap<>();
  private final TreeSet<ResourceAddress> unreadable = new TreeSet<>();
  private final TreeSet<InstanceAddress> uncertain = new TreeSet<>();
  private final Set<String> removed = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final Map<String, Long> unexplained = new HashMap<>();
  private final Runnable news;
  private boolean trusted;
  private boolean busy;
  private int sinceSummed;
  private volatile InstanceFacts facts = InstanceFacts.NONE;

  /// @param news called when events that seemed to be about own writes turn out to be about others'
  public InstanceMemory(Runnable news) {
    this.news = news;
  }

  /// Why the records of a resource cannot be used.
  public record Problem(ConditionReason reason, String message) {}

  /// Replaces everything by the records of a quorum list.
  synchronized void take(List<ResourceInstance> all, InstanceRecords records) {
    held.clear();
    addresses.clear();
    names.clear();
    problems.clear();
    unreadable.clear();
    uncertain.clear();
    removed.clear();
    for (ResourceInstance record : all) take(record, records);
    sumUp();
    trusted = true;
  }

  private void take(ResourceInstance record, InstanceRecords records) {
    var name = record.getMetadata().getName();
    names.add(name);
    var at = InstanceAddress.parse(record.getSpec().address);
    var there = held.get(at);
    if (there != null) {
      unreadable(
          at,
          ConditionReason.DuplicateState,
          ("%s: the records %s and %s claim this address; both are left alone. Compare them with"
                  + " the real object, take the finalizer keelson.dev/state off the wrong one, and"
                  + " delete it.")
              .formatted(at, there.meta().getName(), name));
      return;
    }
    try {
      hold(HeldRecord.of(record, records.state(record)));
      doubt(at, record);
    } catch (Sealer.CannotOpen e) {
      hold(HeldRecord.unread(record));
      unreadable(
          at,
          ConditionReason.SealingKeyLost,
          ("%s: the sealed values of record %s do not open with the Stack's key. Restore the Secret"
                  + " of the key from a backup.")
              .formatted(at, name));
    } catch (IllegalArgumentException e) {
      hold(HeldRecord.unread(record));
      unreadable(
          at,
          ConditionReason.DuplicateState,
          "%s: record %s cannot be read: %s. Restore it from a backup."
              .formatted(at, name, e.getMessage()));
    }
  }

  /// Leaves alone what may not be all that exists, though its record can be read.
  private void doubt(InstanceAddress at, ResourceInstance record) {
    var name = record.getMetadata().getName();
    if (InstanceRecords.isImportUnfinished(record))
      unreadable(
          at,
          ConditionReason.ImportUnfinished,
          ("%s: record %s was made by an import that has not written what it holds. Nothing is"
                  + " done to this instance. Run keelson state import again, with the same file.")
              .formatted(at, name));
    if (LateResults.any(record))
      uncertain(
          at,
          ConditionReason.StateUncertain,
          ("%s: record %s keeps what came in after its operation had been given up (%s). Nothing"
                  + " is done to this instance until a person has compared status.lateResults with"
                  + " the real system. Destroy what is there besides the recorded object, then:"
                  + " kubectl annotate resourceinstance %s keelson.dev/resolve=absent.")
              .formatted(at, name, LateResults.told(record), name));
  }

  /// Leaves the whole resource alone: the record cannot be read, so it is not known what its object
  /// was made with, and the resource may hold what the object still needs.
  private void unreadable(InstanceAddress at, ConditionReason reason, String message) {
    unreadable.add(at.resource());
    problems.put(at.resource(), new Problem(reason, message));
  }

  /// Leaves an instance alone whose record may not tell all that exists. Other instances go on.
  private void uncertain(InstanceAddress at, ConditionReason reason, String message) {
    uncertain.add(at);
    problems.put(at.resource(), new Problem(reason, message));
  }

  /// Notes that the state of an instance does not fit into its record; the instance is left alone
  /// until the records are taken again.
  synchronized void tooLarge(InstanceAddress at, long kib) {
    uncertain(
        at,
        ConditionReason.StateTooLarge,
        ("%s: the object exists, but what is to be stored of it takes %d KiB, more than a record"
                + " can hold. Nothing is done to it. Make it smaller where it is; it is looked at"
                + " again every spec.interval.")
            .formatted(at, kib));
  }

  /// Forgets everything; the records have to be taken again.
  public synchronized void forget() {
    held.clear();
    addresses.clear();
    names.clear();
    problems.clear();
    unreadable.clear();
    uncertain.clear();
    removed.clear();
    unexplained.clear();
    trusted = false;
    sumUp();
  }

  /// Whether the known records can be planned with; if not, they must be taken again first.
  public synchronized boolean isTrusted() {
    return trusted;
  }

  /// Demands a new quorum list before the next plan.
  public synchronized void distrust() {
    trusted = false;
  }

  /// Notes whether this process writes or lists records now. Events that come meanwhile are likely
  /// about its own writes; those that are not cause another list at the end.
  public synchronized void busy(boolean working) {
    busy = working;
    if (busy) return;
    sumUp();
    if (!unexplained.entrySet().stream().allMatch(this::isKnown)) {
      trusted = false;
      news.run();
    }
    unexplained.clear();
  }

  private boolean isKnown(Map.Entry<String, Long> news) {
    return removed.contains(news.getKey())
        || held(news.getKey())
            .filter(record -> version(record.meta().getResourceVersion()) >= news.getValue())
            .isPresent();
  }

  /// Merges an event. Events about own writes change nothing.
  ///
  /// @return whether the Stack has to be looked at
  public synchronized boolean observe(ResourceInstance event) {
    var meta = event.getMetadata();
    if (removed.contains(meta.getUid())) return false;
    var at = InstanceAddress.parse(event.getSpec().address);
    var version = version(meta.getResourceVersion());
    var found = held(meta.getUid());
    if (found.isEmpty()) return unforeseen(meta.getUid(), version);
    var known = found.get();
    if (version <= version(known.meta().getResourceVersion())) return false;
    if (isOthers(event, known.record())) {
      trusted = false;
      return true;
    }
    if (!known.at().equals(at) || !hasContentOf(event, known))
      return unforeseen(meta.getUid(), version);
    if (busy) unforeseen(meta.getUid(), version);
    // A deletion timestamp decides nothing, but the namespace may be about to go.
    boolean isNews =
        !known.annotations().equals(HeldRecord.annotations(event))
            || known.meta().getDeletionTimestamp() == null && meta.getDeletionTimestamp() != null;
    put(known.in(event));
    return isNews;
  }

  /// Whether the event has the content that this process knows. The operation is compared, too: a
  /// person may have closed it without counting the serial.
  private static boolean hasContentOf(ResourceInstance event, HeldRecord known) {
    return InstanceRecords.serial(event) == known.serial()
        && operation(event.open()).equals(operation(known.open()));
  }

  private static Optional<String> operation(Optional<JournalEntry> entry) {
    return entry.map(each -> each.operationId);
  }

  /// Whether the record holds something new that this process never writes.
  private static boolean isOthers(ResourceInstance event, ResourceInstance known) {
    return LateResults.count(event) > LateResults.count(known)
        || !Objects.equals(event.getSpec().cluster, known.getSpec().cluster);
  }

  private Optional<HeldRecord> held(String uid) {
    return Optional.ofNullable(addresses.get(uid)).map(held::get);
  }

  /// Merges an event about a record that is gone.
  ///
  /// @return whether the Stack has to be looked at
  public synchronized boolean vanished(ResourceInstance event) {
    var uid = event.getMetadata().getUid();
    if (removed.remove(uid)) {
      unexplained.remove(uid);
      return false;
    }
    // The record need not be held: it may be the second of two with the same address.
    return unforeseen(uid, Long.MAX_VALUE);
  }

  private boolean unforeseen(String uid, long version) {
    if (busy) unexplained.merge(uid, version, Math::max);
    else trusted = false;
    return !busy;
  }

  private static long version(String resourceVersion) {
    return Long.parseLong(resourceVersion);
  }

  synchronized Optional<HeldRecord> held(InstanceAddress at) {
    return Optional.ofNullable(held.get(at));
  }

  synchronized boolean isCurrent(HeldRecord record) {
    var known = held.get(record.at());
    return trusted
        && known != null
        && known.uid().equals(record.uid())
        && known.serial() == record.serial();
  }

  private void hold(HeldRecord record) {
    var before = held.put(record.at(), record);
    if (before != null) addresses.remove(before.uid());
    addresses.put(record.uid(), record.at());
  }

  synchronized void put(HeldRecord record) {
    hold(record);
    names.add(record.meta().getName());
    written();
  }

  /// Puts a record that has moved from another address.
  synchronized void move(InstanceAddress from, HeldRecord record) {
    held.remove(from);
    hold(record);
  }

  synchronized void remove(InstanceAddress at) {
    var gone = held.remove(at);
    if (gone == null) return;
    addresses.remove(gone.uid());
    removed.add(gone.uid());
    names.remove(gone.meta().getName());
    written();
  }

  /// A name for the record of a new instance: always the same one, unless a record that was made
  /// under this name has moved to another address.
  synchronized String newName(String stack, InstanceAddress at) {
    int others = 0;
    while (names.contains(RecordNames.ofInstance(stack, at, others))) others++;
    return RecordNames.ofInstance(stack, at, others);
  }

  /// All records, usable or not.
  synchronized List<HeldRecord> all() {
    return new ArrayList<>(held.values());
  }

  /// Sums over all records. They are about as they are now, and take no lock.
  public InstanceFacts facts() {
    return facts;
  }

  /// An apply that writes many records adds them up now and then, which costs little for each.
  private void written() {
    sinceSummed++;
    if (sinceSummed > held.size() / A_PART) sumUp();
  }

  private void sumUp() {
    sinceSummed = 0;
    facts = InstanceFacts.of(held.values().stream().map(HeldRecord::facts).toList());
  }

  public synchronized int size() {
    return held.size();
  }

  /// The recorded states, also of resources whose records cannot be used: what their objects need
  /// must stay.
  public synchronized SortedMap<InstanceAddress, InstanceState> recorded() {
    var recorded = new TreeMap<InstanceAddress, InstanceState>();
    held.forEach((at, record) -> recorded.put(at, record.state()));
    return recorded;
  }

  /// How often each record was written.
  public synchronized SortedMap<InstanceAddress, Long> serials() {
    var serials = new TreeMap<InstanceAddress, Long>();
    held.forEach((at, record) -> serials.put(at, record.serial()));
    return serials;
  }

  /// The recorded states, without those of records that cannot be used.
  public synchronized SortedMap<InstanceAddress, InstanceState> usable() {
    var usable = new TreeMap<InstanceAddress, InstanceState>();
    held.forEach((at, record) -> {
      if (!unreadable.contains(at.resource()) && !uncertain.contains(at))
        usable.put(at, record.state());
    });
    return usable;
  }

  /// Resources of which nothing can be planned, because a record of them cannot be read.
  public synchronized SortedSet<ResourceAddress> unreadable() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(unreadable));
  }

  /// Instances of which something may exist that is not recorded.
  public synchronized SortedSet<InstanceAddress> uncertain() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(uncertain));
  }

  /// Resources with records that cannot be used, and why.
  public synchronized SortedMap<ResourceAddress, Problem> problems() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(problems));
  }
}
