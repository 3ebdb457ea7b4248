package io.keelson.operator.status;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/// Reads durations as the API writes them, `1h30m` or `5s`, and shows times as people read them.
public final class Durations {
  private static final Pattern PART = Pattern.compile("([0-9]{1,6})([smh])");

  private Durations() {}

  /// A time for a message, to the second.
  public static String shown(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /// @param text matches the pattern that the API demands
  public static Duration parse(String text) {
    var total = Duration.ZERO;
    var part = PART.matcher(text);
    while (part.find()) {
      long amount = Long.parseLong(part.group(1));
      total =
          total.plus(
              switch (part.group(2)) {
                case "h" -> Duration.ofHours(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofSeconds(amount);
              });
    }
    return total;
  }
}
