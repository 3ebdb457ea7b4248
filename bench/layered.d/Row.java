import com.fasterxml.jackson.annotation.JsonInclude;

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
  private static final String FORMAT = "%-46s %9s %9s  %-32s %8s  %-22s %s%n";

  static final String HEADING =
      FORMAT.formatted("work", "cold", "best", "beside", "ratio", "target", "met");

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
