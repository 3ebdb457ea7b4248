package io.keelson.operator.state;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ObjectRecord;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceSpec;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import io.keelson.operator.api.record.ResourceInstanceStatus.DeposedObject;
import io.keelson.operator.api.record.ResourceInstanceStatus.DriftKind;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Translates states of instances into records and back.
final class InstanceRecords {
  private static final int MOST_PREVIOUS = 100;
  private static final String LAST_APPLIED = "applied";
  private static final int MOST_FINISHED = 10;

  private final ObjectRecords objects;
  private final String namespace;
  private final String stack;
  private final String cluster;

  InstanceRecords(ObjectRecords objects, String namespace, String stack, String cluster) {
    this.objects = objects;
    this.namespace = namespace;
    this.stack = stack;
    this.cluster = cluster;
  }

  String stack() {
    return stack;
  }

  /// An address with namespace and Stack, for logs: many Stacks have the same addresses.
  String qualified(InstanceAddress at) {
    return namespace + "/" + stack + ": " + at;
  }

  /// The content of one write of a status.
  ///
  /// @param open the journal entry that is open after the write
  /// @param lastOperation the operation whose result was written last
  /// @param phase the phase to show; null for the one that the state tells by itself
  /// @param settled whether a person has dealt with the late results, so that they can be dropped
  /// @param told what is to be said of the operation that ended last; null for what was said of it
  record Content(
      InstanceState state,
      Optional<JournalEntry> open,
      @Nullable String lastOperation,
      @Nullable Phase phase,
      boolean settled,
      @Nullable List<Diagnostic> told) {

    /// What an operation has left.
    static Content after(InstanceState state, String operation, List<Diagnostic> told) {
      return new Content(state, Optional.empty(), operation, null, false, told);
    }

    Content(
        InstanceState state,
        Optional<JournalEntry> open,
        @Nullable String lastOperation,
        @Nullable Phase phase) {
      this(state, open, lastOperation, phase, false, null);
    }

    /// Whether the current object can be used and is known as it is.
    boolean isKnown() {
      return open.isEmpty()
          && !state.lastFailed()
          && state.current().filter(each -> each.status() == ObjectState.Status.READY).isPresent();
    }
  }

  /// The record of an instance that is about to be created. No part of it is sealed: nothing secret
  /// is known before the object exists.
  ResourceInstance born(InstanceAddress at, String name, JournalEntry intent) {
    var record = empty(at, name);
    record.getSpec().intent = intent;
    return record;
  }

  /// The record of an instance whose state comes from elsewhere and is written next. It has no
  /// intent, as no operation was begun here.
  ResourceInstance imported(InstanceAddress at, String name, List<InstanceAddress> previous) {
    var record = empty(at, name);
    var addresses = previous.stream().map(InstanceAddress::toString).toList();
    if (!addresses.isEmpty())
      record.getSpec().previousAddresses =
          addresses.subList(Math.max(0, addresses.size() - MOST_PREVIOUS), addresses.size());
    return record;
  }

  /// Whether an import has made the record and not written its state yet.
  static boolean isImportUnfinished(ResourceInstance record) {
    return serial(record) == 0 && record.open().isEmpty();
  }

