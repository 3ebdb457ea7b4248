package io.keelson.expression.evaluation;

import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.TypeNames;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// And, or: decided as soon as one side decides, whatever the other is, a mistake included.
public final class Logic {
  private Logic() {}

  static Value and(Node.And node, Evaluator evaluator) {
    return decide(node.left(), node.right(), false, node.at(), evaluator);
  }

  static Value or(Node.Or node, Evaluator evaluator) {
    return decide(node.left(), node.right(), true, node.at(), evaluator);
  }

  /// @param value null if there was a problem
  private record Side(@Nullable Value value, @Nullable Problem problem) {
    boolean isUnknown() {
      return value != null && value.isUnknown();
    }

    SortedSet<Mark> marks() {
      return value == null ? Marks.NONE : value.marks();
    }
  }

  /// A mistake on one side is none as long as the other side may still decide.
  ///
  /// @param decisive the side that settles the answer alone
  private static Value decide(
      Node left, Node right, boolean decisive, int at, Evaluator evaluator) {
    var one = side(left, at, evaluator);
    if (is(one.value(), decisive)) return Value.truth(decisive).mark(one.marks());
    var two = side(right, at, evaluator);
    var marks = Marks.union(one.marks(), two.marks());
    if (is(two.value(), decisive)) return Value.truth(decisive).mark(marks);
    if (one.isUnknown() || two.isUnknown()) return Value.unknownNotNull(Types.BOOL).mark(marks);
    var mistake = one.problem() != null ? one.problem() : two.problem();
    if (mistake != null) throw mistake;
    return Value.truth(!decisive).mark(marks);
  }

  private static Side side(Node node, int at, Evaluator evaluator) {
    try {
      return new Side(bool(evaluator.evaluate(node), at), null);
    } catch (Problem problem) {
      return new Side(null, problem);
    }
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
  public static void check(Value.Unknown unknown, int at) {
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
