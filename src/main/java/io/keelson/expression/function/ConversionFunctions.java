package io.keelson.expression.function;

import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Function;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Conversions: those of the product, which convert as attributes do, and those of CEL.
public final class ConversionFunctions {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final BigDecimal SMALLEST = BigDecimal.valueOf(Long.MIN_VALUE);

  /// Longer than the plain text of any number that can be kept.
  private static final int LONGEST_NUMBER = 5_000;

  private ConversionFunctions() {}

  public static void addTo(Map<String, Function> functions) {
    functions.put("toString", ConversionFunctions::asText);
    functions.put("toNumber", ConversionFunctions::toNumber);
    functions.put("toBool", to(Types.BOOL));
    functions.put("toList", to(Type.list(Types.DYNAMIC)));
    functions.put("toSet", to(Type.set(Types.DYNAMIC)));
    functions.put(
        "toMap",
        call -> call.count() == 2 ? Maps.zipped(call) : convert(call, Type.map(Types.DYNAMIC)));
    functions.put("number", ConversionFunctions::toNumber);
    functions.put("dyn", call -> call.argument(0));
    functions.put("double", Function.ofContent(ConversionFunctions::toDouble));
    functions.put("int", Function.ofContent(ConversionFunctions::toInt));
    functions.put("bool", Function.ofContent(ConversionFunctions::toTruth));
    functions.put("string", Function.ofContent(ConversionFunctions::toText));
    functions.put("bytes", Function.ofContent(ConversionFunctions::toBytes));
  }

  private static Function to(Type type) {
    return call -> convert(call, type);
  }

  private static Value convert(Call call, Type type) {
    return convert(call.argument(0), type, call);
  }

  /// A null, too, only becomes what values of its type may become.
  static Value convert(Value value, Type type, Call call) {
    if (value.isNull()) convert(Value.unknown(value.type()), type, call);
    if (Capsule.isInside(value))
      throw call.problem(
          "value cannot be converted",
          "there is something in it that only expressions know: an optional, bytes, or a time",
          "Use string(…), value() or orValue(…) first.");
    return switch (value.convert(type)) {
      case Conversion.Converted(Value converted) -> converted;
      case Conversion.NotConvertible(_, String reason) ->
          throw call.problem("value cannot be converted", reason, "");
    };
  }

  /// Also of a timestamp, a duration and a quantity.
  private static Value asText(Call call) {
    return Capsule.text(call.argument(0))
        .map(text -> Value.text(text).mark(call.allMarks()))
        .orElseGet(() -> convert(call, Types.STRING));
  }

  /// Also of a quantity.
  private static Value toNumber(Call call) {
    var value = call.argument(0);
    var quantity = Capsule.asQuantity(value);
    if (quantity.isPresent()) return Value.number(quantity.get().amount()).mark(value.allMarks());
    if (value instanceof Value.Text(String text, _) && text.length() > LONGEST_NUMBER)
      throw call.problem(
          "value cannot be converted", "a number is needed, but this string is too long", "");
    return convert(call, Types.NUMBER);
  }

  private static Value toDouble(Call call) {
    return call.argument(0) instanceof Value.Num number
        ? Value.number(number.number())
        : Value.number(parse(call));
  }

  private static BigDecimal parse(Call call) {
    return toNumber(call) instanceof Value.Num(BigDecimal number, _) ? number : call.number(0);
  }

  /// Cuts off towards zero.
  private static Value toInt(Call call) {
    var time = Capsule.asTimestamp(call.argument(0));
    var number = time.isPresent() ? time.get() : parse(call);
    var whole = number.setScale(0, RoundingMode.DOWN);
    if (whole.compareTo(LARGEST) > 0 || whole.compareTo(SMALLEST) < 0)
      throw call.problem(
          "number out of range", "a whole number has 64 bits", "Use number(…) for larger ones.");
    if (call.argument(0) instanceof Value.Text && whole.compareTo(number) != 0)
      throw call.problem(
          "value cannot be converted", "a whole number is needed, but this text is none", "");
    return Value.number(whole);
  }

  private static Value toTruth(Call call) {
    if (call.argument(0) instanceof Value.Truth truth) return Value.truth(truth.truth());
    return switch (call.text(0)) {
      case "true", "1", "t", "TRUE", "True" -> Value.truth(true);
      case "false", "0", "f", "FALSE", "False" -> Value.truth(false);
      default ->
          throw call.problem(
              "value cannot be converted", "this text is neither true nor false", "");
    };
  }

  private static Value toText(Call call) {
    var value = call.argument(0);
    if (value instanceof Value.Num(BigDecimal number, _)) return Value.text(Numbers.text(number));
    if (value instanceof Value.Truth(boolean truth, _)) return Value.text(Boolean.toString(truth));
    var bytes = Capsule.asBytes(value);
    if (bytes.isPresent()) return decoded(call, bytes.get());
    return Value.text(Capsule.text(value).orElseGet(() -> call.text(0)));
  }

  private static Value decoded(Call call, byte[] bytes) {
    return Bytes.of(bytes)
        .asText()
        .map(Value::text)
        .orElseThrow(() ->
            call.problem(
                "value cannot be converted",
                "these bytes are no text in UTF-8",
                "Hand them on as base64, which takes any bytes."));
  }

  private static Value toBytes(Call call) {
    return Capsule.asBytes(call.argument(0)).isPresent()
        ? call.argument(0)
        : Capsule.bytes(call.text(0).getBytes(StandardCharsets.UTF_8));
  }
}
