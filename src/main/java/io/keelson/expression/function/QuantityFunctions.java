package io.keelson.expression.function;

import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Function;
import io.keelson.expression.value.Quantity;
import java.util.Map;

/// Amounts of Kubernetes: made of text, added and subtracted, and written as text again.
public final class QuantityFunctions {
  private QuantityFunctions() {}

  public static void addTo(Map<String, Function> functions) {
    functions.put("quantity", Function.ofContent(QuantityFunctions::parse));
  }

  private static Value parse(Call call) {
    if (Capsule.asQuantity(call.argument(0)).isPresent()) return call.argument(0);
    return Capsule.quantity(
        Quantity.parse(call.text(0))
            .orElseThrow(() ->
                call.problem(
                    "value cannot be converted",
                    "this text is no quantity",
                    "Write a number with a suffix of Kubernetes, such as 1.5Gi or 250m.")));
  }
}
