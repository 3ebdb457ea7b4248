package io.keelson.expression.evaluation;

import io.keelson.engine.config.Scope;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Borders;
import io.keelson.expression.value.Budget;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.ScopeFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Evaluates programs in one scope, one at a time.
///
/// Unknown in, unknown out; but no further than the unknown really decides: an unknown condition,
/// key or collection makes a result unknown, an unknown element never does. Marks move with values,
/// and a condition, key or collection adds its own to the result.
public final class Evaluator {
  private static final @Nullable Value[] NO_LOCALS = new Value[0];

  private final Scope scope;
  private Budget budget;
  private @Nullable Value[] locals = NO_LOCALS;

  /// Why a local has no value; null if all have one.
  private @Nullable Map<Integer, Problem> mistakes;

  /// The marks of all that an attempt has looked at so far; null outside of attempts.
  private @Nullable SortedSet<Mark> seen;

  public Evaluator(Scope scope) {
    this(scope, new Budget());
  }

  /// An evaluation as a part of another one, which pays for it.
  public Evaluator(Scope scope, Budget budget) {
    this.scope = scope;
    this.budget = budget;
  }

  /// @throws Problem for a user's mistake
  /// @throws ScopeFailure if a reference has no value
  public Value run(Program program) {
    budget = new Budget();
    try {
      var value = evaluate(program.node());
      if (makesValues(program.node())) budget.result(value);
      return value;
    } catch (Budget.Exhausted exhausted) {
      throw exhausted.problem();
    }
  }

  /// Whether a value is new, and not one that the scope has already.
  private static boolean makesValues(Node node) {
    return switch (node) {
      case Node.Literal _, Node.Resolve _ -> false;
      case Node.Select _, Node.Element _, Node.Index _ -> false;
      default -> true;
    };
  }

  Budget budget() {
    return budget;
  }

  public void assign(int slot, @Nullable Value value) {
    if (slot >= locals.length) locals = Arrays.copyOf(locals, Math.max(4, slot * 2));
    locals[slot] = value;
  }

  Value evaluate(Node node) {
    budget.step();
    var value = valueOf(node);
    if (seen != null) seen.addAll(value.marks());
    return value;
  }

  private Value valueOf(Node node) {
    return switch (node) {
      case Node.Literal(Value value) -> value;
      case Node.Resolve resolve -> resolve(resolve);
      case Node.Local(int slot) -> local(slot);
      case Node.Select select -> select(select);
      case Node.Has has -> OptionalSteps.has(evaluate(has.operand()), has);
      case Node.Element element ->
          Steps.element(evaluate(element.operand()), element.index(), element.what(), element.at());
      case Node.Index index -> index(index);
      case Node.OptionalIndex index ->
          OptionalSteps.element(
              evaluate(index.operand()), evaluate(index.key()), index.what(), index.at());
      case Node.And and -> Logic.and(and, this);
      case Node.Or or -> Logic.or(or, this);
      case Node.NotFalse(Node operand) -> Logic.notFalse(operand, this);
      case Node.Conditional conditional -> conditional(conditional);
      case Node.Tuple tuple -> Containers.tuple(tuple, this);
      case Node.Entries entries -> Containers.object(entries, this);
      case Node.Apply apply -> apply(apply);
      case Node.OrElse orElse -> Optionals.orElse(orElse, this);
      case Node.Try attempt -> attempt(attempt);
      case Node.Can(Node operand) -> can(operand);
      case Node.Let let -> let(let);
      case Node.Fold fold -> Loops.fold(fold, this);
      case Node.Collect collect -> Loops.collect(collect, this);
      case Node.CollectEntries collect -> Loops.collectEntries(collect, this);
      case Node.Border border -> Borders.leave(evaluate(border.operand()), border.at());
      case Node.Template template -> Interpolation.text(template, this);
    };
  }

  private Value resolve(Node.Resolve resolve) {
    return switch (scope.resolve(resolve.root())) {
      case Evaluated.Ok(Value value) -> value;
      case Evaluated.Failed failed -> throw new ScopeFailure(failed.diagnostics());
    };
  }

  /// A value that cannot be made is a mistake only where it is used.
  private Value let(Node.Let let) {
    try {
      assign(let.slot(), evaluate(let.value()));
    } catch (Problem problem) {
      assign(let.slot(), null);
      if (mistakes == null) mistakes = new HashMap<>();
      mistakes.put(let.slot(), problem);
    }
    return evaluate(let.body());
  }

