package io.keelson.expression.function;

import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.Times;
import io.keelson.expression.value.TypeNames;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.Arrays;

/// The operators of timestamps, durations, quantities and bytes.
final class CapsuleOperators {
  private CapsuleOperators() {}

  static Value add(Call call) {
    var one = call.argument(0);
    var two = call.argument(1);
    if (!call.whollyKnown()) return call.unknown(Types.DYNAMIC);
    var marks = call.allMarks();
    var bytes = Capsule.asBytes(one);
    var more = Capsule.asBytes(two);
    if (bytes.isPresent() && more.isPresent()) {
      call.budget().text((long) bytes.get().length + more.get().length);
      var all = new ByteArrayOutputStream();
      all.writeBytes(bytes.get());
      all.writeBytes(more.get());
      return Capsule.bytes(all.toByteArray()).mark(marks);
    }
    var time = Capsule.asTimestamp(one).or(() -> Capsule.asTimestamp(two));
    var first = Capsule.asDuration(one);
    var span = first.isPresent() ? first : Capsule.asDuration(two);
    if (time.isPresent() && span.isPresent())
      return timestamp(time.get().add(span.get()), call).mark(marks);
    var second = Capsule.asDuration(two);
    if (first.isPresent() && second.isPresent())
      return duration(first.get().add(second.get()), call).mark(marks);
    var amount = Capsule.asQuantity(one);
    var further = Capsule.asQuantity(two);
    if (amount.isPresent() && further.isPresent())
      return Capsule.quantity(amount.get().plus(further.get())).mark(marks);
    throw mismatch(call, "+");
  }

  static Value subtract(Call call) {
    var one = call.argument(0);
    var two = call.argument(1);
    if (!call.whollyKnown()) return call.unknown(Types.DYNAMIC);
    var marks = call.allMarks();
    var time = Capsule.asTimestamp(one);
    var span = Capsule.asDuration(two);
    if (time.isPresent() && span.isPresent())
      return timestamp(time.get().subtract(span.get()), call).mark(marks);
    var earlier = Capsule.asTimestamp(two);
    if (time.isPresent() && earlier.isPresent())
      return duration(time.get().subtract(earlier.get()), call).mark(marks);
    var first = Capsule.asDuration(one);
    if (first.isPresent() && span.isPresent())
      return duration(first.get().subtract(span.get()), call).mark(marks);
    var amount = Capsule.asQuantity(one);
    var less = Capsule.asQuantity(two);
    if (amount.isPresent() && less.isPresent())
      return Capsule.quantity(amount.get().minus(less.get())).mark(marks);
    throw mismatch(call, "-");
  }

  private static Value timestamp(BigDecimal seconds, Call call) {
    if (seconds.compareTo(Times.FIRST) < 0 || seconds.compareTo(Times.LAST) > 0)
      throw call.problem("time out of range", "timestamps go from the year 1 to 9999", "");
    return Capsule.timestamp(seconds);
  }

  private static Value duration(BigDecimal seconds, Call call) {
    if (seconds.abs().compareTo(Times.LONGEST) > 0)
      throw call.problem("time out of range", "durations have at most 10000 years", "");
    return Capsule.duration(seconds);
  }

  /// Compares two of one kind.
  static int compare(Call call) {
    if (Capsule.isAmount(call.argument(0)) && Capsule.isAmount(call.argument(1)))
      return Capsule.amount(call.argument(0)).compareTo(Capsule.amount(call.argument(1)));
    var left = Capsule.asBytes(call.argument(0));
    var right = Capsule.asBytes(call.argument(1));
    if (left.isPresent() && right.isPresent())
      return Arrays.compareUnsigned(left.get(), right.get());
    throw mismatch(call, "<");
  }

  private static Problem mismatch(Call call, String sign) {
    return call.problem(
        "wrong operands",
        "'%s' does not take %s and %s"
            .formatted(sign, TypeNames.of(call.argument(0)), TypeNames.of(call.argument(1))),
        "");
  }
}
