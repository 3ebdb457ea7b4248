package io.keelson.expression.function;

import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Function;
import io.keelson.expression.value.TypeNames;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// CEL's extension `math`, over decimals.
public final class MathFunctions {
  private MathFunctions() {}

  public static void addTo(Map<String, Function> functions) {
    functions.put("math.@max", Function.ofContent(call -> best(call, Comparator.naturalOrder())));
    functions.put("math.@min", Function.ofContent(call -> best(call, Comparator.reverseOrder())));
    functions.put("math.abs", of(BigDecimal::abs));
    functions.put("math.ceil", of(number -> number.setScale(0, RoundingMode.CEILING)));
    functions.put("math.floor", of(number -> number.setScale(0, RoundingMode.FLOOR)));
    functions.put("math.round", of(number -> number.setScale(0, RoundingMode.HALF_UP)));
    functions.put("math.trunc", of(number -> number.setScale(0, RoundingMode.DOWN)));
    functions.put("math.sign", of(number -> BigDecimal.valueOf(number.signum())));
    functions.put("math.sqrt", Operators.numeric("math.sqrt", MathFunctions::root));
    functions.put("math.isNaN", Function.ofContent(call -> is(call, false)));
    functions.put("math.isInf", Function.ofContent(call -> is(call, false)));
    functions.put("math.isFinite", Function.ofContent(call -> is(call, true)));
  }

  private static Function of(UnaryOperator<BigDecimal> operation) {
    return Operators.numeric("math", call -> Value.number(operation.apply(call.number(0))));
  }

  private static Value root(Call call) {
    if (call.number(0).signum() < 0)
      throw call.problem("number out of range", "a negative number has no square root", "");
    return Value.number(call.number(0).sqrt(MathContext.DECIMAL64));
  }

  /// There are no other numbers than finite ones.
  private static Value is(Call call, boolean answer) {
    call.number(0);
    return Value.truth(answer);
  }

  private static Value best(Call call, Comparator<BigDecimal> order) {
    var candidates =
        call.count() == 1 && call.argument(0) instanceof Sequence list
            ? list.elements()
            : call.arguments();
    List<BigDecimal> numbers = new ArrayList<>();
    for (Value each : candidates) {
      if (!(each instanceof Value.Num(BigDecimal number, _)))
        throw call.problem(
            "wrong argument", "numbers are needed here, but one is " + TypeNames.of(each), "");
      numbers.add(number);
    }
    return Value.number(
        numbers.stream()
            .max(order)
            .orElseThrow(
                () -> call.problem("wrong argument", "there is no number in the list", "")));
  }
}
