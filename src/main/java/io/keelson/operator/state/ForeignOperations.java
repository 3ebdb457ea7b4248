package io.keelson.operator.state;

import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.lease.ProcessLiveness;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Operations that another process began: they may still be running until that process is known to
/// be gone, or until their deadline has passed.
record ForeignOperations(ProcessLiveness liveness, Clock clock) {

  /// A sentence for each operation that may still be running.
  List<String> running(List<ResourceInstance> records) {
    return records.stream()
        .flatMap(record ->
            record.open().filter(this::mayRun).stream()
                .map(entry -> sentence(record.getSpec().address, entry)))
        .toList();
  }

  private boolean mayRun(JournalEntry entry) {
    return !liveness.isSelf(entry.holder)
        && !Journal.isOver(entry, clock.instant())
        && !liveness.isGone(entry.holder);
  }

  private static String sentence(String address, JournalEntry entry) {
    return "%s: operation %s (%s) of another process may still run; it is waited for until %s"
        .formatted(
            address,
            entry.operationId,
            entry.action,
            entry.deadline == null
                ? "its process is gone"
                : Instant.parse(entry.deadline).truncatedTo(ChronoUnit.SECONDS));
  }
}
