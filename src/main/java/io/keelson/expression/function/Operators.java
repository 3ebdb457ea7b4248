package io.keelson.expression.function;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Tri;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.evaluation.Logic;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Function;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.TypeNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;

/// The operators of the language.
///
/// Arithmetic is decimal. Only where both operands are whole by their static type do CEL's rules
/// for `int` hold: division cuts off, and the result must fit 64 bits.
public final class Operators {
  /// So many digits survive in the 512 bits that providers of the Terraform world calculate with.
  private static final MathContext QUOTIENT = new MathContext(153, RoundingMode.HALF_EVEN);

  private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger SMALLEST = BigInteger.valueOf(Long.MIN_VALUE);

  private Operators() {}

  public static void addTo(Map<String, Function> functions) {
    functions.put("_+_", Operators::add);
    functions.put("_-_", call -> arithmetic(call, "-", BigDecimal::subtract));
    functions.put("_*_", call -> arithmetic(call, "*", BigDecimal::multiply));
    functions.put("_/_", call -> arithmetic(call, "/", Operators::quotient));
    functions.put("_%_", call -> arithmetic(call, "%", BigDecimal::remainder));
    functions.put("-_", numeric("-", call -> Value.number(call.number(0).negate())));
    functions.put("!_", Operators::not);
    functions.put("_==_", call -> same(call, false));
    functions.put("_!=_", call -> same(call, true));
    functions.put("_<_", call -> order(call, "<", difference -> difference < 0));
    functions.put("_<=_", call -> order(call, "<=", difference -> difference <= 0));
    functions.put("_>_", call -> order(call, ">", difference -> difference > 0));
    functions.put("_>=_", call -> order(call, ">=", difference -> difference >= 0));
    functions.put("@in", Operators::in);
  }

  /// The operator with CEL's rules for two operands of type `int`.
  public static Function whole(String operator, Function decimal) {
    return call -> {
      var result =
          operator.equals("_/_") && call.whollyKnown()
              ? arithmetic(call, "/", BigDecimal::divideToIntegralValue)
              : decimal.apply(call);
      if (result instanceof Value.Num(BigDecimal number, _) && !fitsLong(number))
        throw call.problem(
            "number out of range",
            "whole numbers have 64 bits, and this result needs more",
            "Write one of the numbers with a decimal point for arithmetic without limits.");
      return result;
    };
  }

  private static boolean fitsLong(BigDecimal number) {
    var whole = number.toBigInteger();
    return whole.compareTo(LARGEST) <= 0 && whole.compareTo(SMALLEST) >= 0;
  }

  private static Value add(Call call) {
    var one = call.argument(0);
    var two = call.argument(1);
    if (one instanceof Sequence left && two instanceof Sequence right)
      return ListShapes.concat(List.of(left, right), call);
    if (one.isNull() || two.isNull()) throw mismatch(call, "+");
    if (isList(one.type()) && isList(two.type())) return ListShapes.unknownConcat(one, two, call);
    if (one instanceof Value.Text(String left, _) && two instanceof Value.Text(String right, _)) {
      call.budget().text((long) left.length() + right.length());
      return Value.text(left + right).mark(call.allMarks());
    }
    if (Capsule.isCapsule(one) || Capsule.isCapsule(two)) return CapsuleOperators.add(call);
    if (one.isUnknown() || two.isUnknown()) return unknownSum(one, two, call);
    return arithmetic(call, "+", BigDecimal::add);
  }

  private static Value unknownSum(Value one, Value two, Call call) {
    var type = one.type() == Types.DYNAMIC ? two.type() : one.type();
    boolean same = two.type() == Types.DYNAMIC || two.type().equals(type);
    boolean addable = type == Types.STRING || type == Types.NUMBER || type == Types.DYNAMIC;
    if (same && addable) return call.unknown(type);
    if (same && isList(type)) return call.unknown(Types.DYNAMIC);
    throw mismatch(call, "+");
  }

  static boolean isList(Type type) {
    return type instanceof Type.ListOf
        || type instanceof Type.TupleOf
        || type instanceof Type.SetOf;
  }

  private static Value arithmetic(Call call, String sign, BinaryOperator<BigDecimal> operation) {
    if (sign.equals("-")
        && (Capsule.isCapsule(call.argument(0)) || Capsule.isCapsule(call.argument(1))))
      return CapsuleOperators.subtract(call);
    return numeric(
            sign,
            known -> {
              boolean divides = sign.equals("/") || sign.equals("%");
              if (divides && known.number(1).signum() == 0)
                throw known.problem("division by zero", "there is no division by zero", "");
              return checked(operation.apply(known.number(0), known.number(1)), known);
            })
        .apply(call);
  }

  private static Value checked(BigDecimal number, Call call) {
    var problem = Numbers.problem(number);
    if (problem.isPresent()) throw call.problem("number out of range", problem.get(), "");
    return Value.number(number);
  }

  private static BigDecimal quotient(BigDecimal one, BigDecimal two) {
    return one.divide(two, QUOTIENT);
  }

  /// A function of numbers. An unknown that can be no number is a mistake already now.
  static Function numeric(String sign, Function body) {
    var known = Function.ofContent(body);
    return call -> {
      for (Value argument : call.arguments())
        if (argument.type() != Types.NUMBER
            && (argument.type() != Types.DYNAMIC || argument.isNull())) throw mismatch(call, sign);
      return call.whollyKnown() ? known.apply(call) : call.unknown(Types.NUMBER);
    };
  }

