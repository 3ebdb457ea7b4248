package io.keelson.operator.state;

import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StateStore.Ticket;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import io.keelson.operator.api.record.ResourceInstanceStatus.LateResult;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Collectors;

/// Keeps results of operations that had been given up, as they tell what really happened. Sets the
/// conditions of the record: Ready=False with StateUncertain, and StateUncertain with LateResult.
final class LateResults {
  static final String SENTENCE =
      "A result came in after its operation had been given up. Compare status.lateResults with the"
          + " real system, destroy what is there besides the recorded object, then annotate this"
          + " record: keelson.dev/resolve=absent.";

  private LateResults() {}

  static boolean any(ResourceInstance record) {
    return count(record) > 0;
  }

  static int count(ResourceInstance record) {
    var status = record.getStatus();
    return status == null || status.lateResults == null ? 0 : status.lateResults.size();
  }

  /// Whether the result of that operation is kept already.
  static boolean has(ResourceInstance record, String operation) {
    var status = record.getStatus();
    return status != null
        && status.lateResults != null
        && status.lateResults.stream()
            .anyMatch(late -> late.operation.operationId.equals(operation));
  }

  /// The kept results as a text.
  static String told(ResourceInstance record) {
    var status = record.getStatus();
    if (status == null || status.lateResults == null) return "";
    return status.lateResults.stream()
        .map(late -> late.operation.action + " " + late.operation.operationId + ": " + late.message)
        .collect(Collectors.joining("; "));
  }

  /// The status of the live record with the result added; everything else in it stays.
  static ResourceInstanceStatus added(
      ResourceInstance live,
      Ticket ticket,
      Optional<InstanceState> after,
      Journal journal,
      ObjectRecords objects) {
    var late = new LateResult();
    late.operation = journal.entry(ticket.operation(), 0);
    late.receivedAt = journal.now().toString();
    var object =
        ticket
            .operation()
            .deposed()
            .map(key -> after.flatMap(state -> Optional.ofNullable(state.deposed().get(key))))
            .orElseGet(() -> after.flatMap(InstanceState::current));
    late.message = object.isPresent() ? "the object exists" : "no object is left of it";
    var uid = live.getMetadata().getUid();
    // The operation's id as name and the serial 0 belong to no other write, so the part can be
    // opened later.
    object.ifPresent(state ->
        objects.write(state, new ObjectRecords.Place(uid, 0, ticket.operation().id()), late));
    var status = live.getStatus() == null ? new ResourceInstanceStatus() : live.getStatus();
    status.observedGeneration = null;
    var all =
        status.lateResults == null
            ? new ArrayList<LateResult>()
            : new ArrayList<>(status.lateResults);
    all.add(late);
    status.lateResults = all;
    status.phase = Phase.Uncertain.name();
    status.conditions =
        new Conditions(status.conditions, journal.now(), null)
            .with(Conditions.READY, false, ConditionReason.StateUncertain, SENTENCE)
            .with(Conditions.STATE_UNCERTAIN, true, ConditionReason.LateResult, SENTENCE)
            .list();
    return status;
  }
}
