package io.keelson.operator.stack.report;

import io.fabric8.kubernetes.api.model.Condition;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Events;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Writes an event on the record of each instance with a warning as its Ready condition: one for as
/// long as the reason stays.
public final class InstanceEvents {
  /// How many records get an event in one turn; the conditions tell of the others.
  private static final int MOST = 20;

  private final Events events;
  private Map<String, String> reportedReasons = Map.of();

  public InstanceEvents(Events events) {
    this.events = events;
  }

  /// @param records all records of the Stack, as they are now
  void look(List<ResourceInstance> records) {
    var now = new HashMap<String, String>();
    int left = MOST;
    for (ResourceInstance record : records) {
      var trouble = trouble(record);
      if (trouble.isEmpty()) continue;
      var uid = record.getMetadata().getUid();
      var reason = trouble.get().getReason();
      now.put(uid, reason);
      if (reason.equals(reportedReasons.get(uid)) || left-- <= 0) continue;
      events.tell(record, ConditionReason.valueOf(reason), trouble.get().getMessage());
    }
    reportedReasons = now;
  }

  private static Optional<Condition> trouble(ResourceInstance record) {
    if (record.getStatus() == null) return Optional.empty();
    return Optional.ofNullable(Conditions.find(record.getStatus().conditions, Conditions.READY))
        .filter(ready ->
            Stream.of(ConditionReason.values())
                .anyMatch(each -> each.isWarning() && each.name().equals(ready.getReason())));
  }
}