  private static Problem mismatch(Call call, String sign) {
    var kinds = String.join(" and ", call.arguments().stream().map(TypeNames::of).toList());
    boolean text = call.arguments().stream().anyMatch(value -> value.type() == Types.STRING);
    boolean missing = call.arguments().stream().anyMatch(Value::isNull);
    var advice = "";
    if (missing) advice = "Use coalesce(…) to give a default for what may be null.";
    else if (text && sign.equals("+")) advice = "Make text of the other with toString(…).";
    else if (text) advice = "Make a number of the text with toNumber(…).";
    return call.problem("wrong operands", "'" + sign + "' does not take " + kinds, advice);
  }

  private static Value not(Call call) {
    if (call.argument(0) instanceof Value.Unknown unknown) {
      Logic.check(unknown, call.at());
      return call.unknown(Types.BOOL);
    }
    return Value.truth(!call.truth(0)).mark(call.allMarks());
  }

  private static Value same(Call call, boolean negate) {
    call.budget().parts(call.argument(0));
    var same = same(call.argument(0), call.argument(1));
    Value answer =
        same == Tri.UNKNOWN
            ? Value.unknownNotNull(Types.BOOL)
            : Value.truth((same == Tri.TRUE) != negate);
    return answer.mark(call.allMarks());
  }

  /// As values compare, and an unknown of one type is never a known value of another, except for an
  /// optional, whose unknown has the type of what it may hold. Of two unknowns nothing is said:
  /// both may be null.
  static Tri same(Value one, Value two) {
    if (Capsule.isAmount(one) && Capsule.isAmount(two) && one.type().equals(two.type()))
      return Tri.of(Capsule.amount(one).compareTo(Capsule.amount(two)) == 0);
    boolean different =
        one.isUnknown() != two.isUnknown()
            && !one.isNull()
            && !two.isNull()
            && !Capsule.isOptional(one)
            && !Capsule.isOptional(two)
            && !CommonValues.mayExist(one.type(), two.type());
    return different ? Tri.FALSE : one.sameAs(two);
  }

  private static Value order(Call call, String sign, IntPredicate answer) {
    var one = call.argument(0);
    var two = call.argument(1);
    if (call.whollyKnown())
      return Value.truth(answer.test(compare(one, two, call, sign))).mark(call.allMarks());
    if (!mayCompare(one, two)) throw mismatch(call, sign);
    return call.unknown(Types.BOOL);
  }

  private static boolean mayCompare(Value one, Value two) {
    if (one.isNull() || two.isNull()) return false;
    if (one.type() == Types.DYNAMIC || two.type() == Types.DYNAMIC) return true;
    return one.type().equals(two.type()) && one.type() instanceof Type.Primitive;
  }

  private static int compare(Value one, Value two, Call call, String sign) {
    return switch (one) {
      case Value.Num(BigDecimal left, _) when two instanceof Value.Num(BigDecimal right, _) ->
          left.compareTo(right);
      case Value.Text(String left, _) when two instanceof Value.Text(String right, _) ->
          left.compareTo(right);
      case Value.Truth(boolean left, _) when two instanceof Value.Truth(boolean right, _) ->
          Boolean.compare(left, right);
      case Mapping _ when Capsule.isCapsule(one) && one.type().equals(two.type()) ->
          CapsuleOperators.compare(call);
      default -> throw mismatch(call, sign);
    };
  }

  private static Value in(Call call) {
    var wanted = call.argument(0);
    var collection = call.argument(1);
    return switch (collection) {
      case Sequence sequence -> {
        call.budget().elements(sequence.size());
        call.budget().parts(sequence);
        var found = Tri.FALSE;
        for (Value element : sequence.elements()) {
          var same = same(wanted, element);
          if (same == Tri.TRUE) found = Tri.TRUE;
          if (same == Tri.UNKNOWN && found == Tri.FALSE) found = Tri.UNKNOWN;
        }
        yield answer(found, call);
      }
      case Mapping mapping when !Capsule.isCapsule(mapping) ->
          (wanted.isUnknown()
                  ? Value.unknownNotNull(Types.BOOL)
                  : Value.truth(mapping.has(key(wanted, call))))
              .mark(mapping.marks())
              .mark(wanted.marks());
      case Value.Unknown unknown
          when unknown.type() instanceof Type.ObjectOf object
              && wanted instanceof Value.Text(String name, _) ->
          Value.truth(object.has(name)).mark(call.allMarks());
      case Value.Unknown unknown when !(unknown.type() instanceof Type.Primitive) ->
          call.unknown(Types.BOOL);
      default -> throw call.wrongArgument(1, Type.list(Types.DYNAMIC));
    };
  }

  static Value answer(Tri answer, Call call) {
    return answer == Tri.UNKNOWN
        ? call.unknown(Types.BOOL)
        : Value.truth(answer == Tri.TRUE).mark(call.allMarks());
  }

  private static String key(Value wanted, Call call) {
    return wanted instanceof Value.Num(BigDecimal number, _) ? Numbers.text(number) : call.text(0);
  }
}
