package io.keelson.provider.plugin.wire;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;

/// The three forms in which numbers travel: whole numbers, doubles, and digits as text.
final class WireNumber {
  /// More digits than any number may have; longer text is not even looked at.
  private static final int LONGEST_TEXT = 5_000;

  private WireNumber() {}

  /// A fraction is the shortest decimal that is this double: what people wrote, and what Terraform
  /// spells. A whole number is exactly the double, unless it has more digits than a number may
  /// have.
  static Value of(double number, AttributePath path) throws MalformedValue {
    if (!Double.isFinite(number))
      throw new MalformedValue(path, "infinity and not-a-number are not numbers here");
    var exact = new BigDecimal(number);
    boolean whole = exact.scale() == 0 && Numbers.problem(exact).isEmpty();
    return of(whole ? exact : BigDecimal.valueOf(number), path);
  }

  static Value of(String text, AttributePath path) throws MalformedValue {
    if (text.length() > LONGEST_TEXT)
      throw new MalformedValue(path, "the text of a number has " + text.length() + " characters");
    try {
      return of(new BigDecimal(text), path);
    } catch (NumberFormatException e) {
      throw new MalformedValue(path, "a number is needed, but this string is none");
    }
  }

  static Value of(BigDecimal number, AttributePath path) throws MalformedValue {
    var problem = Numbers.problem(number);
    if (problem.isPresent()) throw new MalformedValue(path, problem.get());
    return Value.number(number);
  }

  /// Whether the number travels as a whole number.
  static boolean isLong(BigDecimal number) {
    return number.scale() <= 0 && number.precision() <= 19 && fitsLong(number);
  }

  private static boolean fitsLong(BigDecimal number) {
    return number.toBigInteger().bitLength() <= 63;
  }

  /// Whether the number travels as a double: a broken number that is exactly one.
  static boolean isDouble(BigDecimal number) {
    double nearest = number.doubleValue();
    return number.scale() > 0
        && Double.isFinite(nearest)
        && new BigDecimal(nearest).compareTo(number) == 0;
  }
}
