package io.keelson.expression.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import io.keelson.engine.config.Reference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Puts variables in place of all traversals in a parsed expression, so that CEL's checker need not
/// know what is declared, and a traversal means the same as one that stands alone.
final class TraversalFolder {
  /// First parts of function names, which are no references.
  private static final Set<String> NAMESPACES =
      Set.of(
          "base64",
          "cel",
          "cidr",
          "hash",
          "json",
          "lists",
          "math",
          "optional",
          "regex",
          "sets",
          "strings",
          "yaml");

  private final SourcePositions positions;
  private final List<Traversal> found = new ArrayList<>();
  private final List<ProviderFunctionCall.Written> calls = new ArrayList<>();

  private TraversalFolder(SourcePositions positions) {
    this.positions = positions;
  }

  /// The traversals and the calls of providers' functions in a parsed expression, in order, and the
  /// expression with names of ours in their place.
  record Folded(
      CelAbstractSyntaxTree tree,
      List<Traversal> traversals,
      List<ProviderFunctionCall.Written> calls) {}

  /// @param given names that are no references
  static Folded fold(CelAbstractSyntaxTree parsed, SourcePositions positions, Set<String> given) {
    var folder = new TraversalFolder(positions);
    var folded = folder.fold(parsed.getExpr(), given);
    var tree = CelAbstractSyntaxTree.newParsedAst(folded, parsed.getSource());
    return new Folded(tree, folder.found, folder.calls);
  }

  private CelExpr fold(CelExpr expression, Set<String> locals) {
    var traversal = traversal(expression, locals);
    if (traversal.isPresent()) {
      found.add(traversal.get());
      return CelExpr.ofIdent(expression.id(), FoldedExpression.variable(found.size() - 1));
    }
    long id = expression.id();
    return switch (expression.getKind()) {
      case CONSTANT ->
          expression.constant().getKind() == CelConstant.Kind.NULL_VALUE
              ? CelExpr.ofCall(id, Optional.empty(), CheckerDeclarations.NULL, ImmutableList.of())
              : expression;
      case SELECT -> {
        var select = expression.select();
        yield CelExpr.ofSelect(
            id, fold(select.operand(), locals), select.field(), select.testOnly());
      }
      case CALL -> call(id, expression.call(), locals);
      case LIST ->
          CelExpr.ofList(
              id,
              foldAll(expression.list().elements(), locals),
              expression.list().optionalIndices());
      case MAP -> CelExpr.ofMap(id, entries(expression.map(), locals));
      case COMPREHENSION -> comprehension(id, expression.comprehension(), locals);
      case IDENT, STRUCT, NOT_SET -> expression;
    };
  }

  private CelExpr call(long id, CelExpr.CelCall call, Set<String> locals) {
    var provider = call.target().flatMap(each -> provider(each, locals));
    if (provider.isPresent()) {
      var name = FoldedExpression.function(calls.size());
      calls.add(
          new ProviderFunctionCall.Written(
              provider.get(), call.function(), call.args().size(), positions.position(id)));
      return CelExpr.ofCall(id, Optional.empty(), name, foldAll(call.args(), locals));
    }
    var target = call.target().map(each -> isNamespace(each, locals) ? each : fold(each, locals));
    var name = call.function().equals("orValue") ? CheckerDeclarations.OR_VALUE : call.function();
    return CelExpr.ofCall(id, target, name, foldAll(call.args(), locals));
  }

  /// The name of the provider in `provider.name`, before the name of a function.
  private static Optional<String> provider(CelExpr target, Set<String> locals) {
    if (target.getKind() != CelExpr.ExprKind.Kind.SELECT || target.select().testOnly())
      return Optional.empty();
    var root = target.select().operand();
    boolean named =
        root.getKind() == CelExpr.ExprKind.Kind.IDENT
            && root.ident().name().equals(ProviderFunctionCall.ROOT)
            && !locals.contains(ProviderFunctionCall.ROOT);
    return named ? Optional.of(target.select().field()) : Optional.empty();
  }

  private ImmutableList<CelExpr> foldAll(List<CelExpr> expressions, Set<String> locals) {
    return expressions.stream()
        .map(each -> fold(each, locals))
        .collect(ImmutableList.toImmutableList());
  }

  private ImmutableList<CelExpr.CelMap.Entry> entries(CelExpr.CelMap map, Set<String> locals) {
    return map.entries().stream()
        .map(entry ->
            CelExpr.ofMapEntry(
                entry.id(),
                fold(entry.key(), locals),
                fold(entry.value(), locals),
                entry.optionalEntry()))
        .collect(ImmutableList.toImmutableList());
  }

  private CelExpr comprehension(long id, CelExpr.CelComprehension loop, Set<String> locals) {
    var range = fold(loop.iterRange(), locals);
    var start = fold(loop.accuInit(), locals);
    var outer = new HashSet<>(locals);
    outer.add(loop.accuVar());
    var inner = new HashSet<>(outer);
    inner.add(loop.iterVar());
    inner.add(loop.iterVar2());
    return CelExpr.ofComprehension(
        id,
        loop.iterVar(),
        loop.iterVar2(),
        range,
        loop.accuVar(),
        start,
        fold(loop.loopCondition(), inner),
        fold(loop.loopStep(), inner),
        fold(loop.result(), outer));
  }

  private static boolean isNamespace(CelExpr target, Set<String> locals) {
    return target.getKind() == CelExpr.ExprKind.Kind.IDENT
        && NAMESPACES.contains(target.ident().name())
        && !locals.contains(target.ident().name());
  }

  private Optional<Traversal> traversal(CelExpr expression, Set<String> locals) {
    return switch (expression.getKind()) {
      case IDENT -> {
        var name = expression.ident().name();
        yield locals.contains(name)
            ? Optional.empty()
            : Optional.of(new Traversal(name, positions.position(expression.id()), List.of()));
      }
      case SELECT -> {
        var select = expression.select();
        yield select.testOnly()
            ? Optional.empty()
            : traversal(select.operand(), locals)
                .map(operand ->
                    then(operand, new Reference.Step.Attribute(select.field()), expression));
      }
      case CALL -> {
        var call = expression.call();
        if (!call.function().equals("_[_]")) yield Optional.empty();
        var key = key(call.args().get(1), locals);
        yield key.flatMap(step ->
            traversal(call.args().get(0), locals).map(operand -> then(operand, step, expression)));
      }
      default -> Optional.empty();
    };
  }

  private Traversal then(Traversal operand, Reference.Step step, CelExpr expression) {
    var steps = new ArrayList<>(operand.steps());
    steps.add(new Traversal.Step(step, positions.position(expression.id())));
    return new Traversal(operand.name(), operand.at(), steps);
  }

  private Optional<Reference.Step> key(CelExpr key, Set<String> locals) {
    if (key.getKind() != CelExpr.ExprKind.Kind.CONSTANT)
      return traversal(key, locals).flatMap(TraversalParser::repetitionKey);
    var constant = key.constant();
    return switch (constant.getKind()) {
      case STRING_VALUE -> Optional.of(new Reference.Step.Key(constant.stringValue()));
      case INT64_VALUE -> {
        long index = constant.int64Value();
        yield index >= 0 && index <= Integer.MAX_VALUE
            ? Optional.of(new Reference.Step.Index((int) index))
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }
}
