package io.keelson.expression.evaluation;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Function;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Functions of optionals.
///
/// An optional of which nobody knows whether it holds a value is a plain unknown.
public final class Optionals {
  private Optionals() {}

  public static void addTo(Map<String, Function> functions) {
    functions.put("optional.of", call -> Capsule.some(call.argument(0)));
    functions.put("optional.none", _ -> Capsule.none(Types.DYNAMIC));
    functions.put("optional.ofNonZeroValue", Optionals::ofNonZero);
    functions.put("optional.unwrap", Optionals::unwrap);
    functions.put("hasValue", Optionals::hasValue);
    functions.put("value", Optionals::value);
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
    if (value.isUnknown()) return Value.unknown(value.type()).mark(value.marks());
    return (zero ? Capsule.none(value.type()) : Capsule.some(value)).mark(value.marks());
  }

  /// What those of a list hold that hold anything.
  private static Value unwrap(Call call) {
    if (call.argument(0).isUnknown()) return call.unknown(Types.DYNAMIC);
    var list = call.sequence(0);
    call.budget().elements(list.size());
    var marks = list.marks();
    var held = new ArrayList<Value>();
    boolean known = true;
    for (Value each : list.elements()) {
      marks = Marks.union(marks, each.marks());
      if (each.isUnknown()) known = false;
      else element(each, call.at()).ifPresent(held::add);
    }
    return (known ? Value.tuple(held) : Value.unknownNotNull(Types.DYNAMIC)).mark(marks);
  }

  private static Value hasValue(Call call) {
    var optional = call.argument(0);
    if (optional.isUnknown()) return call.unknown(Types.BOOL);
    if (!Capsule.isOptional(optional)) throw notOptional(optional, call.at());
    return Value.truth(!Capsule.isNone(optional)).mark(optional.marks());
  }

  private static Value value(Call call) {
    var optional = call.argument(0);
    if (optional.isUnknown()) return optional;
    if (Capsule.isNone(optional))
      throw call.problem("no value", "there is no value here", "Use orValue(…) for a default.");
    return held(optional, call);
  }

  /// `orValue` and `or`. The second is looked at only where the first holds nothing.
  static Value orElse(Node.OrElse node, Evaluator evaluator) {
    var optional = evaluator.evaluate(node.optional());
    if (optional instanceof Value.Unknown unknown) {
      var otherwise = evaluator.possible(node.otherwise());
      var type =
          node.opened() ? ArmTypes.same(List.of(unknown.type(), otherwise.type())) : Types.DYNAMIC;
      return Value.unknown(type).mark(unknown.marks()).mark(otherwise.allMarks());
    }
    if (!Capsule.isOptional(optional)) throw notOptional(optional, node.at());
    if (Capsule.isNone(optional))
      return evaluator.evaluate(node.otherwise()).mark(optional.marks());
    return node.opened() ? Capsule.held(optional) : optional;
  }

  /// What an optional element of a list or map holds; empty for nothing.
  ///
  /// @throws Problem if the value is no optional
  static Optional<Value> element(Value value, int at) {
    if (!Capsule.isOptional(value)) throw notOptional(value, at);
    return Capsule.isNone(value) ? Optional.empty() : Optional.of(Capsule.held(value));
  }

  private static Problem notOptional(Value value, int at) {
    return Problem.expression(
        at,
        "wrong argument",
        "an optional value is needed here, but this is " + TypeNames.of(value),
        "Write a.?b for an attribute that may be null, or optional.of(…).");
  }

  private static Value held(Value optional, Call call) {
    if (!Capsule.isOptional(optional)) throw notOptional(optional, call.at());
    return Capsule.held(optional);
  }
}
