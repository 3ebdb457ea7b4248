import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;

/// One line of the table.
///
/// @param cold the first time in its JVM; null for what is measured once
/// @param value seconds unless `unit` says otherwise
/// @param beside what it is compared with; null for nothing
/// @param ratio `value` by that
/// @param met whether the target is met; null if there is none, or nothing to compare with
@JsonInclude(JsonInclude.Include.NON_NULL)
record Row(
    String work,
    Double cold,
    double value,
    String unit,
    String beside,
    Double ratio,
    String target,
    Boolean met) {
  private static final String FORMAT = "%-48s %9s %9s  %-32s %8s  %-22s %s%n";

  static final String HEADING =
      FORMAT.formatted("work", "cold", "best", "beside", "ratio", "target", "met");

  /// What is not compared with anything.
  static Row of(String work, double value, String unit) {
    return new Row(work, null, value, unit, null, null, null, null);
  }

  static Row atMost(String work, double value, String unit, double most) {
    var target = "≤ %s %s".formatted(number(most), unit).strip();
    return new Row(work, null, value, unit, null, null, target, value <= most);
  }

  /// Seconds beside those of something else.
  static Row beside(String work, double seconds, String beside, double other) {
    return new Row(work, null, seconds, "s", beside, seconds / other, null, null);
  }

  static Row atMostTimes(String work, double seconds, String beside, double other, double most) {
    double ratio = seconds / other;
    return new Row(work, null, seconds, "s", beside, ratio, "≤ " + number(most), ratio <= most);
  }

  static Row atMostPart(String work, double seconds, String beside, double other, int part) {
    double ratio = seconds / other;
    return new Row(work, null, seconds, "s", beside, ratio, "≤ 1/" + part, ratio <= 1.0 / part);
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  String text() {
    return FORMAT.formatted(
        work,
        cold == null ? "" : amount(cold, unit),
        amount(value, unit),
        text(beside),
        ratio == null ? "" : ratio(ratio),
        text(target),
        met == null ? "" : met ? "yes" : "NO");
  }

  private static String amount(double value, String unit) {
    return switch (unit) {
      case "s" -> "%.3f s".formatted(value);
      case "MiB" -> "%.0f MiB".formatted(value);
      default -> "%.2f %s".formatted(value, unit).strip();
    };
  }

  /// As the targets are written: below one as a fraction.
  private static String ratio(double value) {
    return value < 0.5 ? "1/%.1f".formatted(1 / value) : "%.2f".formatted(value);
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }
}
