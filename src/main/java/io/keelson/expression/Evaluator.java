package io.keelson.expression;

import io.keelson.engine.config.Scope;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Evaluates programs in one scope, one at a time.
///
/// Unknown in, unknown out; but no further than the unknown really decides: an unknown condition,
/// key or collection makes a result unknown, an unknown element never does. Marks move with values,
/// and a condition, key or collection adds its own to the result.
final class Evaluator {
  private final Scope scope;
  private Budget budget = new Budget();
  private @Nullable Value[] locals = new Value[4];

  Evaluator(Scope scope) {
    this.scope = scope;
  }

  /// @throws Problem for a user's mistake
  /// @throws ScopeFailure if a reference has no value
  Value run(Program program) {
    budget = new Budget();
    try {
      return evaluate(program.node());
    } catch (Budget.Exhausted exhausted) {
      throw exhausted.at(0);
    }
  }

  Budget budget() {
    return budget;
  }

  void assign(int slot, Value value) {
    if (slot >= locals.length) locals = Arrays.copyOf(locals, slot * 2);
    locals[slot] = value;
  }

  Value evaluate(Node node) {
    budget.step();
    return switch (node) {
      case Node.Literal(Value value) -> value;
      case Node.Resolve resolve -> resolve(resolve);
      case Node.Local(int slot) -> local(slot);
      case Node.Select select ->
          Steps.attribute(evaluate(select.operand()), select.name(), select.what(), select.at());
      case Node.Has has -> OptionalSteps.has(evaluate(has.operand()), has);
      case Node.Element element ->
          Steps.element(evaluate(element.operand()), element.index(), element.what(), element.at());
      case Node.Index index -> index(index);
      case Node.OptionalIndex index ->
          OptionalSteps.element(evaluate(index.operand()), evaluate(index.key()), index);
      case Node.And and -> Logic.and(and, this);
      case Node.Or or -> Logic.or(or, this);
      case Node.NotFalse(Node operand) -> Logic.notFalse(operand, this);
      case Node.Conditional conditional -> conditional(conditional);
      case Node.Tuple tuple -> tuple(tuple);
      case Node.Entries entries -> entries(entries);
      case Node.Apply apply -> apply(apply);
      case Node.Try attempt -> attempt(attempt);
      case Node.Can(Node operand) -> can(operand);
      case Node.Let let -> {
        assign(let.slot(), evaluate(let.value()));
        yield evaluate(let.body());
      }
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

  private Value local(int slot) {
    var value = locals[slot];
    if (value == null) throw new IllegalStateException("a variable is read before it is set");
    return value;
  }

  private Value index(Node.Index index) {
    var operand = evaluate(index.operand());
    var key = evaluate(index.key());
    return Steps.element(operand, key, index.what(), index.at()).mark(key.marks());
  }

  private Value conditional(Node.Conditional node) {
    var condition = evaluate(node.condition());
    Value result =
        switch (condition) {
          case Value.Truth(boolean truth, _) -> evaluate(truth ? node.then() : node.otherwise());
          case Value.Unknown unknown -> {
            Logic.check(unknown, node.at());
            yield Value.unknown(node.common());
          }
          default -> throw Logic.notBool(condition, node.at());
        };
    if (node.common() != Types.DYNAMIC
        && result.convert(node.common()) instanceof Conversion.Converted(Value converted))
      result = converted;
    return result.mark(condition.marks());
  }

  private Value tuple(Node.Tuple tuple) {
    budget.elements(tuple.elements().size());
    var elements = new ArrayList<Value>(tuple.elements().size());
    var marks = Marks.NONE;
    for (int i = 0; i < tuple.elements().size(); i++) {
      var element = evaluate(tuple.elements().get(i));
      if (!tuple.optional().get(i)) {
        elements.add(element);
        continue;
      }
      marks = Marks.union(marks, element.marks());
      if (element.isUnknown()) return Value.unknownNotNull(Types.DYNAMIC).mark(marks);
      if (!Capsule.isNone(element)) elements.add(Capsule.held(element));
    }
    return Value.tuple(elements).mark(marks);
  }

  /// An object. An unknown key makes it unknown: nobody can tell what it would have.
  private Value entries(Node.Entries node) {
    budget.elements(node.entries().size());
    var entries = new TreeMap<String, Value>();
    var marks = Marks.NONE;
    boolean known = true;
    for (Node.Entries.Entry entry : node.entries()) {
      var key = evaluate(entry.key());
      var value = evaluate(entry.value());
      marks = Marks.union(marks, key.marks());
      if (entry.optional()) marks = Marks.union(marks, value.marks());
      if (key.isUnknown() || entry.optional() && value.isUnknown()) known = false;
      else if (!entry.optional()) put(key, value, entries, node.at());
      else if (!Capsule.isNone(value)) put(key, Capsule.held(value), entries, node.at());
    }
    return (known ? Value.object(entries) : Value.unknownNotNull(Types.DYNAMIC)).mark(marks);
  }

  static void put(Value key, Value value, Map<String, Value> entries, int at) {
    if (!(key instanceof Value.Text(String text, _)))
      throw Problem.expression(
          at,
          "wrong key",
          "the keys of a map are strings, but this is " + TypeNames.of(key),
          "Use toString(…), or put the key in quotes.");
    if (Capsule.isReserved(text))
      throw Problem.expression(at, "wrong key", "a key cannot start with a null character", "");
    if (entries.putIfAbsent(text, value) != null)
      throw Problem.expression(
          at, "repeated key", "a map has the same key twice", "Every key may occur once.");
  }

  private Value apply(Node.Apply apply) {
    var nodes = apply.arguments();
    var arguments = new ArrayList<Value>(nodes.size());
    for (Node argument : nodes) arguments.add(evaluate(argument));
    try {
      return apply.function().apply(new Call(arguments, apply.result(), apply.at(), budget));
    } catch (Budget.Exhausted exhausted) {
      throw exhausted;
    } catch (ArithmeticException tooLarge) {
      throw Problem.expression(
          apply.at(), "number out of range", "the result is no number that can be kept", "");
    }
  }

  private Value attempt(Node.Try attempt) {
    Problem first = null;
    for (Node alternative : attempt.alternatives()) {
      try {
        var value = evaluate(alternative);
        // What is not known yet may still turn out to be a mistake, and give way to the next.
        return value.whollyKnown() ? value : Value.unknown(attempt.common()).mark(value.allMarks());
      } catch (Problem problem) {
        if (first == null) first = problem;
      }
    }
    if (first == null) throw new IllegalStateException("try without alternatives");
    throw first;
  }

  private Value can(Node operand) {
    try {
      var value = evaluate(operand);
      return value.whollyKnown() ? Value.truth(true) : Value.unknownNotNull(Types.BOOL);
    } catch (Problem _) {
      return Value.truth(false);
    }
  }
}
