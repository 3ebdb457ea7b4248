package io.keelson.expression;

import io.keelson.engine.value.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;

/// Timestamps and durations as seconds, and as CEL writes them.
final class Times {
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

  private Times() {}

  static Instant instant(BigDecimal seconds) {
    var whole = seconds.setScale(0, RoundingMode.FLOOR);
    return Instant.ofEpochSecond(whole.longValueExact(), nanos(seconds.subtract(whole)));
  }

  static Duration duration(BigDecimal seconds) {
    var whole = seconds.setScale(0, RoundingMode.FLOOR);
    return Duration.ofSeconds(whole.longValueExact(), nanos(seconds.subtract(whole)));
  }

  private static long nanos(BigDecimal fraction) {
    return fraction.multiply(NANOS).longValue();
  }

  static BigDecimal seconds(Instant instant) {
    return BigDecimal.valueOf(instant.getEpochSecond())
        .add(BigDecimal.valueOf(instant.getNano()).divide(NANOS));
  }

  static BigDecimal seconds(Duration duration) {
    return BigDecimal.valueOf(duration.getSeconds())
        .add(BigDecimal.valueOf(duration.getNano()).divide(NANOS));
  }

  static String timestampText(BigDecimal seconds) {
    return instant(seconds).toString();
  }

  static String durationText(BigDecimal seconds) {
    return Numbers.text(seconds.stripTrailingZeros()) + "s";
  }
}
