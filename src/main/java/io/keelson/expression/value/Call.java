package io.keelson.expression.value;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.SortedSet;

/// One call of a function.
///
/// @param result the type of the result as far as it can be told before evaluation
/// @param at where the call stands in the declared string
public record Call(List<Value> arguments, Type result, int at, Budget budget) {

  public Value argument(int position) {
    return arguments.get(position);
  }

  public int count() {
    return arguments.size();
  }

  public boolean whollyKnown() {
    for (Value argument : arguments) if (!argument.whollyKnown()) return false;
    return true;
  }

  public boolean marked() {
    for (Value argument : arguments) if (argument.marked()) return true;
    return false;
  }

  /// Every mark anywhere in the arguments.
  public SortedSet<Mark> allMarks() {
    SortedSet<Mark> marks = Marks.NONE;
    for (Value argument : arguments)
      if (argument.marked()) marks = Marks.union(marks, argument.allMarks());
    return marks;
  }

  /// A result of this call that is not known yet, and never null.
  public Value unknown(Type type) {
    return Value.unknownNotNull(type).mark(allMarks());
  }

  public String text(int position) {
    if (argument(position) instanceof Value.Text(String text, _)) return text;
    throw wrongArgument(position, Types.STRING);
  }

  public BigDecimal number(int position) {
    if (argument(position) instanceof Value.Num(BigDecimal number, _)) return number;
    throw wrongArgument(position, Types.NUMBER);
  }

  /// A whole number that fits an `int`.
  public int whole(int position) {
    try {
      return number(position).intValueExact();
    } catch (ArithmeticException e) {
      throw problem("wrong argument", "a whole number is needed, within the range of an int", "");
    }
  }

  public boolean truth(int position) {
    if (argument(position) instanceof Value.Truth(boolean truth, _)) return truth;
    throw wrongArgument(position, Types.BOOL);
  }

  public Sequence sequence(int position) {
    if (argument(position) instanceof Sequence sequence) return sequence;
    throw wrongArgument(position, Type.list(Types.DYNAMIC));
  }

  public Mapping mapping(int position) {
    if (argument(position) instanceof Mapping mapping && !Capsule.isCapsule(mapping))
      return mapping;
    throw wrongArgument(position, Type.map(Types.DYNAMIC));
  }

  public Problem wrongArgument(int position, Type needed) {
    return problem(
        "wrong argument",
        TypeNames.of(needed) + " is needed here, but this is " + TypeNames.of(argument(position)),
        argument(position).isNull() ? "Use coalesce(…) to give a default." : "");
  }

  public Problem problem(String summary, String reason, String advice) {
    return Problem.expression(at, summary, reason, advice);
  }
}
