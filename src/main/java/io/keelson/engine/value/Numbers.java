package io.keelson.engine.value;

import java.math.BigDecimal;
import java.util.Optional;

/// The rules for numbers: one canonical decimal, of bounded size.
public final class Numbers {
  static final int MOST_DIGITS = 512;
  static final int MOST_EXPONENT = 1_000;

  private Numbers() {}

  /// What is wrong with a number, if anything: it must print in reasonable space.
  public static Optional<String> problem(BigDecimal number) {
    if (number.precision() > MOST_DIGITS && number.stripTrailingZeros().precision() > MOST_DIGITS)
      return Optional.of("a number may have at most " + MOST_DIGITS + " digits");
    if (Math.abs((long) number.precision() - number.scale() - 1) > MOST_EXPONENT
        || Math.abs((long) number.scale()) > 2L * MOST_EXPONENT)
      return Optional.of("a number's exponent may be at most " + MOST_EXPONENT);
    return Optional.empty();
  }

  static BigDecimal canonical(BigDecimal number) {
    if (number.scale() == 0 && number.precision() < 19) return number;
    var problem = problem(number);
    if (problem.isPresent()) throw new ArithmeticException(problem.get());
    if (number.signum() == 0) return BigDecimal.ZERO;
    var stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /// The decimal in plain digits: no exponent, no trailing zeros.
  public static String text(BigDecimal number) {
    return number.toPlainString();
  }

  /// Whether two numbers count as the same: equal decimals; or fractions that are equal doubles,
  /// where one of them is exactly a double. Whole numbers are always compared to the last digit.
  static boolean matches(BigDecimal one, BigDecimal two) {
    if (one.compareTo(two) == 0) return true;
    boolean whole = one.scale() <= 0 && two.scale() <= 0;
    return !whole && one.doubleValue() == two.doubleValue() && (isDouble(one) || isDouble(two));
  }

  private static boolean isDouble(BigDecimal number) {
    double nearest = number.doubleValue();
    return Double.isFinite(nearest) && new BigDecimal(nearest).compareTo(number) == 0;
  }
}
