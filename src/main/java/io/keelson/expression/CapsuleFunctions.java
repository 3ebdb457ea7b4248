package io.keelson.expression;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unification;
import io.keelson.engine.value.Value;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Functions of optionals, and the operators of timestamps, durations and bytes.
///
/// An optional of which nobody knows whether it holds a value is a plain unknown.
final class CapsuleFunctions {
  private CapsuleFunctions() {}

  static void addTo(Map<String, Function> functions) {
    functions.put("optional.of", call -> Capsule.some(call.argument(0)));
    functions.put("optional.none", _ -> Capsule.none());
    functions.put("optional.ofNonZeroValue", CapsuleFunctions::ofNonZero);
    functions.put("hasValue", CapsuleFunctions::hasValue);
    functions.put("value", CapsuleFunctions::value);
    functions.put(Declarations.OR_VALUE, CapsuleFunctions::orValue);
    functions.put("or", CapsuleFunctions::or);
  }

  private static Value ofNonZero(Call call) {
    var value = call.argument(0);
    boolean zero =
        switch (value) {
          case Value.Null _ -> true;
          case Value.Text(String text, _) -> text.isEmpty();
          case Value.Num num -> num.number().signum() == 0;
          case Value.Truth(boolean truth, _) -> !truth;
          case Sequence sequence -> sequence.size() == 0;
          case Mapping mapping -> mapping.size() == 0;
          case Value.Unknown _ -> false;
        };
    if (value.isUnknown()) return value;
    return zero ? Capsule.none().mark(value.marks()) : Capsule.some(value).mark(value.marks());
  }

  private static Value hasValue(Call call) {
    var optional = call.argument(0);
    if (optional.isUnknown()) return call.unknown(Types.BOOL);
    return Value.truth(!Capsule.isNone(optional)).mark(optional.marks());
  }

  private static Value value(Call call) {
    var optional = call.argument(0);
    if (optional.isUnknown()) return optional;
    if (Capsule.isNone(optional))
      throw call.problem("no value", "there is no value here", "Use orValue(…) for a default.");
    return held(optional, call);
  }

  private static Value orValue(Call call) {
    var optional = call.argument(0);
    var otherwise = call.argument(1);
    if (optional.isUnknown())
      return Value.unknown(common(List.of(optional.type(), otherwise.type())))
          .mark(optional.marks());
    return (Capsule.isNone(optional) ? otherwise : held(optional, call)).mark(optional.marks());
  }

  static Type common(List<Type> types) {
    if (types.contains(Types.DYNAMIC)) return Types.DYNAMIC;
    return Unification.unify(types).orElse(Types.DYNAMIC);
  }

  private static Value or(Call call) {
    var optional = call.argument(0);
    if (optional.isUnknown()) return Value.unknown(Types.DYNAMIC).mark(optional.marks());
    return Capsule.isNone(optional) ? call.argument(1).mark(optional.marks()) : optional;
  }

  private static Value held(Value optional, Call call) {
    if (!Capsule.isOptional(optional))
      throw call.problem(
          "wrong argument",
          "an optional value is needed here, but this is " + TypeNames.of(optional),
          "");
    return Capsule.held(optional);
  }

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
      return Capsule.timestamp(time.get().add(span.get())).mark(marks);
    var second = Capsule.asDuration(two);
    if (first.isPresent() && second.isPresent())
      return Capsule.duration(first.get().add(second.get())).mark(marks);
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
      return Capsule.timestamp(time.get().subtract(span.get())).mark(marks);
    var earlier = Capsule.asTimestamp(two);
    if (time.isPresent() && earlier.isPresent())
      return Capsule.duration(time.get().subtract(earlier.get())).mark(marks);
    var first = Capsule.asDuration(one);
    if (first.isPresent() && span.isPresent())
      return Capsule.duration(first.get().subtract(span.get())).mark(marks);
    throw mismatch(call, "-");
  }

  /// Compares two of one kind.
  static int compare(Call call) {
    var one = Capsule.asTimestamp(call.argument(0)).or(() -> Capsule.asDuration(call.argument(0)));
    var two = Capsule.asTimestamp(call.argument(1)).or(() -> Capsule.asDuration(call.argument(1)));
    if (one.isPresent() && two.isPresent()) return one.get().compareTo(two.get());
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
