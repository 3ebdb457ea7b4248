package io.keelson.expression.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// An amount as Kubernetes writes it, such as `1536Mi`, `250m` or `2e3`.
///
/// @param amount in nanos at the finest, as in Kubernetes
public record Quantity(BigDecimal amount, Format format) {
  /// How an amount is written; a result keeps that of its first operand.
  enum Format {
    BINARY,
    DECIMAL,
    EXPONENT
  }

  private static final Pattern TEXT =
      Pattern.compile(
          "([+-]?(?:[0-9]{1,100}\\.?[0-9]{0,100}|\\.[0-9]{1,100}))"
              + "([KMGTPE]i|[numkMGTPE]?|[eE][+-]?[0-9]{1,3})");
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final List<String> DECIMAL =
      List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
  private static final int NANO = 9;
  private static final BigDecimal KIBI = BigDecimal.valueOf(1024);

  public Quantity {
    amount = amount.setScale(NANO, RoundingMode.UP).stripTrailingZeros();
  }

  /// The amount that is written in a text; empty if it is none.
  public static Optional<Quantity> parse(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches()) return Optional.empty();
    var number = new BigDecimal(parts.group(1));
    var suffix = parts.group(2);
    int binary = suffix.isEmpty() ? -1 : BINARY.indexOf(suffix);
    if (binary > 0)
      return Optional.of(new Quantity(number.multiply(KIBI.pow(binary)), Format.BINARY));
    int decimal = DECIMAL.indexOf(suffix);
    return Optional.of(
        decimal < 0
            ? new Quantity(
                number.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1))), Format.EXPONENT)
            : new Quantity(number.scaleByPowerOfTen(3 * decimal - NANO), Format.DECIMAL));
  }

  public Quantity plus(Quantity other) {
    return new Quantity(amount.add(other.amount), amount.signum() == 0 ? other.format : format);
  }

  public Quantity minus(Quantity other) {
    return plus(new Quantity(other.amount.negate(), other.format));
  }

  /// The canonical text: no fraction, and the largest suffix that allows this.
  String text() {
    boolean small = amount.abs().compareTo(KIBI) < 0;
    return switch (format) {
      case BINARY -> small ? decimal() : binary();
      case DECIMAL -> decimal();
      case EXPONENT -> {
        int exponent = exponent();
        yield mantissa(exponent) + (exponent == 0 ? "" : "e" + exponent);
      }
    };
  }

  private String binary() {
    var whole = amount.setScale(0, RoundingMode.UP).toBigInteger();
    int suffix = Math.min(whole.getLowestSetBit() / 10, BINARY.size() - 1);
    return whole.shiftRight(10 * suffix) + BINARY.get(suffix);
  }

  private String decimal() {
    int exponent = Math.min(exponent(), 3 * (DECIMAL.size() - 1) - NANO);
    return mantissa(exponent) + DECIMAL.get((exponent + NANO) / 3);
  }

  /// The largest multiple of three that leaves no fraction.
  private int exponent() {
    return amount.signum() == 0 ? 0 : 3 * Math.floorDiv(-amount.scale(), 3);
  }

  private BigInteger mantissa(int exponent) {
    return amount.scaleByPowerOfTen(-exponent).toBigIntegerExact();
  }

  @Override
  public String toString() {
    return text();
  }
}
