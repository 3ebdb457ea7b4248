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

/// Tells of instances that somebody should look at, on their records: of each once for as long as
/// it is so.
public final class InstanceEvents {
  /// How many get an event at a time: the rest is told by their conditions.
  private static final int MOST = 20;

  private final Events events;
  private Map<String, String> reportedReasons = Map.of();

  public InstanceEvents(Events events) {
    this.events = events;
  }

  /// @param records all of the Stack, as they are now
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
