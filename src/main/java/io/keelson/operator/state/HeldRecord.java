package io.keelson.operator.state;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import io.keelson.operator.metrics.InstanceFacts;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A record as this process knows it: its content, and its version.
///
/// @param record without the parts that `state` holds already
/// @param readable whether `state` is what the record stores; nothing may be written over a record
///   that could not be read
record HeldRecord(
    InstanceAddress at, ResourceInstance record, InstanceState state, boolean readable) {

  static HeldRecord of(ResourceInstance record, InstanceState state) {
    return new HeldRecord(
        InstanceAddress.parse(record.getSpec().address), withoutState(record), state, true);
  }

  /// A record whose content is not known.
  static HeldRecord unread(ResourceInstance record) {
    return new HeldRecord(
        InstanceAddress.parse(record.getSpec().address),
        withoutState(record),
        InstanceState.NONE,
        false);
  }

  /// The same content in a newer version of the record.
  HeldRecord in(ResourceInstance newer) {
    return new HeldRecord(at, withoutState(newer), state, readable);
  }

  private static ResourceInstance withoutState(ResourceInstance record) {
    var light = new ResourceInstance();
    light.setMetadata(record.getMetadata());
    light.setSpec(record.getSpec());
    var status = record.getStatus();
    if (status != null) {
      var kept = new ResourceInstanceStatus();
      kept.serial = status.serial;
      kept.operation = status.operation;
      kept.lastOperationId = status.lastOperationId;
      kept.finishedOperations = status.finishedOperations;
      kept.phase = status.phase;
      kept.drift = withoutObject(status.drift);
      kept.lateResults = status.lateResults;
      kept.diagnostics = status.diagnostics;
      kept.conditions = status.conditions;
      light.setStatus(kept);
    }
    return light;
  }

  private static ResourceInstanceStatus.@Nullable Drift withoutObject(
      ResourceInstanceStatus.@Nullable Drift drift) {
    if (drift == null) return null;
    var light = new ResourceInstanceStatus.Drift();
    light.kind = drift.kind;
    light.attributes = drift.attributes;
    light.appliedHash = drift.appliedHash;
    light.observedAt = drift.observedAt;
    return light;
  }

  /// What is counted of it. Whatever somebody has written into the record, only words of ours get
  /// out.
  InstanceFacts.One facts() {
    return new InstanceFacts.One(
        status().map(status -> status.phase).filter(Phase::isOne).orElse("Unknown"),
        state.objects().mapToLong(HeldRecord::size).sum(),
        !(state.drift() instanceof Drift.None),
        status()
            .flatMap(status -> Optional.ofNullable(status.drift))
            .flatMap(drift -> Optional.ofNullable(drift.observedAt))
            .flatMap(HeldRecord::time));
  }

  private Optional<ResourceInstanceStatus> status() {
    return Optional.ofNullable(record.getStatus());
  }

  private static long size(ObjectState object) {
    return (long) object.attributes().json().size() + object.privateData().size();
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  ObjectMeta meta() {
    return record.getMetadata();
  }

  static Map<String, String> annotations(ResourceInstance record) {
    var annotations = record.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  Map<String, String> annotations() {
    return annotations(record);
  }

  String uid() {
    return meta().getUid();
  }

  long serial() {
    return InstanceRecords.serial(record);
  }

  /// Whether a create may have an unknown outcome, or a late result came in.
  boolean isUncertain() {
    return opensCreate() || LateResults.any(record);
  }

  boolean opensCreate() {
    return state.open().filter(each -> each.kind() == Operation.Kind.CREATE).isPresent();
  }

  Optional<JournalEntry> open() {
    return record.open();
  }
}
