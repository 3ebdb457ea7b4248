package io.keelson.expression.function;

import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.TypeNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One call of `format`: CEL's verbs, with flags and a width as in C, over decimals.
///
/// `%[-0][width][.precision]verb`, where the verb is one of `s d f e b o x X`, and `%%` is `%`.
final class TextFormat {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("%([-0]*)(\\d*)(?:\\.(\\d*))?(.)?", Pattern.DOTALL);
  private static final int LARGEST = 1_000;
  private static final int DIGITS_BY_DEFAULT = 6;

  private final Call call;
  private final Sequence arguments;
  private int used;

  TextFormat(Call call) {
    this.call = call;
    this.arguments = call.sequence(1);
  }

  /// @throws io.keelson.expression.value.Problem if placeholders and arguments do not fit together
  String text() {
    var format = call.text(0);
    var result = new StringBuilder();
    var placeholders = PLACEHOLDER.matcher(format);
    int at = 0;
    while (placeholders.find(at)) {
      result.append(format, at, placeholders.start());
      result.append(replaced(placeholders.toMatchResult()));
      call.budget().text(result.length());
      at = placeholders.end();
    }
    if (used < arguments.size())
      throw call.problem(
          "wrong argument",
          "%d values are given, but there are only %d placeholders"
              .formatted(arguments.size(), used),
          "Write '%s' for a value of any kind.");
    return result.append(format, at, format.length()).toString();
  }

  private String replaced(MatchResult placeholder) {
    if (placeholder.group().equals("%%")) return "%";
    var verb = placeholder.group(4) == null ? "" : placeholder.group(4);
    if (verb.isEmpty() || !"sdfeboxX".contains(verb))
      throw call.problem(
          "wrong argument",
          "placeholder %d is none of %%s %%d %%f %%e %%b %%o %%x %%X".formatted(used + 1),
          "Write '%%' for a percent sign.");
    if (used == arguments.size())
      throw call.problem(
          "wrong argument", "there is no value for placeholder %d".formatted(used + 1), "");
    int width = size(placeholder.group(2), 0);
    int precision = size(placeholder.group(3), DIGITS_BY_DEFAULT);
    var text = written(verb.charAt(0), arguments.get(used++), precision);
    var flags = placeholder.group(1);
    return padded(text, width, flags, verb);
  }

  private int size(@Nullable String digits, int otherwise) {
    if (digits == null || digits.isEmpty()) return otherwise;
    if (digits.length() > 4 || Integer.parseInt(digits) > LARGEST)
      throw call.problem(
          "wrong argument",
          "placeholder %d has a width or precision of more than %d".formatted(used + 1, LARGEST),
          "");
    return Integer.parseInt(digits);
  }

  private static String padded(String text, int width, String flags, String verb) {
    int missing = width - text.codePointCount(0, text.length());
    if (missing <= 0) return text;
    if (flags.contains("-")) return text + " ".repeat(missing);
    if (!flags.contains("0") || verb.equals("s")) return " ".repeat(missing) + text;
    int sign = text.startsWith("-") ? 1 : 0;
    return text.substring(0, sign) + "0".repeat(missing) + text.substring(sign);
  }

  private String written(char verb, Value argument, int precision) {
    return switch (verb) {
      case 's' -> plain(argument);
      case 'd' -> whole(argument, verb).toString();
      case 'b' -> whole(argument, verb).toString(2);
      case 'o' -> whole(argument, verb).toString(8);
      case 'x' -> hex(argument);
      case 'X' -> hex(argument).toUpperCase(Locale.ROOT);
      case 'f' ->
          number(argument, verb).setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
      default -> scientific(number(argument, verb), precision);
    };
  }

  /// What a value is inside a text.
  private String plain(Value argument) {
    if (argument instanceof Value.Text(String text, _)) return text;
    if (argument instanceof Value.Num(BigDecimal number, _)) return Numbers.text(number);
    if (argument instanceof Value.Truth(boolean truth, _)) return Boolean.toString(truth);
    return Capsule.text(argument)
        .orElseThrow(() ->
            call.problem(
                "wrong argument",
                "%s has no text for placeholder %d".formatted(TypeNames.of(argument), used),
                argument.isNull()
                    ? "Use coalesce(…) to give a default."
                    : "Use json.encode(…) or join(…) to make a string of it."));
  }

  private String hex(Value argument) {
    if (argument instanceof Value.Text(String text, _))
      return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    var bytes = Capsule.asBytes(argument);
    if (bytes.isPresent()) return HexFormat.of().formatHex(bytes.get());
    return whole(argument, 'x').toString(16);
  }

  private BigInteger whole(Value argument, char verb) {
    try {
      return number(argument, verb).toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw call.problem(
          "wrong argument",
          "placeholder %d (%%%s) takes a whole number, and this number has a fraction"
              .formatted(used, verb),
          "Use %f, or round with math.round(…).");
    }
  }

  private BigDecimal number(Value argument, char verb) {
    if (argument instanceof Value.Num(BigDecimal number, _)) return number;
    throw call.problem(
        "wrong argument",
        "placeholder %d (%%%s) takes a number, but this is %s"
            .formatted(used, verb, TypeNames.of(argument)),
        "Use %s for a value of any kind.");
  }

  /// One digit before the point, and an exponent of at least two digits.
  private static String scientific(BigDecimal number, int precision) {
    int exponent = number.signum() == 0 ? 0 : number.precision() - number.scale() - 1;
    var digits = number.movePointLeft(exponent).setScale(precision, RoundingMode.HALF_EVEN);
    if (digits.abs().compareTo(BigDecimal.TEN) >= 0) {
      exponent++;
      digits = digits.movePointLeft(1).setScale(precision, RoundingMode.HALF_EVEN);
    }
    return "%se%s%02d"
        .formatted(digits.toPlainString(), exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
