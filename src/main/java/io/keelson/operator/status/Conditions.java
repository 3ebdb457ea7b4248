package io.keelson.operator.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Conditions of one object, built anew each time; one whose status did not change keeps its time.
public final class Conditions {
  public static final String READY = "Ready";
  public static final String RECONCILING = "Reconciling";
  public static final String STALLED = "Stalled";
  public static final String PLANNED = "Planned";
  public static final String DRIFT_DETECTED = "DriftDetected";
  public static final String STATE_UNCERTAIN = "StateUncertain";
  public static final String DEFERRED = "Deferred";
  public static final String DATA_CHANGED = "DataChanged";

  private static final int LONGEST_MESSAGE = 1023;

  private final List<Condition> before;
  private final Instant now;
  private final @Nullable Long generation;
  private final List<Condition> conditions = new ArrayList<>();

  /// @param generation for which they are computed; null for objects that have none
  public Conditions(@Nullable List<Condition> before, Instant now, @Nullable Long generation) {
    this.before = before == null ? List.of() : before;
    this.now = now;
    this.generation = generation;
  }

  public Conditions with(String type, boolean status, ConditionReason reason, String message) {
    var value = status ? "True" : "False";
    var kept =
        before.stream()
            .filter(each -> type.equals(each.getType()) && value.equals(each.getStatus()))
            .map(Condition::getLastTransitionTime)
            .findFirst();
    conditions.add(
        new ConditionBuilder()
            .withType(type)
            .withStatus(value)
            .withReason(reason.name())
            .withMessage(shortened(message))
            .withObservedGeneration(generation)
            .withLastTransitionTime(
                kept.orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString()))
            .build());
    return this;
  }

  /// Says whether the object is ready, and if it is not, whether the operator goes on by itself or
  /// somebody has to mend something.
  public Conditions ready(Report.Progress progress, ConditionReason reason, String message) {
    with(READY, progress == Report.Progress.DONE, reason, message);
    return switch (progress) {
      case DONE, WAITING -> this;
      case GOING -> with(RECONCILING, true, reason, message);
      case STALLED -> with(STALLED, true, reason, message);
    };
  }

  public List<Condition> list() {
    return conditions;
  }

  /// The message, cut between characters to at most 1023 bytes.
  public static String shortened(String message) {
    return shortened(message, LONGEST_MESSAGE);
  }

  /// A text cut to so many bytes.
  public static String shortened(String message, int longest) {
    if (message.getBytes(StandardCharsets.UTF_8).length <= longest) return message;
    var cut = new StringBuilder();
    int bytes = 3;
    for (int i = 0; i < message.length(); ) {
      int point = message.codePointAt(i);
      bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      if (bytes > longest) break;
      cut.appendCodePoint(point);
      i += Character.charCount(point);
    }
    return cut.append('…').toString();
  }

  /// The condition of that type, or null.
  public static @Nullable Condition find(@Nullable List<Condition> conditions, String type) {
    if (conditions == null) return null;
    return conditions.stream()
        .filter(each -> Objects.equals(type, each.getType()))
        .findFirst()
        .orElse(null);
  }
}
