package io.keelson.expression.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import io.keelson.engine.config.Reference;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.evaluation.ArmTypes;
import io.keelson.expression.evaluation.Node;
import io.keelson.expression.evaluation.PlannedNode;
import io.keelson.expression.evaluation.Steps;
import io.keelson.expression.value.Problem;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes nodes of a checked expression, with types where our own tell more than the checker's, and
/// gathers what it refers to. A variable of a comprehension stands for what it ranges over.
final class NodePlanner {
  private final CelEnvironment environment;
  private final String declared;
  private final SourcePositions positions;
  private final CelAbstractSyntaxTree tree;
  private final FoldedExpression folded;
  private final Map<String, LoopPlanner.Local> given;
  private final Set<Reference> references;
  private final LiteralPlanner literals;

  /// Whether there are optionals that the checker may know nothing of.
  private boolean optional;

  private final LoopPlanner loops;

  /// @param given variables that have a value before the evaluation starts, in the first slots
  NodePlanner(
      CelEnvironment environment,
      String declared,
      FoldedExpression folded,
      CelAbstractSyntaxTree checked,
      Map<String, LoopPlanner.Local> given,
      Set<Reference> references) {
    this.environment = environment;
    this.declared = declared;
    this.positions = folded.positions();
    this.tree = checked;
    this.folded = folded;
    this.references = references;
    this.literals = new LiteralPlanner(this, declared);
    this.loops = new LoopPlanner(this, given.size());
    this.given = given;
  }

  /// The whole expression.
  ///
  /// @throws Problem if it uses what the language leaves out, or an attribute that does not exist
  PlannedNode plan() {
    var planned = used(tree.getExpr(), given);
    boolean inside = tree.getTypeMap().values().stream().anyMatch(TypeMapping::staysInside);
    if (!inside && !optional) return planned;
    var border = new Node.Border(planned.node(), positions.position(tree.getExpr().id()));
    return PlannedNode.computed(border, planned.type());
  }

  int at(CelExpr expression) {
    return positions.position(expression.id());
  }

  /// Plans a part whose value is used as it is, so that what it denotes is a reference.
  PlannedNode used(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    var planned = plan(expression, locals);
    planned.reference().ifPresent(this::refer);
    return planned;
  }

  Node node(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    return used(expression, locals).node();
  }

  void refer(Reference reference) {
    ProgramPlanner.addWithKeys(reference, references);
  }

  private PlannedNode plan(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    return switch (expression.getKind()) {
      case CONSTANT -> literals.constant(expression);
      case IDENT -> identifier(expression, locals);
      case SELECT -> select(expression, locals);
      case CALL -> call(expression, locals);
      case LIST -> literals.list(expression, locals);
      case MAP -> literals.map(expression, locals);
      case COMPREHENSION -> loops.plan(expression, locals);
      case STRUCT, NOT_SET ->
          throw leftOut(expression, "message literals", "Write a map: {'name': value}.");
    };
  }

  private PlannedNode identifier(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    var name = expression.ident().name();
    var local = locals.get(name);
    if (local != null)
      return new PlannedNode(new Node.Local(local.slot()), local.type(), local.reference());
    for (int i = 0; i < folded.traversals().size(); i++)
      if (name.equals(FoldedExpression.variable(i))) return folded.traversals().get(i);
    throw leftOut(expression, "type names as values", "");
  }

  private PlannedNode select(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    var select = expression.select();
    var operand = plan(select.operand(), locals);
    var what = source(select.operand(), at(expression));
    int at = at(expression);
    var type = Steps.attribute(operand.type(), select.field(), what, at);
    var step = new Reference.Step.Attribute(select.field());
    var reference = operand.reference().map(each -> each.then(step));
    return select.testOnly()
        ? new PlannedNode(
            new Node.Has(operand.node(), select.field(), what, at), Types.BOOL, reference)
        : new PlannedNode(
            new Node.Select(operand.node(), select.field(), what, at), type, reference);
  }

  private PlannedNode call(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    var call = expression.call();
    int at = at(expression);
    return switch (call.function()) {
      case "_&&_" ->
          bool(
              new Node.And(node(call.args().get(0), locals), node(call.args().get(1), locals), at));
      case "_||_" ->
          bool(new Node.Or(node(call.args().get(0), locals), node(call.args().get(1), locals), at));
      case "@not_strictly_false" -> bool(new Node.NotFalse(node(call.args().get(0), locals)));
      case "_?_:_" -> conditional(expression, locals);
      case "_[_]" -> index(expression, locals);
      case "_?._", "_[?_]" -> optionalIndex(expression, locals);
      case "can" -> bool(new Node.Can(node(call.args().get(0), locals)));
      case CheckerDeclarations.NULL, CheckerDeclarations.UNSET ->
          PlannedNode.computed(new Node.Literal(Value.nothing(Types.DYNAMIC)), Types.DYNAMIC);
      case CheckerDeclarations.TRY -> attempt(call.args().get(0), locals);
      case CheckerDeclarations.OR_VALUE -> orElse(expression, true, locals);
      case "or" -> orElse(expression, false, locals);
      case "type" ->
          throw leftOut(
              expression,
              "types as values",
              "Use can(…) or try(…) to find out what a value takes.");
      case "uint" -> throw leftOut(expression, "unsigned numbers", "Write the number without 'u'.");
      default -> {
        var provided = folded.called(call.function());
        yield provided.isPresent()
            ? provided(expression, provided.get(), locals)
            : apply(expression, locals);
      }
    };
  }

  private static PlannedNode bool(Node node) {
    return PlannedNode.computed(node, Types.BOOL);
  }

