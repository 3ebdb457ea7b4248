package io.keelson.expression.value;

import io.keelson.engine.value.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;

/// Timestamps and durations as seconds, and as CEL writes them.
public final class Times {
  /// The first second of the year 1.
  public static final BigDecimal FIRST = BigDecimal.valueOf(-62_135_596_800L);

  /// The last nanosecond of the year 9999.
  public static final BigDecimal LAST = new BigDecimal("253402300799.999999999");

  /// The longest duration, of about 10,000 years.
  public static final BigDecimal LONGEST = BigDecimal.valueOf(315_576_000_000L);

  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

  private Times() {}

  public static Instant instant(BigDecimal seconds) {
    var whole = seconds.setScale(0, RoundingMode.FLOOR);
    return Instant.ofEpochSecond(whole.longValueExact(), nanos(seconds.subtract(whole)));
  }

  public static Duration duration(BigDecimal seconds) {
    var whole = seconds.setScale(0, RoundingMode.FLOOR);
    return Duration.ofSeconds(whole.longValueExact(), nanos(seconds.subtract(whole)));
  }

  private static long nanos(BigDecimal fraction) {
    return fraction.multiply(NANOS).longValue();
  }

  public static BigDecimal seconds(Instant instant) {
    return BigDecimal.valueOf(instant.getEpochSecond())
        .add(BigDecimal.valueOf(instant.getNano()).divide(NANOS));
  }

  public static BigDecimal seconds(Duration duration) {
    return BigDecimal.valueOf(duration.getSeconds())
        .add(BigDecimal.valueOf(duration.getNano()).divide(NANOS));
  }

  public static String timestampText(BigDecimal seconds) {
    return instant(seconds).toString();
  }

  public static String durationText(BigDecimal seconds) {
    return Numbers.text(seconds.stripTrailingZeros()) + "s";
  }
}
