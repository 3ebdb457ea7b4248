package io.keelson.cli.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How an object is, in one word; what somebody should look at first comes first.
public enum Health {
  /// Something went wrong, whether or not it is tried again.
  FAILED(1),
  /// It goes on when a person has decided.
  WAITING(2),
  /// It goes on by itself.
  WORKING(2),
  READY(0);

  private final int exitCode;

  Health(int exitCode) {
    this.exitCode = exitCode;
  }

  /// With what a command ends that shows it.
  public int exitCode() {
    return exitCode;
  }

  /// The word for it.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The worse one, which is what both together are.
  Health with(Health other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /// How an object is by its conditions. Without any, nobody has looked at it yet.
  static Health of(@Nullable List<Condition> conditions) {
    var ready = Conditions.find(conditions, Conditions.READY);
    if (ready == null) return WORKING;
    if (isTrue(ready)) return READY;
    if (isTrue(Conditions.find(conditions, Conditions.STALLED)) || isWarning(ready.getReason()))
      return FAILED;
    if (isTrue(Conditions.find(conditions, Conditions.RECONCILING))) return WORKING;
    return WAITING;
  }

  private static boolean isTrue(@Nullable Condition condition) {
    return condition != null && "True".equals(condition.getStatus());
  }

  private static boolean isWarning(@Nullable String reason) {
    return Stream.of(ConditionReason.values())
        .anyMatch(each -> each.isWarning() && Objects.equals(each.name(), reason));
  }
}