  private Value local(int slot) {
    var value = locals[slot];
    var mistake = mistakes == null ? null : mistakes.get(slot);
    if (value == null && mistake != null) throw mistake;
    if (value == null) throw new IllegalStateException("a variable is read before it is set");
    return value;
  }

  /// What follows an optional step is optional too.
  private Value select(Node.Select select) {
    var operand = evaluate(select.operand());
    return Capsule.isOptional(operand)
        ? OptionalSteps.element(operand, Value.text(select.name()), select.what(), select.at())
        : Steps.attribute(operand, select.name(), select.what(), select.at());
  }

  private Value index(Node.Index index) {
    var operand = evaluate(index.operand());
    var key = evaluate(index.key());
    if (Capsule.isOptional(operand))
      return OptionalSteps.element(operand, key, index.what(), index.at());
    return Steps.element(operand, key, index.what(), index.at()).mark(key.marks());
  }

  private Value conditional(Node.Conditional node) {
    var condition = evaluate(node.condition());
    Value result =
        switch (condition) {
          case Value.Truth(boolean truth, _) -> evaluate(truth ? node.then() : node.otherwise());
          case Value.Unknown unknown -> {
            Logic.check(unknown, node.at());
            yield Value.unknown(node.common())
                .mark(possible(node.then()).allMarks())
                .mark(possible(node.otherwise()).allMarks());
          }
          default -> throw Logic.notBool(condition, node.at());
        };
    if (node.common() != Types.DYNAMIC
        && result.convert(node.common()) instanceof Conversion.Converted(Value converted))
      result = converted;
    return result.mark(condition.marks());
  }

  /// The value of a part that may turn out to be the result; an unknown where it fails now, because
  /// it may work later, or never be the result.
  Value possible(Node part) {
    try {
      return evaluate(part);
    } catch (Problem _) {
      return Value.unknown(Types.DYNAMIC);
    }
  }

  /// Pays for a collection before anything walks it.
  Value made(Value value, int at) {
    budget.at(at);
    budget.parts(value);
    return value;
  }

  private Value apply(Node.Apply apply) {
    var nodes = apply.arguments();
    var arguments = new ArrayList<Value>(nodes.size());
    for (Node argument : nodes) arguments.add(evaluate(argument));
    var call = new Call(arguments, apply.result(), apply.at(), budget);
    budget.at(apply.at());
    try {
      return made(apply.function().apply(call), apply.at());
    } catch (Problem problem) {
      if (seen != null) seen.addAll(call.allMarks());
      throw problem;
    } catch (ArithmeticException tooLarge) {
      throw Problem.expression(
          apply.at(), "number out of range", "the result is no number that can be kept", "");
    }
  }

  /// @param value null if there was a problem
  /// @param marks of all that was looked at
  private record Attempt(@Nullable Value value, @Nullable Problem problem, SortedSet<Mark> marks) {}

  private Attempt tryOut(Node node) {
    var outer = seen;
    var inner = new TreeSet<Mark>();
    seen = inner;
    try {
      return new Attempt(evaluate(node), null, inner);
    } catch (Problem problem) {
      return new Attempt(null, problem, inner);
    } finally {
      if (outer != null) outer.addAll(inner);
      seen = outer;
    }
  }

  /// That an alternative failed tells something about what it looked at, so the marks of that stay
  /// on the result.
  private Value attempt(Node.Try node) {
    Problem first = null;
    var discarded = Marks.NONE;
    for (Node alternative : node.alternatives()) {
      var attempt = tryOut(alternative);
      var value = attempt.value();
      if (value != null) {
        // What is not known yet may still turn out to be a mistake, and give way to the next.
        var result =
            value.whollyKnown() ? value : Value.unknown(node.common()).mark(value.allMarks());
        return result.mark(discarded);
      }
      if (first == null) first = attempt.problem();
      discarded = Marks.union(discarded, attempt.marks());
    }
    if (first == null) throw new IllegalStateException("try without alternatives");
    throw first;
  }

  private Value can(Node operand) {
    var attempt = tryOut(operand);
    var value = attempt.value();
    var answer =
        value == null || value.whollyKnown()
            ? Value.truth(value != null)
            : Value.unknownNotNull(Types.BOOL);
    return answer.mark(attempt.marks());
  }
}