  private ResourceInstance empty(InstanceAddress at, String name) {
    var record = new ResourceInstance();
    record.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(name)
            .withLabels(Labels.of(stack, at.resource()))
            .withFinalizers(Labels.FINALIZER)
            .build());
    var spec = new ResourceInstanceSpec();
    spec.stack = stack;
    spec.address = at.toString();
    spec.type = at.resource().type();
    spec.cluster = cluster;
    record.setSpec(spec);
    return record;
  }

  /// The record under a new address. Its name and its state stay.
  ResourceInstance moved(ResourceInstance record, InstanceAddress to) {
    var before = record.getSpec();
    var previous = new ArrayList<String>();
    if (before.previousAddresses != null) previous.addAll(before.previousAddresses);
    previous.add(before.address);
    var spec = new ResourceInstanceSpec();
    spec.stack = before.stack;
    spec.address = to.toString();
    spec.previousAddresses =
        previous.subList(Math.max(0, previous.size() - MOST_PREVIOUS), previous.size());
    spec.type = to.resource().type();
    spec.intent = before.intent;
    spec.cluster = before.cluster;
    var moved = new ResourceInstance();
    moved.setMetadata(
        new ObjectMetaBuilder(record.getMetadata())
            .addToLabels(Labels.of(stack, to.resource()))
            .build());
    moved.setSpec(spec);
    return moved;
  }

  /// The record without one of its annotations.
  static ResourceInstance without(String annotation, ResourceInstance record) {
    var changed = new ResourceInstance();
    changed.setMetadata(
        new ObjectMetaBuilder(record.getMetadata()).removeFromAnnotations(annotation).build());
    changed.setSpec(record.getSpec());
    return changed;
  }

  /// The status that stores `content`, for the given record and serial.
  ResourceInstanceStatus status(
      Content content, ResourceInstance record, long serial, Instant now) {
    var before = record.getStatus();
    var uid = record.getMetadata().getUid();
    var status = new ResourceInstanceStatus();
    status.serial = serial;
    status.sealingKey = objects.key();
    content
        .state()
        .current()
        .ifPresent(
            object -> objects.write(object, new ObjectRecords.Place(uid, serial, ""), status));
    deposed(content, uid, serial, status);
    status.operation = content.open().orElse(null);
    status.lastOperationId = content.lastOperation();
    status.finishedOperations = finished(before, content.lastOperation());
    status.writtenBy = orNull(content.state().writtenBy());
    status.madeBy = orNull(content.state().madeBy());
    status.drift = drift(content.state().drift(), before == null ? null : before.drift, now);
    if (status.drift != null)
      status.drift.lastApplied = lastApplied(content.state().drift(), uid, serial);
    status.lateResults = before == null || content.settled() ? null : before.lateResults;
    status.diagnostics = OperationDiagnostics.told(content, record);
    boolean late = status.lateResults != null;
    var phase = late ? Phase.Uncertain : phase(content);
    var sentence = late ? LateResults.SENTENCE : phase.sentence() + cause(phase, status);
    status.phase = phase.name();
    var conditions =
        new Conditions(before == null ? null : before.conditions, now, null)
            .with(Conditions.READY, phase.ready(), phase.reason(), sentence);
    if (phase == Phase.Uncertain)
      conditions.with(
          Conditions.STATE_UNCERTAIN,
          true,
          late ? ConditionReason.LateResult : ConditionReason.OutcomeUnknown,
          sentence);
    status.conditions = conditions.list();
    return status;
  }

  private void deposed(Content content, String uid, long serial, ResourceInstanceStatus into) {
    var deposed = new ArrayList<DeposedObject>();
    content
        .state()
        .deposed()
        .forEach((key, object) -> deposed.add(deposed(key, object, uid, serial)));
    into.deposed = deposed.isEmpty() ? null : deposed;
    into.deposedCount = deposed.size();
  }

  /// Why a creation did not finish; empty if that is not the matter, or not known.
  private static String cause(Phase phase, ResourceInstanceStatus status) {
    if (phase != Phase.Tainted && phase != Phase.Unfinished) return "";
    return OperationDiagnostics.errors(status)
        .findFirst()
        .map(each -> " What failed: " + each.summary + ": " + each.detail)
        .orElse("");
  }

  private static @Nullable List<String> finished(
      @Nullable ResourceInstanceStatus before, @Nullable String operation) {
    var finished = new ArrayList<String>();
    if (before != null && before.finishedOperations != null)
      finished.addAll(before.finishedOperations);
    if (operation != null && !finished.contains(operation)) finished.add(operation);
    if (finished.isEmpty()) return null;
    return finished.subList(Math.max(0, finished.size() - MOST_FINISHED), finished.size());
  }

  /// Whether the result of an operation was written; only the last operations are known.
  static boolean hasFinished(ResourceInstance record, String operation) {
    var status = record.getStatus();
    return status != null
        && (operation.equals(status.lastOperationId)
            || status.finishedOperations != null && status.finishedOperations.contains(operation));
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  /// A status as it would store this state, to measure its size.
  ResourceInstanceStatus measured(InstanceState state) {
    var record = new ResourceInstance();
    record.getMetadata().setUid(new UUID(0, 0).toString());
    return status(new Content(state, Optional.empty(), null, null), record, 1, Instant.EPOCH);
  }

  private static Phase phase(Content content) {
    return content.phase() != null ? content.phase() : Phase.of(content.state(), content.open());
  }

  private DeposedObject deposed(DeposedKey key, ObjectState object, String uid, long serial) {
    var deposed = new DeposedObject();
    deposed.key = key.value();
    objects.write(object, new ObjectRecords.Place(uid, serial, key.value()), deposed);
    return deposed;
  }

  private @Nullable ObjectRecord lastApplied(Drift drift, String uid, long serial) {
    return drift
        .changed()
        .flatMap(Drift.Changed::lastApplied)
        .filter(ObjectRecords::isSmall)
        .map(object -> lastApplied(object, uid, serial))
        .orElse(null);
  }

  private ObjectRecord lastApplied(ObjectState object, String uid, long serial) {
    var record = new ObjectRecord();
    objects.write(object, new ObjectRecords.Place(uid, serial, LAST_APPLIED), record);
    return record;
  }

  private static ResourceInstanceStatus.@Nullable Drift drift(
      Drift drift, ResourceInstanceStatus.@Nullable Drift before, Instant now) {
    var recorded = new ResourceInstanceStatus.Drift();
    switch (drift) {
      case Drift.None _ -> {
        return null;
      }
      case Drift.Missing _ -> recorded.kind = DriftKind.Missing;
      case Drift.Changed _ -> recorded.kind = DriftKind.Changed;
    }
    drift
        .changed()
        .ifPresent(changed -> {
          recorded.appliedHash = changed.applied();
          recorded.attributes = changed.paths().stream().map(AttributePath::toString).toList();
        });
    recorded.observedAt =
        before != null
                && before.kind == recorded.kind
                && java.util.Objects.equals(before.attributes, recorded.attributes)
            ? before.observedAt
            : now.truncatedTo(ChronoUnit.SECONDS).toString();
    return recorded;
  }

  static boolean opens(ResourceInstance record, String operation) {
    return record.open().filter(open -> open.operationId.equals(operation)).isPresent();
  }

  static long serial(ResourceInstance record) {
    var status = record.getStatus();
    return status == null || status.serial == null ? 0 : status.serial;
  }

  /// The state that a record stores.
  ///
  /// @throws Sealer.CannotOpen if the Stack's key does not open a sealed part
  /// @throws IllegalArgumentException if the content of the record is not valid
  InstanceState state(ResourceInstance record) throws Sealer.CannotOpen {
    var open = record.open().map(Journal::operation);
    var status = record.getStatus();
    if (status == null || status.serial == null)
      return new InstanceState(
          Optional.empty(),
          new TreeMap<>(),
          new Drift.None(),
          open,
          "",
          "",
          previousAddresses(record),
          false);
    var uid = record.getMetadata().getUid();
    var type = firstType(record);
    var current = Optional.<ObjectState>empty();
    if (status.state != null || status.stateGz != null)
      current =
          Optional.of(objects.read(status, type, new ObjectRecords.Place(uid, status.serial, "")));
    var deposed = new TreeMap<DeposedKey, ObjectState>();
    if (status.deposed != null)
      for (var each : status.deposed)
        deposed.put(
            new DeposedKey(each.key),
            objects.read(each, type, new ObjectRecords.Place(uid, status.serial, each.key)));
    return new InstanceState(
        current,
        deposed,
        drift(status.drift, type, new ObjectRecords.Place(uid, status.serial, LAST_APPLIED)),
        open,
        text(status.writtenBy),
        text(status.madeBy),
        previousAddresses(record),
        open.isEmpty() && OperationDiagnostics.errors(status).findAny().isPresent());
  }

  /// The type of an object whose record does not name it: the record was written before objects
  /// could move to other types, so the object has the first type of its record.
  private static String firstType(ResourceInstance record) {
    var previous = previousAddresses(record);
    return previous.isEmpty() ? record.getSpec().type : previous.getFirst().resource().type();
  }

  private static List<InstanceAddress> previousAddresses(ResourceInstance record) {
    var addresses = record.getSpec().previousAddresses;
    return addresses == null ? List.of() : addresses.stream().map(InstanceAddress::parse).toList();
  }

  private Drift drift(
      ResourceInstanceStatus.@Nullable Drift recorded, String type, ObjectRecords.Place place)
      throws Sealer.CannotOpen {
    if (recorded == null) return new Drift.None();
    if (recorded.kind == null)
      throw new IllegalArgumentException("status.drift.kind is none that this version knows");
    if (recorded.kind == DriftKind.Changed) return changed(recorded, type, place);
    return new Drift.Missing(
        recorded.appliedHash == null
            ? Optional.empty()
            : Optional.of(changed(recorded, type, place)));
  }

  private Drift.Changed changed(
      ResourceInstanceStatus.Drift recorded, String type, ObjectRecords.Place place)
      throws Sealer.CannotOpen {
    var paths = new TreeSet<AttributePath>();
    if (recorded.attributes != null)
      recorded.attributes.forEach(path -> paths.add(AttributePath.parse(path)));
    return new Drift.Changed(
        paths,
        text(recorded.appliedHash),
        recorded.lastApplied == null
            ? Optional.empty()
            : Optional.of(objects.read(recorded.lastApplied, type, place)));
  }
}
