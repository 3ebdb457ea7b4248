package io.keelson.expression.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import io.keelson.engine.config.Reference;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unification;
import io.keelson.expression.evaluation.Node;
import io.keelson.expression.evaluation.PlannedNode;
import io.keelson.expression.value.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Plans comprehensions: the ways in which macros gather lists and maps are recognised, because
/// copying the accumulator for each element would take quadratic time.
final class LoopPlanner {
  /// A variable of a comprehension.
  ///
  /// @param reference what it stands for
  record Local(int slot, Type type, Optional<Reference> reference) {}

  /// How many loops may stand inside each other.
  static final int DEEPEST = 5;

  private final NodePlanner planner;
  private int slots;
  private int depth;

  /// @param taken slots that are in use already
  LoopPlanner(NodePlanner planner, int taken) {
    this.planner = planner;
    this.slots = taken;
  }

  /// @throws Problem if too many loops stand inside each other
  PlannedNode plan(CelExpr expression, Map<String, Local> locals) {
    var loop = expression.comprehension();
    if (isLet(loop)) return let(loop, locals);
    var range = planner.used(loop.iterRange(), locals);
    if (depth == DEEPEST)
      throw Problem.expression(
          planner.at(expression),
          "loops are nested too deeply",
          "at most %d loops may stand inside each other".formatted(DEEPEST),
          "Make a part of it a local, and refer to that.");
    depth++;
    var planned = over(range, expression, locals);
    depth--;
    return planned;
  }

  /// A loop over nothing gives what it starts with; `cel.bind` is one.
  private static boolean isLet(CelExpr.CelComprehension loop) {
    return loop.iterRange().getKind() == Kind.LIST && loop.iterRange().list().elements().isEmpty();
  }

  private PlannedNode over(PlannedNode range, CelExpr expression, Map<String, Local> locals) {
    var loop = expression.comprehension();
    var inner = new HashMap<>(locals);
    int accumulator = slots++;
    inner.put(loop.accuVar(), new Local(accumulator, Types.DYNAMIC, Optional.empty()));
    var outer = new HashMap<>(inner);
    int first = slots++;
    int second = loop.iterVar2().isEmpty() ? -1 : slots++;
    inner.putAll(elements(loop, range, first, second));
    int key = second < 0 ? -1 : first;
    int value = second < 0 ? first : second;
    return gathering(expression, range.node(), key, value, inner)
        .orElseGet(() -> {
          var condition = planner.node(loop.loopCondition(), inner);
          var start = planner.used(loop.accuInit(), locals);
          var step = planner.node(loop.loopStep(), inner);
          var result = planner.used(loop.result(), outer);
          var type = result.type();
          return PlannedNode.computed(
              new Node.Fold(
                  range.node(),
                  key,
                  value,
                  accumulator,
                  start.node(),
                  condition,
                  step,
                  result.node(),
                  start.type() == Types.BOOL ? Types.BOOL : type,
                  planner.at(expression)),
              start.type() == Types.BOOL ? Types.BOOL : type);
        });
  }

  /// What the names stand for that the loop gives to what it goes over.
  private static Map<String, Local> elements(
      CelExpr.CelComprehension loop, PlannedNode range, int first, int second) {
    var element = range.reference().map(each -> each.then(new Reference.Step.Any()));
    if (second < 0) {
      boolean keysOnly = isMap(range.type());
      var type = keysOnly ? Types.STRING : elementOf(range.type());
      return Map.of(loop.iterVar(), new Local(first, type, keysOnly ? Optional.empty() : element));
    }
    var named = new HashMap<String, Local>();
    named.put(loop.iterVar(), new Local(first, Types.DYNAMIC, Optional.empty()));
    named.put(loop.iterVar2(), new Local(second, elementOf(range.type()), element));
    return named;
  }

  private PlannedNode let(CelExpr.CelComprehension loop, Map<String, Local> locals) {
    var value = planner.used(loop.accuInit(), locals);
    int slot = slots++;
    var inner = new HashMap<>(locals);
    inner.put(loop.accuVar(), new Local(slot, value.type(), value.reference()));
    var body = planner.used(loop.result(), inner);
    return PlannedNode.computed(new Node.Let(slot, value.node(), body.node()), body.type());
  }

  /// What `map`, `filter`, `transformList` and `transformMap` expand to.
  private Optional<PlannedNode> gathering(
      CelExpr expression, Node range, int key, int value, Map<String, Local> locals) {
    var loop = expression.comprehension();
    boolean plain = isIdentifier(loop.result(), loop.accuVar());
    if (!plain) return Optional.empty();
    var step = loop.loopStep();
    Optional<CelExpr> filter = Optional.empty();
    if (isCall(step, "_?_:_") && isIdentifier(step.call().args().get(2), loop.accuVar())) {
      filter = Optional.of(step.call().args().get(0));
      step = step.call().args().get(1);
    }
    boolean appends = isCall(step, "_+_") && step.call().args().get(1).getKind() == Kind.LIST;
    boolean inserts = isCall(step, "cel.@mapInsert");
    if (!appends && !inserts || !isIdentifier(step.call().args().get(0), loop.accuVar()))
      return Optional.empty();
    var kept = filter.map(each -> planner.node(each, locals));
    var parts =
        appends
            ? step.call().args().get(1).list().elements()
            : step.call().args().subList(1, step.call().args().size());
    List<Node> gathered = parts.stream().map(each -> planner.node(each, locals)).toList();
    int at = planner.at(expression);
    return Optional.of(
        PlannedNode.computed(
            appends
                ? new Node.Collect(range, key, value, kept, gathered, at)
                : new Node.CollectEntries(range, key, value, kept, gathered, at),
            Types.DYNAMIC));
  }

  private static boolean isIdentifier(CelExpr expression, String name) {
    return expression.getKind() == Kind.IDENT && expression.ident().name().equals(name);
  }

  private static boolean isCall(CelExpr expression, String function) {
    return expression.getKind() == Kind.CALL && expression.call().function().equals(function);
  }

  private static boolean isMap(Type type) {
    return type instanceof Type.MapOf || type instanceof Type.ObjectOf;
  }

  private static Type elementOf(Type type) {
    return switch (type) {
      case Type.ListOf(var element) -> element;
      case Type.SetOf(var element) -> element;
      case Type.MapOf(var element) -> element;
      case Type.TupleOf(var elements) -> same(elements);
      case Type.ObjectOf object -> same(List.copyOf(object.attributes().values()));
      case Type.Primitive _, Type.Dynamic _ -> Types.DYNAMIC;
    };
  }

  /// Elements keep their own types, so only what all have in common is known of a variable.
  private static Type same(List<Type> types) {
    boolean one = types.stream().distinct().count() == 1;
    return one ? Unification.unify(types).orElse(Types.DYNAMIC) : Types.DYNAMIC;
  }
}
