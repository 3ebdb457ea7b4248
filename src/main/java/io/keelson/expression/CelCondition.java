package io.keelson.expression;

import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.cel.ConditionPlanner;
import io.keelson.expression.evaluation.Evaluator;
import io.keelson.expression.evaluation.Program;
import io.keelson.expression.value.Problem;
import java.util.Optional;

/// A condition over one value: CEL that stands by itself, without `${…}` around it.
///
/// The numbers of the value are whole, so arithmetic with them is that of CEL's `int`: `3 / 2` is
/// 1. What it may cost is bounded as for any expression.
public final class CelCondition {
  private final Program program;

  private CelCondition(Program program) {
    this.program = program;
  }

  /// What became of reading a condition.
  public sealed interface Read {
    record Usable(CelCondition condition) implements Read {}

    /// @param code what kind of mistake it has
    /// @param at where in it the mistake is, in UTF-16 units
    /// @param reason what is wrong: a sentence without its full stop
    /// @param advice what to do; may be empty
    record Unusable(Code code, int at, String reason, String advice) implements Read {}
  }

  /// Checks a condition as far as that is possible without a value.
  ///
  /// @param name under which it knows the value
  /// @param type of the value
  public static Read read(String condition, String name, Type type) {
    try {
      var program = ConditionPlanner.plan(condition, name, type);
      return program.type() == Types.BOOL || program.type() == Types.DYNAMIC
          ? new Read.Usable(new CelCondition(program))
          : new Read.Unusable(
              Code.CONDITION_EXPRESSION,
              0,
              "it gives neither true nor false",
              "Compare what it gives, as with == 0.");
    } catch (Problem problem) {
      return new Read.Unusable(problem.code(), problem.at(), problem.reason(), problem.advice());
    }
  }

  /// Whether it is true of a value; empty if it cannot be evaluated, or gives no bool.
  public Optional<Boolean> holds(Value value) {
    var evaluator = new Evaluator(Scope.WITHOUT_NAMES);
    evaluator.assign(0, value);
    try {
      return evaluator.run(program) instanceof Value.Truth(boolean truth, _)
          ? Optional.of(truth)
          : Optional.empty();
    } catch (Problem _) {
      return Optional.empty();
    }
  }
}
