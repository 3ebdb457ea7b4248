package io.keelson.cli.status.drawing;

import java.time.Duration;

/// How long something takes, as kubectl writes ages: the two largest units.
final class Elapsed {
  private Elapsed() {}

  /// @param time if it is negative, as with clocks that differ, it counts as none
  static String text(Duration time) {
    if (time.isNegative()) return "0s";
    if (time.toDays() > 0) return "%dd%02dh".formatted(time.toDays(), time.toHoursPart());
    if (time.toHours() > 0) return "%dh%02dm".formatted(time.toHours(), time.toMinutesPart());
    if (time.toMinutes() > 0) return "%dm%02ds".formatted(time.toMinutes(), time.toSecondsPart());
    return time.toSeconds() + "s";
  }
}
