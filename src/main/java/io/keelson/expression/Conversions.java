package io.keelson.expression;

import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Conversions: those of the product, which convert as attributes do, and those of CEL.
final class Conversions {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final BigDecimal SMALLEST = BigDecimal.valueOf(Long.MIN_VALUE);

  private Conversions() {}

  static void addTo(Map<String, Function> functions) {
    functions.put("toString", to(Types.STRING));
    functions.put("toNumber", to(Types.NUMBER));
    functions.put("toBool", to(Types.BOOL));
    functions.put("toList", to(Type.list(Types.DYNAMIC)));
    functions.put("toSet", to(Type.set(Types.DYNAMIC)));
    functions.put("toMap", to(Type.map(Types.DYNAMIC)));
    functions.put("number", to(Types.NUMBER));
    functions.put("dyn", call -> call.argument(0));
    functions.put("double", Function.ofContent(Conversions::toDouble));
    functions.put("int", Function.ofContent(Conversions::toInt));
    functions.put("bool", Function.ofContent(Conversions::toTruth));
    functions.put("string", Function.ofContent(Conversions::toText));
    functions.put("bytes", Function.ofContent(Conversions::toBytes));
  }

  private static Function to(Type type) {
    return call ->
        switch (call.argument(0).convert(type)) {
          case Conversion.Converted(Value value) -> value;
          case Conversion.NotConvertible(_, String reason) ->
              throw call.problem("value cannot be converted", reason, "");
        };
  }

  private static Value toDouble(Call call) {
    return call.argument(0) instanceof Value.Num number
        ? Value.number(number.number())
        : Value.number(parse(call));
  }

  private static BigDecimal parse(Call call) {
    return to(Types.NUMBER).apply(call) instanceof Value.Num(BigDecimal number, _)
        ? number
        : call.number(0);
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
    if (bytes.isPresent()) return Value.text(new String(bytes.get(), StandardCharsets.UTF_8));
    var timestamp = Capsule.asTimestamp(value);
    if (timestamp.isPresent()) return Value.text(Times.timestampText(timestamp.get()));
    var duration = Capsule.asDuration(value);
    if (duration.isPresent()) return Value.text(Times.durationText(duration.get()));
    return Value.text(call.text(0));
  }

  private static Value toBytes(Call call) {
    return Capsule.asBytes(call.argument(0)).isPresent()
        ? call.argument(0)
        : Capsule.bytes(call.text(0).getBytes(StandardCharsets.UTF_8));
  }
}