  private PlannedNode conditional(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    var arguments = expression.call().args();
    var condition = node(arguments.get(0), locals);
    var then = used(arguments.get(1), locals);
    var otherwise = used(arguments.get(2), locals);
    var common = ArmTypes.common(then, otherwise);
    return PlannedNode.computed(
        new Node.Conditional(condition, then.node(), otherwise.node(), common, at(expression)),
        common);
  }

  private PlannedNode index(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    var operand = plan(expression.call().args().get(0), locals);
    var key = used(expression.call().args().get(1), locals);
    int at = at(expression);
    var what = source(expression.call().args().get(0), at);
    if (key.node() instanceof Node.Literal(Value.Text(String name, _))) {
      var step = new Reference.Step.Key(name);
      return new PlannedNode(
          new Node.Select(operand.node(), name, what, at),
          Steps.attribute(operand.type(), name, what, at),
          operand.reference().map(each -> each.then(step)));
    }
    return new PlannedNode(
        new Node.Index(operand.node(), key.node(), what, at),
        Steps.anyElement(operand.type(), what, at),
        operand.reference().map(each -> each.then(new Reference.Step.Any())));
  }

  private PlannedNode optionalIndex(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    optional = true;
    var operand = plan(expression.call().args().get(0), locals);
    var key = used(expression.call().args().get(1), locals);
    int at = at(expression);
    var what = source(expression.call().args().get(0), at);
    Reference.Step step =
        key.node() instanceof Node.Literal(Value.Text(String name, _))
            ? new Reference.Step.Attribute(name)
            : new Reference.Step.Any();
    return new PlannedNode(
        new Node.OptionalIndex(operand.node(), key.node(), what, at),
        Types.DYNAMIC,
        operand.reference().map(each -> each.then(step)));
  }

  private PlannedNode orElse(
      CelExpr expression, boolean opened, Map<String, LoopPlanner.Local> locals) {
    var optional = node(expression.call().target().orElseThrow(), locals);
    var otherwise = node(expression.call().args().getFirst(), locals);
    return PlannedNode.computed(
        new Node.OrElse(optional, otherwise, opened, at(expression)), Types.DYNAMIC);
  }

  private PlannedNode attempt(CelExpr list, Map<String, LoopPlanner.Local> locals) {
    var alternatives = new ArrayList<PlannedNode>();
    for (CelExpr each : list.list().elements()) alternatives.add(used(each, locals));
    var common = ArmTypes.ofAlternatives(alternatives);
    return PlannedNode.computed(
        new Node.Try(alternatives.stream().map(PlannedNode::node).toList(), common), common);
  }

  private PlannedNode apply(CelExpr expression, Map<String, LoopPlanner.Local> locals) {
    var call = expression.call();
    var arguments = new ArrayList<PlannedNode>();
    call.target().ifPresent(target -> arguments.add(used(target, locals)));
    for (CelExpr argument : call.args()) arguments.add(used(argument, locals));
    boolean whole = isWhole(call);
    var function = environment.function(call.function(), call.target().isPresent(), whole);
    var checked = checked(expression);
    var type = checked == Types.DYNAMIC ? ArmTypes.ofCall(call.function(), arguments) : checked;
    var nodes = arguments.stream().map(PlannedNode::node).toList();
    return PlannedNode.computed(new Node.Apply(function, nodes, type, at(expression)), type);
  }

  /// The checker's type. Where it depends on an operand of which the checker knows nothing, it is
  /// that of whatever stands beside: `'a'` would make text of the other in `['a', dyn(x).one()]`.
  private Type checked(CelExpr expression) {
    return ArmTypes.isOfOperand(expression.call().function())
        ? Types.DYNAMIC
        : TypeMapping.fromCel(tree.getTypeOrThrow(expression.id()));
  }

  private PlannedNode provided(
      CelExpr expression, ProviderFunctionCall call, Map<String, LoopPlanner.Local> locals) {
    var arguments = new ArrayList<PlannedNode>();
    for (CelExpr argument : expression.call().args()) arguments.add(used(argument, locals));
    call.check(arguments, at(expression));
    var type = call.function().signature().result();
    var nodes = arguments.stream().map(PlannedNode::node).toList();
    return PlannedNode.computed(new Node.Apply(call, nodes, type, at(expression)), type);
  }

  private boolean isWhole(CelExpr.CelCall call) {
    return call.target().isEmpty()
        && Set.of("_+_", "_-_", "_*_", "_/_", "_%_", "-_").contains(call.function())
        && call.args().stream()
            .allMatch(argument -> tree.getTypeOrThrow(argument.id()).kind() == CelKind.INT);
  }

  /// The source of an operand, if it is a chain of steps from a name on.
  private String source(CelExpr operand, int end) {
    return start(operand)
        .filter(start -> start < end && end <= declared.length())
        .map(start -> declared.substring(start, end).strip())
        .orElse("this value");
  }

  private Optional<Integer> start(CelExpr expression) {
    return switch (expression.getKind()) {
      case IDENT -> Optional.of(traversalStart(expression));
      case SELECT -> start(expression.select().operand());
      case CALL -> {
        var call = expression.call();
        boolean step = call.function().equals("_[_]") || call.function().equals("_?._");
        yield step ? start(call.args().get(0)) : call.target().flatMap(this::start);
      }
      default -> Optional.empty();
    };
  }

  /// A variable that stands for a traversal has the position of the traversal's last step.
  private int traversalStart(CelExpr identifier) {
    int at = at(identifier);
    for (int i = 0; i < folded.traversals().size(); i++)
      if (identifier.ident().name().equals(FoldedExpression.variable(i)))
        return folded.traversals().get(i).start();
    return at;
  }

  Problem leftOut(CelExpr expression, String what, String advice) {
    return Problem.expression(
        at(expression),
        "not part of the language",
        what + " have no place in expressions here",
        advice);
  }
}
