package io.keelson.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What a scalar without quotes is to kubectl: mostly as in YAML 1.1, but without its numbers to
/// the base of 60, and with `0o17`.
sealed interface PlainScalar {
  record Nothing() implements PlainScalar {}

  record Truth(boolean value) implements PlainScalar {}

  record Whole(BigInteger value) implements PlainScalar {}

  record Real(double value) implements PlainScalar {}

  record Text(String value) implements PlainScalar {}

  Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");
  Set<String> TRUE =
      Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
  Set<String> FALSE =
      Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
  Pattern REAL = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  Pattern REAL_FROM_POINT = Pattern.compile("\\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?");
  Pattern SPECIAL = Pattern.compile("([-+]?)\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
  BigInteger LARGEST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  static PlainScalar of(String text) {
    if (NOTHING.contains(text)) return new Nothing();
    if (TRUE.contains(text)) return new Truth(true);
    if (FALSE.contains(text)) return new Truth(false);
    return number(text).orElseGet(() -> new Text(text));
  }

  private static Optional<PlainScalar> number(String text) {
    var special = SPECIAL.matcher(text);
    if (special.matches())
      return Optional.of(
          new Real(
              special.group(3) != null
                  ? Double.NaN
                  : special.group(1).equals("-")
                      ? Double.NEGATIVE_INFINITY
                      : Double.POSITIVE_INFINITY));
    char first = text.charAt(0);
    if (first == '.')
      return REAL_FROM_POINT.matcher(text).matches()
          ? real(text.replace("_", ""))
          : Optional.empty();
    if (first != '-' && first != '+' && (first < '0' || first > '9')) return Optional.empty();
    var plain = text.replace("_", "");
    var whole = whole(plain);
    if (whole.isPresent()) return Optional.of(new Whole(whole.get()));
    return REAL.matcher(plain).matches() ? real(plain) : Optional.empty();
  }

  /// What is too large for a number is text.
  private static Optional<PlainScalar> real(String text) {
    double value = Double.parseDouble(text);
    return Double.isInfinite(value) ? Optional.empty() : Optional.of(new Real(value));
  }

  /// A number of 64 bits, with a sign or without, to the base that it begins with.
  private static Optional<BigInteger> whole(String text) {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    var digits = signed ? text.substring(1) : text;
    int base = base(digits.toLowerCase(Locale.ROOT));
    var rest = digits.substring(base == 10 ? 0 : base == 8 && isOldOctal(digits) ? 1 : 2);
    if (rest.isEmpty() || !rest.chars().allMatch(c -> c < 128 && Character.digit(c, base) >= 0))
      return Optional.empty();
    if (rest.length() > 64) return Optional.empty();
    var value = new BigInteger(rest, base);
    if (text.startsWith("-")) value = value.negate();
    boolean fits = value.bitLength() < 64 || (!signed && value.compareTo(LARGEST) <= 0);
    return fits ? Optional.of(value) : Optional.empty();
  }

  private static int base(String digits) {
    if (digits.startsWith("0x")) return 16;
    if (digits.startsWith("0b")) return 2;
    return digits.length() > 1 && digits.startsWith("0") ? 8 : 10;
  }

  private static boolean isOldOctal(String digits) {
    return digits.charAt(1) != 'o' && digits.charAt(1) != 'O';
  }

  /// A number as the API server keeps it: whole with 64 bits, or a float64 in its shortest digits.
  static JsonNode sent(BigDecimal number) {
    var whole = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    if (whole.scale() <= 0 && whole.precision() - whole.scale() <= 19) {
      var value = whole.toBigIntegerExact();
      if (value.bitLength() < 32) return IntNode.valueOf(value.intValue());
      if (value.bitLength() < 64) return LongNode.valueOf(value.longValue());
    }
    double nearest = number.doubleValue();
    return Double.isInfinite(nearest)
        ? DecimalNode.valueOf(number)
        : DecimalNode.valueOf(new BigDecimal(Double.toString(nearest)));
  }

  /// A number as the key of a mapping: the shortest digits of a float32.
  static String asKey(double number) {
    float value = (float) number;
    if (Float.isNaN(value)) return ".nan";
    if (Float.isInfinite(value)) return value > 0 ? ".inf" : "-.inf";
    if (value == 0) return 1 / value < 0 ? "-0" : "0";
    var decimal = new BigDecimal(Float.toString(value)).stripTrailingZeros();
    var digits = decimal.unscaledValue().abs().toString();
    int exponent = digits.length() - decimal.scale() - 1;
    if (exponent >= -4 && exponent < 6) return decimal.toPlainString();
    var rest = digits.substring(1);
    return "%s%s%se%s%02d"
        .formatted(
            value < 0 ? "-" : "",
            digits.substring(0, 1),
            rest.isEmpty() ? "" : "." + rest,
            exponent < 0 ? "-" : "+",
            Math.abs(exponent));
  }
}
