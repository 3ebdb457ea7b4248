package io.keelson.expression;

import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import org.jspecify.annotations.Nullable;

/// And, or: decided as soon as one side decides, whatever the other is, a mistake included.
final class Logic {
  private Logic() {}

  static Value and(Node.And node, Evaluator evaluator) {
    return decide(node.left(), node.right(), false, node.at(), evaluator);
  }

  static Value or(Node.Or node, Evaluator evaluator) {
    return decide(node.left(), node.right(), true, node.at(), evaluator);
  }

  /// @param decisive the side that settles the answer alone
  private static Value decide(
      Node left, Node right, boolean decisive, int at, Evaluator evaluator) {
    Problem mistake = null;
    Value one = null;
    try {
      one = bool(evaluator.evaluate(left), at);
      if (is(one, decisive)) return one;
    } catch (Problem problem) {
      mistake = problem;
    }
    var two = bool(evaluator.evaluate(right), at);
    if (is(two, decisive)) return one == null ? two : two.mark(one.marks());
    if (mistake != null || one == null) throw mistake == null ? notBool(two, at) : mistake;
    boolean open = one.isUnknown() || two.isUnknown();
    Value both = open ? Value.unknownNotNull(Types.BOOL) : Value.truth(!decisive);
    return both.mark(one.marks()).mark(two.marks());
  }

  private static boolean is(@Nullable Value value, boolean truth) {
    return value instanceof Value.Truth(boolean answer, _) && answer == truth;
  }

  static Value notFalse(Node operand, Evaluator evaluator) {
    try {
      return Value.truth(!is(evaluator.evaluate(operand), false));
    } catch (Problem _) {
      return Value.truth(true);
    }
  }

  private static Value bool(Value value, int at) {
    if (value instanceof Value.Truth) return value;
    if (!(value instanceof Value.Unknown unknown)) throw notBool(value, at);
    check(unknown, at);
    return value;
  }

  /// @throws Problem if the unknown can never be a bool
  static void check(Value.Unknown unknown, int at) {
    if (unknown.type() != Types.BOOL && unknown.type() != Types.DYNAMIC) throw notBool(unknown, at);
  }

  static Problem notBool(Value value, int at) {
    return Problem.expression(
        at,
        "wrong condition",
        "true or false is needed here, but this is " + TypeNames.of(value),
        value.isNull()
            ? "Use coalesce(…, false) for a value that may be null."
            : "Compare it with something.");
  }
}
