package io.keelson.provider.pulumi.program;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Durations as Go writes them: `1h2m3.5s`.
final class GoDuration {
  private static final int LONGEST_TEXT = 40;
  private static final Pattern PART =
      Pattern.compile("\\G([0-9]{1,12}(?:\\.[0-9]{1,9})?)(h|ms|m|s|us|µs|ns)");
  private static final Map<String, Long> NANOS =
      Map.of(
          "h", 3_600_000_000_000L,
          "m", 60_000_000_000L,
          "s", 1_000_000_000L,
          "ms", 1_000_000L,
          "us", 1_000L,
          "µs", 1_000L,
          "ns", 1L);

  private GoDuration() {}

  /// Empty if the text is none.
  static Optional<Duration> parse(String text) {
    if (text.length() > LONGEST_TEXT) return Optional.empty();
    var sum = BigDecimal.ZERO;
    int end = 0;
    var parts = PART.matcher(text);
    while (parts.find()) {
      sum = sum.add(new BigDecimal(parts.group(1)).multiply(new BigDecimal(nanos(parts.group(2)))));
      end = parts.end();
    }
    if (end == 0 || end < text.length()) return Optional.empty();
    try {
      return Optional.of(Duration.ofSeconds(0, sum.longValueExact()));
    } catch (ArithmeticException | DateTimeException e) {
      return Optional.empty();
    }
  }

  private static long nanos(String unit) {
    return NANOS.getOrDefault(unit, 1L);
  }
}
